"""`exactdice games GAME` at the terminal: games of files, games too large, and names of no game."""

from command_line import run

FILE = '''"""A game of one choice."""
from dataclasses import dataclass
from exactdice import MAX, WAIT, point

{examples}

@dataclass(frozen=True)
class Take:
    """MAX takes what it likes, at most `most` of the coins.

    The rest is lost.
    """

    most: int = {most}

    @property
    def start(self):
        return 0

    def payoff(self, state):
        return state or None

    def actions(self, state, player):
        return tuple(range(1, self.most + 1)) if player == MAX else (WAIT,)

    def outcomes(self, state, joint):
        return point(joint[0])
'''


def test_a_game_of_a_file_is_described(tmp_path):
    file = tmp_path / "take.py"
    file.write_text(FILE.format(examples='EXAMPLES = {"Take": {"most": 4}}', most=9))
    done = run("games", f"{file}:Take")
    assert (done.returncode, done.stderr) == (0, "")
    assert "MAX takes what it likes, at most `most` of the coins." in done.stdout
    assert "  value() = 4\n" in done.stdout  # the example's
    assert "  most=9" in done.stdout
    # options of the command line go before the example's
    assert "  value() = 7\n" in run("games", f"{file}:Take(most=7)").stdout


def test_a_game_too_large_to_work_out_is_described_without_values(tmp_path):
    file = tmp_path / "take.py"
    file.write_text(FILE.format(examples="", most=70_000))
    done = run("games", f"{file}:Take")
    assert (done.returncode, done.stderr) == (0, "")
    assert "not worked out here: choose options that make it smaller" in done.stdout
    assert "  value()\n" in done.stdout

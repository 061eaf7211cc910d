"""Packages of games as pip installs them."""

from command_line import run

RULES = '''
from dataclasses import dataclass
from exactdice import MAX, WAIT, point
from exactdice.query.register import few_steps, quantity

@dataclass(frozen=True)
class Give:
    """MAX takes what it likes, at most `most`."""

    most: int = 3

    @property
    def start(self):
        return "start"

    def payoff(self, state):
        return None if state == "start" else state

    def actions(self, state, player):
        return tuple(range(self.most + 1)) if player == MAX else (WAIT,)

    def outcomes(self, state, joint):
        return point(joint[0])

@quantity(Give, cost=few_steps)
def {word}(game, n):
    """The most that can be given, n times."""
    return game.most * n
'''


def package(folder, name, games, code):
    """A package as pip installs it: a module, and a folder dist-info with the entry points."""
    (folder / f"{name}.py").write_text(code)
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    entries = [f"{game} = {name}:{made}" for game, made in games.items()]
    (info / "entry_points.txt").write_text("\n".join(["[exactdice.games]", *entries, ""]))


def ask(site, *words):
    return run(*words, PYTHONPATH=str(site))

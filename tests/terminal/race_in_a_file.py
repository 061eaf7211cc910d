"""A game in a file of a person, and the command run beside it."""

from contextlib import chdir

from command_line import run

RACE = '''"""A race."""

from dataclasses import dataclass

from exactdice import MAX, MIN, WAIT, die, point


@dataclass(frozen=True)
class Race:
    """Step, or throw a die of two faces; who is first at `length` wins."""

    length: int = 3

    @property
    def start(self):
        return (0, 0, MAX)

    def payoff(self, state):
        if max(state[:2]) < self.length:
            return None
        return 1 if state[0] >= self.length else -1

    def actions(self, state, player):
        return ("step", "throw") if player == state[2] else (WAIT,)

    def outcomes(self, state, joint):
        steps = point(1) if joint[state[2]] == "step" else die(2)
        if state[2] == MAX:
            return steps.map(lambda n: (state[0] + n, state[1], MIN))
        return steps.map(lambda n: (state[0], state[1] + n, MAX))


@dataclass(frozen=True)
class Broken(Race):
    """Fails in the middle."""

    def payoff(self, state):
        return 1 / 0 if state[0] == 2 else super().payoff(state)
'''
# To 2: the thrower ends at once by a 2, else each is at 1 or behind; MAX gains 1/2, as it wins by
# a 2, and after a 1 it wins its next turn unless MIN throws a 2: 1/2 + 1/2 (1/2 - 1/2).
VALUE_TO_2 = "1/2\n"


def here(folder, *words, text=None):
    """(status, standard output, standard error) of the command run in the folder."""
    with chdir(folder):
        done = run(*words, text=text)
    return done.returncode, done.stdout, done.stderr


GAME = "./race.py:Race"

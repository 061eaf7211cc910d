"""Proofs that are checked after a change."""

from contextlib import chdir

import command_line
from hypothesis import strategies as st

from exactdice import checker
from exactdice.testing import exact_numbers


def sealed(document):
    return document | {"digest": checker.digest(document)}


ends = st.none() | exact_numbers(-2, 2, 2)


def run(*words, cwd):
    with chdir(cwd):
        return command_line.run(*words)


FILES = {
    "limit.lp": ("Maximize\n obj: x + 2 y\nSubject To\n c: x + y <= 3\nEnd\n", "optimal value 6 "),
    "none.lp": ("Minimize\n obj: x\nSubject To\n c: x <= -1\nEnd\n", "no x satisfies "),
    "free.lp": (
        "Minimize\n obj: x\nSubject To\n c: x <= 1\nBounds\n x free\nEnd\n",
        "no limit to ",
    ),
    "pennies.nfg": ('NFG 1 R "pennies" { "A" "B" } { 2 2 } 1 -1 -1 1 -1 1 1 -1', "value 0 to MAX"),
    "heap.json": (
        '{"3": ["1", "2"], "2": ["0", "1"], "1": ["0"], "0": []}',
        "Grundy value 0, over 4 vertices, 2 ",
    ),
}

"""Dice Battle in two pages, generated: every number, formula and picture comes from `exactdice
table`, `formula` and `plot`.

    python examples/writeup/build.py FOLDER

writes the pieces, their claims and main.tex to the folder; with LaTeX installed also main.pdf.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

LOADED = "weights=(1-p)/5,(1-p)/5,(1-p)/5,(1-p)/5,(1-p)/5,p"
RACE = ["dice=3", "target=6"]

PIECES = {
    "scores.tex": [
        "table",
        "EP(d)",
        "EP_step(d)",
        "P(d,1)",
        "d=1..10",
        "--format",
        "latex",
        "--style",
        "dec:4",
        "--siunitx",
    ],
    "throws.tex": [
        "table",
        "P(d,k)",
        "d=1..3",
        "k=1..8",
        "--format",
        "latex",
        "--style",
        "factored",
    ],
    "payoffs.tex": ["table", "payoff(d,e)", "d=1..5", "e=1..5", "--format", "latex"],
    "small.tex": [
        "table",
        "EG(i,j)",
        "i=0..5",
        "j=0..5",
        *RACE,
        "--format",
        "latex",
        "--style",
        "dec:4",
        "--siunitx",
    ],
    "mean.tex": ["formula", "EP(d)", "d=1..60", "--format", "latex"],
    "law.tex": ["formula", "P(d,k)", "--format", "latex"],
    "against.tex": ["formula", "payoff(d, 1)", "d=1..40", "--format", "latex"],
    "end.tex": ["formula", "EG(target-1, j)", "--format", "latex"],
    "loaded.pdf": ["plot", "EG(0,0)", *RACE, LOADED, "--title", "A die that shows 6 with chance p"],
    "choice.pdf": [
        "plot",
        "OPT(i,j)",
        "i=0..99",
        "j=0..99",
        "--title",
        "The first optimal number of dice",
    ],
}


def build(folder: Path) -> None:
    """Make every piece, verify what the tables claim, and typeset the whole where LaTeX
    is present.
    """
    folder.mkdir(parents=True, exist_ok=True)
    claims = []
    for name, words in PIECES.items():
        claimed = folder / f"{name}.claims.toml"
        extra = ["--claims", str(claimed)] if words[0] == "table" else []
        claims += [str(claimed)] if extra else []
        exactdice(*words, *extra, "-o", str(folder / name))
    exactdice("verify", *claims)
    shutil.copy(Path(__file__).with_name("main.tex"), folder)
    latex = shutil.which("pdflatex")
    if latex is None:
        print("no pdflatex here: main.tex is written, main.pdf is not")
        return
    subprocess.run(
        [latex, "-interaction=nonstopmode", "-halt-on-error", "main.tex"],
        cwd=folder,
        check=True,
        stdout=subprocess.DEVNULL,
    )


def exactdice(*words: str) -> None:
    """Run the command line; an error ends the build."""
    subprocess.run(
        [sys.executable, "-m", "exactdice", *words], check=True, stdout=subprocess.DEVNULL
    )


if __name__ == "__main__":
    build(Path(sys.argv[1] if len(sys.argv) > 1 else "build/writeup"))

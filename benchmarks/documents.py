"""`verify` on a document of 200 claims over the games: `python benchmarks/documents.py` prints how
long the first run takes, with an empty cache, and the second; then how long the report page takes
once they are verified, and how large it is.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

CLAIMS = 200
RUNS = 3  # of each kind, of which the fastest is told: other work on the machine only adds
# Queries and their options, each with an index k = 0, 1, ...
KINDS = [
    ("EG({k},0)", ""),
    ("OPT(0,{k})", ""),
    ("EP({k} + 1)", ""),
    ("gain(dice(1 + {k} % 10), optimal)", ""),
    ("EG({k},{k})", "dice=3 target=20"),
    ("win(optimal, dice(1 + {k} % 3))", "dice=3 target=20"),
    ("EG({k} % 8,0)", "variant=simultaneous dice=3 target=8"),
    ("value_to_mover({k},0,0)", "game=pig target=30"),
    ("pig_win({k},0,0)", "target=30"),
    ("value()", "game=hog goal=1{k} dice=4"),
    ("payoff({k} % 6 + 1,2)", "dice=6"),
    ("one_shot_value()", "dice=6"),
    ("tokens_score({k} + 1,{k} + 2)", ""),
    ("domineering(2,{k} % 4 + 1)", ""),
    ("phantom(2,{k} % 2 + 2)", ""),
    ("connect_four_value()", "rows=3 columns=3 line=3"),
    ("grundy(nim({k},2,3))", ""),
    ("grundy(chomp(2,{k} + 1))", ""),
    ("grundy(wythoff({k},5))", ""),
    ("grundy(subtraction({k},1,3,4))", ""),
]


def document() -> str:
    """The claims, each with the number that is right."""
    from exactdice.query.evaluate import evaluate_query, read_option
    from exactdice.writeup.tables.number_text import decimal

    lines = []
    for number in range(CLAIMS):
        kind, k = KINDS[number % len(KINDS)], number // len(KINDS)
        asked, options = (text.format(k=k) for text in kind)
        given = dict(word.split("=") for word in options.split())
        read = {key: read_option(key, text) for key, text in given.items()}
        value = decimal(evaluate_query(asked, read), 4)
        lines.append(f"{value}<!-- exactdice: {asked} {options} -->\n")
    return "\n".join(lines)


def seconds(path: Path, cache: Path) -> float:
    """How long the command takes, from its start to its end."""
    command = [sys.executable, "-m", "exactdice", "verify", str(path), "--format", "json"]
    environment = {**os.environ, "EXACTDICE_CACHE": str(cache)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    begun = time.perf_counter()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begun


def page_of(path: Path) -> tuple[float, int]:
    """(how many seconds the report page takes after verifying, its bytes), with a formula in it."""
    from exactdice.report.documents.verification import findings_in, read_documents
    from exactdice.report.pages.report_page import report_page

    path.write_text(f"$x$\n\n{document()}", encoding="utf-8")
    (read,) = read_documents([path])
    results = [(read, findings_in(read))]
    begun = time.perf_counter()
    page = report_page(results)
    return time.perf_counter() - begun, len(page.encode())


def main() -> None:
    """Print the times, and how busy the machine is with other work."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "report.md"
        path.write_text(document(), encoding="utf-8")
        first, second = [], []
        for run in range(RUNS):
            cache = Path(folder) / f"cache {run}"
            first.append(seconds(path, cache))
            second.append(seconds(path, cache))
        made, size = page_of(path)
    print(f"{CLAIMS} claims over 11 games, of {RUNS} runs the fastest")
    print(f"first run {min(first):.2f} s, second run {min(second):.2f} s")
    print(f"report page {made:.2f} s (aim: 2 s), {size / 10**6:.2f} MB (aim: 3 MB)")
    print(f"load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()

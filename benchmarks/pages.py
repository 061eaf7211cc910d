"""The page of a game of 10,000 points: `python benchmarks/pages.py` prints how long it takes to be
made and how large it is, and in Chromium how soon it can be used and how long a slider takes.

The browser is that of CHROMIUM=/path, or the first that is found; it is driven by playwright.
"""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

RUNS = 3  # of which the fastest is told: other work on the machine only adds
SLIDES = 30
MOVE = """(times) => {
  const select = document.getElementById("field-2");
  for (let k = 0; k < times; k += 1) {
    select.selectedIndex = k % 2;
    select.dispatchEvent(new Event("change"));
  }
  return performance.getEntriesByName("slider").map((one) => one.duration);
}"""


def made(path: Path) -> float:
    """The seconds until the page stands in the file, without the start of Python."""
    from exactdice import DiceBattle
    from exactdice.report.pages.game_page import game_page

    begun = time.perf_counter()
    path.write_text(game_page(DiceBattle(dice=10, target=100), "dice-battle"), encoding="utf-8")
    return time.perf_counter() - begun


def opened(path: Path) -> list[tuple[float, float, float]]:
    """Milliseconds of each run: until the page can be used, its map is drawn, a slider moved."""
    from playwright.sync_api import sync_playwright

    browser_path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    found = []
    with sync_playwright() as drivers:
        browser = drivers.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        for _ in range(RUNS):
            page = browser.new_page()
            page.goto(path.as_uri())
            marks = [
                page.evaluate(f"performance.getEntriesByName('{name}')[0].startTime")
                for name in ("interactive", "drawn")
            ]
            found.append((*marks, median(page.evaluate(MOVE, SLIDES))))
            page.close()
        browser.close()
    return found


def main() -> None:
    """Print the four numbers, each beside its aim."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "battle.html"
        seconds = made(path)
        print(f"made in {seconds:.2f} s (aim: 5 s)")
        print(f"size {path.stat().st_size / 1e6:.2f} MB (aim: 5 MB)")
        usable, drawn, slider = map(min, zip(*opened(path), strict=True))
        print(f"can be used after {usable:.0f} ms (aim: 1000 ms), map drawn after {drawn:.0f} ms")
        print(f"a slider move takes {slider:.0f} ms (aim: 50 ms)")


if __name__ == "__main__":
    main()

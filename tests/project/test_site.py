"""The site as it is built: without a network, with a search that works from the disk."""

import re
import shutil
import subprocess
import sys

import pytest
from command_line import ROOT
from page_blocks import DOCS, PAGES

pytestmark = pytest.mark.slow  # the build takes most of a minute
LOADED = re.compile(r'<(?:script|img|iframe|source)[^>]* src="([^"]+)"|<link[^>]* href="([^"]+)"')
CHROMIUM = shutil.which("chromium")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the built site; what a build warns of is an error."""
    folder = tmp_path_factory.mktemp("site")
    places = ["-d", folder / "trees", DOCS, folder / "html"]
    strict = ["--fail-on-warning", "--nitpicky", "-q"]
    command = [sys.executable, "-m", "sphinx", *strict, *map(str, places)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return folder / "html"


def test_every_page_is_there(site):
    for page in PAGES:
        if page.is_relative_to(DOCS):
            assert (site / page.relative_to(DOCS)).with_suffix(".html").exists()


def test_nothing_is_loaded_from_elsewhere(site):
    for page in site.rglob("*.html"):
        for one in LOADED.finditer(page.read_text(encoding="utf-8")):
            target = one[1] or one[2]
            assert "://" not in target, f"{page.name} loads {target}"
            assert not target.startswith("//"), f"{page.name} loads {target}"


def test_formulas_are_drawn_by_the_browser(site):
    page = (site / "how_to" / "write_up.html").read_text(encoding="utf-8")
    assert "<math " in page
    assert "mathjax.js" not in page.lower()


@pytest.mark.skipif(CHROMIUM is None, reason="needs chromium")
def test_the_search_works_from_the_disk(site):
    page = f"{(site / 'search.html').as_uri()}?q=ties"
    flags = ["--headless", "--no-sandbox", "--virtual-time-budget=10000", "--dump-dom"]
    done = subprocess.run([CHROMIUM, *flags, page], capture_output=True, text=True, check=True)
    assert re.search(r"found \d+ pages? matching", done.stdout)
    assert "explanation/ties.html" in done.stdout

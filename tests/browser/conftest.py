"""Pages in Chromium: `make test-browser`. Every test fails when its page complains on the console,
when one of its scripts breaks, or when it asks for anything that is not in its file.
"""

import os
import shutil
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
# Only `make test-browser` installs what drives a browser: without it no file here is read.
collect_ignore_glob = [] if find_spec("axe_playwright_python") else ["*.py"]
WIDTHS = (1200, 760, 390)  # of a desk, of half a desk, of a phone


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if item.path.parent == here:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium():
    """The browser, one for all tests."""
    from playwright import sync_api as playwright

    if CHROMIUM is None:
        pytest.fail("no Chromium is found: install it, or name it by CHROMIUM=/path")
    with playwright.sync_playwright() as drivers:
        browser = drivers.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


HERE = ("file:", "data:", "blob:", "about:")


@pytest.fixture
def browser_page(chromium):
    """An empty page that may load files of this machine, and no word of a network."""
    with watched_page(chromium, HERE) as page:
        yield page


@contextmanager
def watched_page(chromium, allowed):
    """An empty page, and those that it opens, which ask for what begins so and for nothing else."""
    context = chromium.new_context(viewport={"width": 1200, "height": 900})
    complaints, asked = [], []
    context.on("console", lambda said: complaints.append(said.text) if said.type == "error" else 0)
    context.on("weberror", lambda failed: complaints.append(str(failed.error)))
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.set_default_timeout(15_000)
    yield page
    context.close()
    elsewhere = [url for url in asked if not url.startswith(allowed)]
    assert complaints == []
    assert elsewhere == []

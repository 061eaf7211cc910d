"""Pages in Chromium: `make test-browser`. Every test fails when its page complains on the console,
when one of its scripts breaks, or when it asks for anything that is not in its file.
"""

import os
import shutil
from pathlib import Path

import pytest

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
WIDTHS = (1200, 760, 390)  # of a desk, of half a desk, of a phone


def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if item.path.parent == here:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium():
    """The browser, one for all tests."""
    playwright = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.fail("no Chromium is found: install it, or name it by CHROMIUM=/path")
    with playwright.sync_playwright() as drivers:
        browser = drivers.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def browser_page(chromium):
    """An empty page that may load files of this machine, and no word of a network."""
    context = chromium.new_context(viewport={"width": 1200, "height": 900})
    page = context.new_page()
    page.set_default_timeout(15_000)
    complaints, asked = [], []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    yield page
    context.close()
    elsewhere = [url for url in asked if not url.startswith(("file:", "data:", "blob:", "about:"))]
    assert complaints == []
    assert elsewhere == []

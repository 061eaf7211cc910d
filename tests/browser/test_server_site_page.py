"""The local site as people use it: by keys, by mouse, on phones, with documents of strangers."""

import re
import signal
import subprocess
import sys

import pytest
from accessibility import failings
from conftest import HERE, WIDTHS, watched_page

from exactdice.query.evaluate import evaluate_query
from exactdice.writeup.tables.number_text import decimal, exact

COMMAND = [sys.executable, "-m", "exactdice", "serve", "--port", "0"]
LONG = ("EG(0,0)", "dice=10 target=600")
HOSTILE = b"""# <script>document.title = 'ran'</script>

<img src="http://evil.example/x.png" onerror="document.title = 'ran'">
[here](javascript:document.title='ran') 8.636<!-- exactdice: EP(5) --> and
9<!-- exactdice: EP(5) "</script><script>document.title = 'ran'</script>" -->.
"""
COLOURS = ("light", "dark")


def begun():
    """(the server, its address)."""
    process = subprocess.Popen(COMMAND, stdout=subprocess.PIPE, text=True)
    return process, re.search(r"http://\S+/", process.stdout.readline())[0]


@pytest.fixture(scope="module")
def address():
    process, found = begun()
    yield found
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)


@pytest.fixture
def site(chromium, address):
    with watched_page(chromium, (*HERE, address)) as page:
        page.goto(address)
        yield page


def ask(page, query, options=""):
    page.fill("#query", query)
    page.fill("#options", options)
    page.click("#answer-it")


def answered(page, query, options=""):
    ask(page, query, options)
    page.wait_for_selector(f'.answer[aria-label="Answer to {query}"]')


def complaint(page, place="#answers"):
    return page.wait_for_selector(f"{place} .complaint").inner_text()


# --- queries --------------------------------------------------------------------------------------


def test_a_query_is_written_by_keys_and_its_value_is_the_librarys(site):
    site.focus("#query")
    site.keyboard.type("best_res")
    assert site.get_attribute("#query", "aria-expanded") == "true"
    site.keyboard.press("ArrowDown")
    chosen = site.get_attribute("#query", "aria-activedescendant")
    assert site.get_attribute(f"#{chosen}", "aria-selected") == "true"
    site.keyboard.press("Enter")
    assert site.input_value("#query") == "best_response_value("
    assert site.get_attribute("#query", "aria-expanded") == "false"
    site.keyboard.type("bli")
    site.keyboard.press("ArrowDown")
    site.keyboard.press("Enter")
    site.keyboard.type(")")
    site.keyboard.press("Tab")
    for key in ("dic", "tar"):
        site.keyboard.type(key)
        site.keyboard.press("ArrowDown")
        site.keyboard.press("Enter")
        site.keyboard.type("3 ")
    assert site.input_value("#query") == "best_response_value(blind)"
    assert site.input_value("#options") == "dice=3 target=3 "
    site.keyboard.press("Enter")
    value = evaluate_query("best_response_value(blind)", {"dice": 3, "target": 3})
    assert site.wait_for_selector("#exact").inner_text() == exact(value)
    assert site.inner_text("#decimal") == decimal(value, 6)
    site.fill("#digits", "31")
    site.keyboard.press("Tab")
    assert site.inner_text("#decimal") == decimal(value, 31)


def test_the_completions_close_and_turn_around(site):
    site.focus("#query")
    site.keyboard.type("EP")
    assert site.locator("#query-choices [role=option]").count() >= 1
    site.keyboard.press("ArrowUp")
    last = site.locator("#query-choices [role=option]").last
    assert last.get_attribute("aria-selected") == "true"
    site.keyboard.press("ArrowDown")
    assert site.get_attribute("#query", "aria-activedescendant") is None
    site.keyboard.press("Escape")
    assert site.locator("#query-choices").is_hidden()
    assert site.input_value("#query") == "EP"


@pytest.mark.parametrize(
    ("query", "options"),
    [
        ("pig_win(0,0,0)", {"target": 10, "digits": 12}),  # bounds
        ("1/8", {}),  # a half, which is rounded to even
    ],
)
def test_decimals_are_the_librarys_whatever_their_number(site, query, options):
    answered(site, query, " ".join(f"{key}={value}" for key, value in options.items()))
    value = evaluate_query(query, options)
    for places in (2, 7, 20):
        site.fill("#digits", str(places))
        site.keyboard.press("Tab")
        assert site.inner_text("#decimal") == decimal(value, places)


def test_ranges_make_a_table_and_a_picture(site):
    answered(site, "EP(d)", "d=1..4")
    cells = site.locator(".answer td").all_inner_texts()
    values = [evaluate_query("EP(d)", {"d": dice}) for dice in range(1, 5)]
    assert cells == list(map(exact, values))
    site.click(".answer button:text('Decimals')")
    assert site.locator(".answer td").all_inner_texts() == [decimal(one, 6) for one in values]
    assert site.evaluate("document.querySelector('.answer img').naturalWidth") > 100


def test_a_closed_form_is_drawn_and_copied(site):
    site.context.grant_permissions(["clipboard-read", "clipboard-write"])
    site.fill("#query", "EP(d)")
    site.click("#form-it")
    site.wait_for_selector(".answer .katex")
    site.click(".answer summary")
    source = site.inner_text(".answer pre[aria-label=LaTeX]")
    site.click("[aria-label='Copy LaTeX']")
    site.wait_for_selector("text=Copied")
    assert site.evaluate("navigator.clipboard.readText()") == source


@pytest.mark.parametrize(
    ("query", "options", "said"),
    [
        ("Pq(1)", "", "unknown quantity Pq"),
        ("EG(0,0)", "dice=1000 target=100000", "steps"),
        ("", "", "Write a query"),
    ],
)
def test_what_is_refused_is_said_below_the_query(site, query, options, said):
    ask(site, query, options)
    assert said in complaint(site)


def test_a_long_job_is_called_off(site):
    ask(site, *LONG)
    site.wait_for_selector(".job >> text=/\\d+ of \\d+/")
    assert failings(site) == []
    site.click(".job button")
    assert complaint(site) == "Cancelled: its work has ended."
    answered(site, "EP(5)")


def test_a_server_that_ends_is_told_where_the_person_looks(chromium):
    process, address = begun()
    page = chromium.new_page()
    page.goto(address)
    ask(page, *LONG)
    page.wait_for_selector(".job >> text=/\\d+ of \\d+/")
    process.send_signal(signal.SIGINT)
    assert complaint(page).startswith("The server has ended: begin it again")
    process.communicate(timeout=20)
    # Whoever asks afterwards is told the same.
    page.click("#answer-it")
    assert complaint(page).startswith("The server has ended: begin it again")
    page.close()


# --- documents ------------------------------------------------------------------------------------


def drop(page, name, data):
    """Drop a file on the page."""
    page.evaluate(
        """([name, bytes]) => {
          const carried = new DataTransfer();
          carried.items.add(new File([new Uint8Array(bytes)], name));
          const told = { dataTransfer: carried, bubbles: true, cancelable: true };
          document.getElementById("drop").dispatchEvent(new DragEvent("drop", told));
        }""",
        [name, list(data)],
    )


def test_a_hostile_document_is_inert(site):
    drop(site, "hostile.md", HOSTILE)
    link = site.wait_for_selector("#reports a")
    assert "2 claims" in site.inner_text("#reports")
    assert site.evaluate("document.activeElement.textContent") == "Report on hostile.md"
    with site.context.expect_page() as opened:
        link.click()
    report = opened.value
    report.wait_for_load_state()
    assert report.title() != "ran"
    assert "8.636" in report.inner_text("body")
    # It is a page of nobody: it could not ask this site, whatever ran in it.
    assert report.evaluate("origin") == "null"
    assert failings(report) == []


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("image.md", b"\x89PNG\r\n\x1a\n", "it must be UTF-8 text"),
        ("plain.md", b"Nothing is marked.", "holds no marks"),
    ],
)
def test_a_document_that_is_not_read_is_told_of_by_its_name(site, name, data, said):
    site.set_input_files("#file", {"name": name, "mimeType": "text/plain", "buffer": data})
    assert said in complaint(site, "#reports")
    assert name in site.inner_text("#reports")


# --- games ----------------------------------------------------------------------------------------


def test_the_page_of_a_game_opens(site):
    site.select_option("#game", "pig")
    site.click("#small")
    site.fill("#option-target", "5")
    site.click("#game-form .main")
    with site.context.expect_page() as opened:
        site.click("#game-pages a:text('pig target=5')")
    opened.value.wait_for_load_state()
    assert "pig" in opened.value.inner_text("body").lower()


def test_every_game_has_its_options(site):
    for name in site.locator("#game option").all_inner_texts():
        site.select_option("#game", name)
        assert site.locator("#game-options input").count() >= 1


# --- for everybody --------------------------------------------------------------------------------


@pytest.mark.parametrize("colours", COLOURS)
@pytest.mark.parametrize("width", WIDTHS)
def test_it_is_accessible_and_fits(site, width, colours):
    site.set_viewport_size({"width": width, "height": 900})
    site.emulate_media(color_scheme=colours)
    for query, options in (("EP(5)", ""), ("P(d,k)", "d=1..6 k=1..24"), ("2d6", "")):
        answered(site, query, options)
        assert failings(site) == []
    ask(site, "Pq(1)")
    complaint(site)
    site.focus("#query")
    site.keyboard.press("End")
    site.keyboard.type(" E")
    site.keyboard.press("ArrowDown")
    assert failings(site) == []
    # Nothing stands beyond the right edge.
    assert site.evaluate("document.documentElement.scrollWidth") <= width

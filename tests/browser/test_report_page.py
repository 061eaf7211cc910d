"""The report page in a browser: every number of the examples, and what a reader does."""

import pytest
from accessibility import failings
from conftest import WIDTHS
from reports import EXAMPLES, NAMES, opened, results_of, written

from exactdice.distributions.distribution import Distribution
from exactdice.exact.numbers import Exact, Interval, is_symbolic
from exactdice.report.claims.claim import OPEN, STRICTLY_HOLDS, WRONG, Verdict
from exactdice.writeup.tables import number_text

CSV = "# exactdice table: EP(d) d=1..3\nd,mean\n1,3.5\n2,5.861\n3,7.467\n"
MIXED = """# Mixed

Five dice score 8.636<!-- exactdice: EP(5) -->, six 8.704<!-- exactdice: EP(6) -->,
and seven 9.1<!-- exactdice: EP(7) -->. Two beat one.<!-- exactdice claim: EP(2) < EP(1) -->
In a formula $x = 8.64$<!-- exactdice: EP(5) -->, by chance 0.1667<!-- exactdice: P(1,1) -->,
the best is 6<!-- exactdice: best_dice(10) kind=exact -->, an estimate
0.51<!-- exactdice: 2d6 > 6 kind=montecarlo n=100 -->, and 1/7<!-- exactdice: nothing(3) -->.
"""
# What the panel says of every number, read by clicking all of them.
PANELS = """() => dataOf("findings").map(({ number }) => {
  const buttons = document.querySelectorAll(`.finding[data-finding="${number}"]`);
  if (buttons.length !== 1) return { count: buttons.length };
  buttons[0].click();
  const box = document.getElementById("panel-places");
  if (box) {
    box.value = 30;
    box.dispatchEvent(new Event("input"));
  }
  const text = id => document.getElementById(id)?.textContent ?? null;
  return {
    count: 1, classes: buttons[0].className, label: buttons[0].getAttribute("aria-label"),
    exact: text("panel-exact"), decimals: text("panel-decimals"), query: text("panel-query"),
    title: text("panel-title"),
  };
})"""


@pytest.fixture(scope="module")
def verified():
    return {name: results_of(EXAMPLES / name) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_every_number_is_a_button_with_its_exact_value(browser_page, tmp_path, verified, name):
    results = verified[name]
    found = [finding for _, findings in results for finding in findings]
    panels = opened(browser_page, tmp_path, results).evaluate(PANELS)
    assert len(panels) == len(found) > 0
    for finding, panel in zip(found, panels, strict=True):
        assert panel["count"] == 1, finding.claim.name
        assert group_of(finding) in panel["classes"].split()
        assert panel["label"].endswith(f": {finding.verdict}")
        assert panel["title"] == panel["label"]
        assert panel["query"].startswith(finding.claim.query)
        value = finding.value
        assert panel["exact"] == (None if value is None else number_text.exact(value))
        assert panel["decimals"] == decimals_of(value)


def group_of(finding):
    """The group that the verdict belongs to, as the lists of verdicts say."""
    if finding.verdict in WRONG:
        return "wrong"
    if finding.verdict in OPEN:
        return "open"
    return "right" if finding.verdict in STRICTLY_HOLDS else "odd"


def decimals_of(value):
    """The value to 30 decimals; None for what has none."""
    is_number = isinstance(value, Exact | Interval) and not isinstance(value, bool)
    assert not isinstance(value, Distribution)
    return number_text.padded(value, 30) if is_number or is_symbolic(value) else None


# --- what a reader does ---------------------------------------------------------------------------


@pytest.fixture
def mixed(browser_page, tmp_path):
    return opened(browser_page, tmp_path, results_of(written(tmp_path, "mixed.md", MIXED)))


def title(page):
    return page.text_content("#panel-title")


def test_the_summary_lists_the_wrong_ones_first(mixed):
    assert mixed.text_content(".counts") == "5 of 9 numbers hold"
    listed = mixed.locator(".listed a").all_text_contents()
    assert listed == ["8.704", "9.1", "Two beat one.", "1/7"]
    mixed.click(".listed a >> nth=1")
    assert title(mixed) == f"9.1: {Verdict.CONTRADICTED}"
    assert "at" in mixed.locator(".finding", has_text="9.1").get_attribute("class").split()


def test_keys_open_close_and_step(mixed):
    first = mixed.locator(".finding").first
    first.focus()
    mixed.keyboard.press("Enter")
    assert title(mixed) == f"8.636: {Verdict.ROUNDED}"
    mixed.keyboard.press("Escape")
    assert not mixed.is_visible("#panel")
    assert mixed.evaluate("document.activeElement.id") == first.get_attribute("id")
    steps = []
    for key in ("F8", "F8", "F8", "F8", "F8", "Shift+F8"):
        mixed.keyboard.press(key)
        steps.append(title(mixed).partition(":")[0])
    assert steps == ["8.704", "9.1", "Two beat one.", "1/7", "8.704", "1/7"]
    mixed.click("#next")
    assert title(mixed).startswith("8.704")


def test_a_number_within_a_formula_is_a_button_in_it(mixed):
    number = mixed.locator(".katex .finding")
    assert number.get_attribute("aria-label") == f"8.64: {Verdict.ROUNDED}"
    number.focus()
    mixed.keyboard.press(" ")
    assert title(mixed) == f"8.64: {Verdict.ROUNDED}"


def test_filters_and_the_panel_are_in_the_link(mixed, tmp_path):
    verdict = f'[data-verdict="{Verdict.CONTRADICTED}"]'
    mixed.focus(verdict)
    mixed.keyboard.press("Enter")
    assert mixed.get_attribute(verdict, "aria-pressed") == "true"
    plain = "[...document.querySelectorAll('.finding:not(.plain)')].map(one => one.dataset.finding)"
    assert mixed.evaluate(plain) == ["3"]
    assert mixed.locator(".listed li:visible").count() == 1
    mixed.click(".listed a:visible")
    link = mixed.url.partition("#")[2]
    mixed.goto("about:blank")
    mixed.goto((tmp_path / "report.html").as_uri() + f"#{link}")
    assert mixed.evaluate(plain) == ["3"]
    assert title(mixed).startswith("9.1")
    mixed.click("#all")
    assert len(mixed.evaluate(plain)) == 9


def test_a_link_to_a_number_opens_it(browser_page, tmp_path):
    results = results_of(written(tmp_path, "mixed.md", MIXED))
    page = opened(browser_page, tmp_path, results, "#finding-2")
    assert title(page).startswith("8.704")


def test_decimals_are_the_readers_choice_and_stay(mixed):
    mixed.click("#finding-1")
    mixed.fill("#panel-places", "3")
    assert mixed.text_content("#panel-decimals") == "8.636"
    mixed.click("#finding-2")
    assert mixed.text_content("#panel-decimals") == "8.703"
    assert "places=3" in mixed.url
    mixed.fill("#panel-places", "-4")
    assert mixed.text_content("#panel-decimals") == "9"


@pytest.mark.parametrize("has_clipboard", [True, False])
def test_the_query_is_copied(chromium, tmp_path, has_clipboard):
    context = chromium.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    if not has_clipboard:
        page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    opened(page, tmp_path, results_of(written(tmp_path, "mixed.md", MIXED)))
    page.click("#finding-2")
    page.click("#panel .copy")
    page.wait_for_selector("#panel .copied")
    assert page.text_content("#told") == "copied"
    field = "document.body.appendChild(document.createElement('textarea')).focus()"
    page.evaluate(field)
    page.keyboard.press("Control+v")
    assert page.input_value("body > textarea") == "EP(6)"
    context.close()


def test_the_drawings_say_where_the_value_lies(mixed):
    mixed.click("#finding-1")
    said = mixed.get_attribute("#panel svg", "aria-label")
    # 67151/7776 = 8.63567..., which is (8.63567 - 8.6355) / 0.001 of the way.
    assert said.startswith("the numbers that are rounded so: 8.6355 to 8.6365; ")
    assert "in it, at 0.174" in said
    mixed.click("#finding-3")
    assert "widths below" in mixed.get_attribute("#panel svg", "aria-label")
    mixed.click("#finding-8")
    cell, law = (one.get_attribute("aria-label") for one in mixed.locator("#panel svg").all())
    assert cell.startswith("the means that print so")
    assert law.startswith("the law of the mean of 100 games")
    assert mixed.locator("#panel svg .law").count() == 1


# --- every kind of document, at every width, dark and light, on paper -----------------------------


@pytest.fixture(scope="module")
def kinds(verified, tmp_path_factory):
    folder = tmp_path_factory.mktemp("kinds")
    return {
        "mixed": results_of(written(folder, "mixed.md", MIXED)),
        "csv": results_of(written(folder, "table.csv", CSV)),
        "latex": verified["dice_battle_report.tex"],
        "notebook": verified["dice_battle.ipynb"],
        "claims": verified["dice_battle_report.toml"],
    }


@pytest.mark.parametrize(
    ("kind", "width"),
    [
        *((kind, WIDTHS[0]) for kind in ("mixed", "csv", "latex", "notebook", "claims")),
        *(("mixed", width) for width in WIDTHS[1:]),
    ],
)
def test_it_is_accessible_and_fits(browser_page, tmp_path, kinds, kind, width):
    browser_page.set_viewport_size({"width": width, "height": 800})
    page = opened(browser_page, tmp_path, kinds[kind])
    if width == WIDTHS[0]:
        page.click("#look")
    wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wider) <= 0
    assert failings(page) == []
    page.locator(".finding").first.click()
    assert failings(page) == []


SEEN = """number => {
  const box = document.getElementById(`finding-${number}`).getBoundingClientRect();
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return at?.closest(".finding")?.dataset.finding;
}"""


@pytest.mark.parametrize("width", WIDTHS)
def test_the_panel_leaves_its_number_in_sight(browser_page, tmp_path, kinds, width):
    browser_page.set_viewport_size({"width": width, "height": 800})
    page = opened(browser_page, tmp_path, kinds["latex"])
    for number in (1, 20, 50):
        page.evaluate(f"document.getElementById('finding-{number}').click()")
        page.wait_for_timeout(50)
        assert page.evaluate(SEEN, number) == str(number)


def test_several_documents_and_files_that_could_not_be_read(browser_page, tmp_path, kinds):
    results = [*kinds["mixed"], *kinds["csv"]]
    unread = [(tmp_path / "bad.md", "bad.md: not <b>text</b>")]
    page = opened(browser_page, tmp_path, results, unread=unread)
    assert page.locator("section.document").count() == 2
    assert page.text_content("section.unread li") == "bad.md: not <b>text</b>"
    assert page.locator(".finding").count() == sum(len(found) for _, found in results)
    assert page.text_content("h1") == "Report on 3 documents"
    assert page.text_content(".counts").endswith("1 document cannot be read")


def test_strictly_what_is_odd_is_wrong(browser_page, tmp_path):
    results = results_of(written(tmp_path, "a.md", "8.635<!-- exactdice: EP(5) -->\n"))
    assert results[0][1][0].verdict == Verdict.TRUNCATED
    for strict, group in ((False, "odd"), (True, "wrong")):
        page = opened(browser_page, tmp_path, results, strict=strict)
        assert group in page.get_attribute(".finding", "class").split()


IN_FORMULAS = (
    r"We find $x = 8.636 \pm 0.001$ % exactdice: EP(5) kind=uncertain",
    r"and $y = 2$ with $z = 8.636$ % exactdice: EP(5)",
    r"so $x_{\text{mean 8.636}}$ % exactdice: EP(5)",
    r"so $x = \SI{8.636}{m}$ % exactdice: EP(5)",
    r"so $\textbf{8.636}$ % exactdice: EP(5)",
    r"so $x = \mbox{8.636}$ % exactdice: EP(5)",
    "\\begin{equation}\\label{eq:my_label} x = 8.636 % exactdice: EP(5)\n\\end{equation}",
)


def test_formulas_are_whole_around_their_numbers(browser_page, tmp_path):
    head = "% exactdice document: dice=10 target=100\n"
    path = written(tmp_path, "a.tex", head + "\n".join(IN_FORMULAS))
    results = results_of(path)
    page = opened(browser_page, tmp_path, results)
    assert page.locator(".untypeset").count() == 0
    assert page.locator(".katex").count() == 8
    formulas = " ".join(page.locator(".formula").all_text_contents())
    assert not {"and", "with", "so", "my_label"} & set(formulas.split())
    assert page.locator(".finding[data-finding]").count() == len(results[0][1]) == 7

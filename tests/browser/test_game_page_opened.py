"""The pages of games, in a browser: what they show is what the library says, to the digit."""

import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import pytest
from accessibility import failings
from conftest import WIDTHS
from small_games import SMALL

from exactdice import MAX, MIN, WAIT, DiceBattle, Distribution, OneShotBattle, point, solve
from exactdice.exact.loading import module_of
from exactdice.exact.numbers import decimal_text
from exactdice.game.optional import hides
from exactdice.game.text_of_values import as_written
from exactdice.query.games_by_name import game_named
from exactdice.report.pages.game_page import game_page
from exactdice.solvers.fast_path import generic_function

ROOT = Path(__file__).parents[2]
HOSTILE = "</script><img src=x onerror=\"document.title='ran'\"><b>"

# All states as the page reads them: what their fields say, the value, the best actions.
READ_ALL = """() => {
  const game = readGame(dataOf('game'));
  return game.value.map((_, state) => {
    const mover = moverOf(game, state);
    const best = mover < BOTH ? optimalActions(game, state, mover) : [];
    return [
      game.fields.map((field) => field.values[field.column[state]]),
      fractionText(valueOf(game, state).low),
      best.map((action) => game.actions[action]),
    ];
  });
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("pages")


@pytest.fixture
def open_game(browser_page, folder):
    """Opens the page of a game, which is made once."""

    def opened(game, name, link=""):
        path = folder / f"{crc32(repr(game).encode())}.html"
        if not path.exists():
            path.write_text(game_page(game, name), encoding="utf-8")
        browser_page.goto("about:blank")
        browser_page.goto(f"{path.as_uri()}#{link}")
        return browser_page

    return opened


def texts_of(state):
    """What the fields of the state say."""
    if not hasattr(state, "_fields"):
        return [as_written(state)]
    named = {MAX: "MAX", MIN: "MIN", None: "nobody"}
    return [
        named[value] if name == "to_move" else as_written(value)
        for name, value in zip(state._fields, state, strict=True)
    ]


def tabs(page):
    return [
        tab.get_attribute("id").removeprefix("tab-") for tab in page.locator("[role=tab]").all()
    ]


# A page shows the states, so there is none where the players do not see them.
SEEN = [name for name in SMALL if not hides(game_named(name, SMALL[name]))]


@pytest.mark.parametrize("name", SEEN)
def test_every_game_has_a_page_that_says_what_the_library_says(open_game, name):
    game = game_named(name, SMALL[name])
    page = open_game(game, name)
    for tab in tabs(page):
        page.click(f"#tab-{tab}")
        assert page.locator(f"#panel-{tab}").is_visible()
    read = {tuple(texts): (value, best) for texts, value, best in page.evaluate(READ_ALL)}
    solution = generic_function(solve)(game)
    for state, value in solution.values.items():
        said, best = read[tuple(texts_of(state))]
        assert Fraction(said) == value
        if state in solution.optimal_actions:
            assert best == list(map(as_written, solution.optimal_actions[state]))


# --- what one page shows --------------------------------------------------------------------------

BATTLE = DiceBattle(dice=3, target=8)


def test_the_state_under_the_keys_is_told_exactly(open_game):
    page = open_game(BATTLE, "dice-battle")
    solution = solve(BATTLE)
    page.focus("#map-keys")
    for key in ("ArrowRight", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    state = BATTLE.start._replace(first=2, second=1)
    value = solution.values[state]
    shown = page.locator("#map-state .value").inner_text()
    assert shown.startswith(f"{value} ")
    assert shown.endswith(decimal_text(value, 30))
    assert page.locator("#map-state .best").inner_text() == ", ".join(
        map(str, solution.optimal_actions[state])
    )
    spoken = page.locator("#map-spoken").inner_text()
    assert spoken.startswith("first 2, second 1, to_move MAX; MAX to move")


def test_the_state_under_the_pointer_is_told_exactly(open_game):
    page = open_game(BATTLE, "dice-battle")
    box = page.locator("#map .plot .bg, #map .bg").first.bounding_box()
    cell = box["width"] / BATTLE.target, box["height"] / BATTLE.target
    page.mouse.move(box["x"] + 5.5 * cell[0], box["y"] + box["height"] - 3.5 * cell[1])
    page.wait_for_function(
        "document.querySelector('#map-state dl').textContent.includes('first5second3')"
    )
    value = solve(BATTLE).values[BATTLE.start._replace(first=5, second=3)]
    assert page.locator("#map-state .value").inner_text().startswith(f"{value} ")


def test_a_link_carries_what_is_looked_at(open_game):
    link = "tab=map&map=best&x=second&y=first&at.first=4&at.second=6&at.to_move=MIN"
    page = open_game(BATTLE, "dice-battle", link)
    shown = page.locator("#map-state dd").all_inner_texts()
    assert shown == ["4", "6", "MIN"]
    assert page.locator("#map-kind").input_value() == "best"
    state = BATTLE.start._replace(first=4, second=6, to_move=MIN)
    best = ", ".join(map(str, solve(BATTLE).optimal_actions[state]))
    assert page.locator("#map-state .best").inner_text() == best
    page.select_option("#field-2", "0")
    assert "at.to_move=MAX" in page.url
    page.click("#tab-strategies")
    page.select_option("#strategy-a", "random")
    assert "tab=strategies" in page.url
    assert "a=random" in page.url


def test_pairs_of_strategies_earn_what_the_library_says(open_game):
    page = open_game(BATTLE, "dice-battle", "tab=strategies&a=blind&b=optimal")
    from exactdice import value as asked  # the query, not a value

    gain = asked("gain(blind, optimal)", dice=3, target=8)
    assert page.locator("#earned-gain").inner_text().endswith(decimal_text(gain, 30))
    turns = asked("turns(blind, optimal)", dice=3, target=8)
    assert page.locator("#earned-turns").inner_text().endswith(decimal_text(turns, 30))


def test_mixtures_stand_as_bars(open_game):
    game = OneShotBattle(dice=10)
    page = open_game(game, "one-shot-battle")
    mixture = solve(game).mixtures[game.start][MAX]
    rows = page.locator("table.mixture").first.locator("tr").all()
    assert [row.locator("th").inner_text() for row in rows] == list(map(str, mixture))
    for row, action in zip(rows, mixture, strict=True):
        chance = mixture.probability(action)
        assert decimal_text(chance, 6) in row.locator("td").last.inner_text()
        whole, bar = (row.locator(part).bounding_box()["width"] for part in (".bars", ".bar"))
        assert bar / whole == pytest.approx(float(chance), abs=0.1)


# --- play -----------------------------------------------------------------------------------------


def cost(game, solution, state, action):
    """What the action costs who moves, from the rules and the solver's values alone."""
    values = solution.values
    player = state.to_move
    law = game.outcomes(state, (action, WAIT) if player == MAX else (WAIT, action))
    paid = {s: values[s] if game.payoff(s) is None else game.payoff(s) for s in law}
    after = sum(paid[s] * Fraction(weight, law.total) for s, weight in law.items())
    return values[state] - after if player == MAX else after - values[state]


def state_shown(page):
    first, second, to_move = page.locator("#play-state dd").all_inner_texts()
    return BATTLE.start._replace(first=int(first), second=int(second), to_move=to_move == "MIN")


@pytest.mark.parametrize(("seat", "against"), [("MAX", "optimal"), ("MIN", "random")])
def test_a_game_played_by_clicks_costs_what_it_must(open_game, seat, against):
    page = open_game(BATTLE, "dice-battle", f"tab=play&seat={seat}&against={against}&seed=20")
    solution = solve(BATTLE)
    page.click("#begin")
    costs, wanted = [], 1
    while page.locator("#play-actions button").count():
        state = state_shown(page)
        assert ("MAX", "MIN")[state.to_move] == seat
        # Each number of dice in turn, so that good and bad choices are met.
        wanted = wanted % BATTLE.dice + 1
        costs.append(cost(BATTLE, solution, state, wanted))
        page.click(f"#play-actions [data-action='{wanted}']")
    shown = page.locator("#play-summary .cost")
    assert [Fraction(cell.get_attribute("title")) for cell in shown.all()] == costs
    for text, exactly in zip(shown.all_inner_texts(), costs, strict=True):
        assert Fraction(text) == 0 if exactly == 0 else text.endswith(decimal_text(exactly, 30))
    total = page.locator("#total-cost")
    assert Fraction(total.get_attribute("title")) == sum(costs) > 0
    assert total.inner_text().endswith(decimal_text(sum(costs), 30))
    assert "over: you" in page.locator("#play-told").inner_text()


def test_what_is_taken_back_comes_again(open_game):
    page = open_game(BATTLE, "dice-battle", "tab=play&seed=5")
    page.click("#begin")
    start = state_shown(page)
    page.click("#play-actions [data-action='2']")
    after = state_shown(page)
    page.click("#undo")
    assert state_shown(page) == start
    page.click("#play-actions [data-action='2']")
    assert state_shown(page) == after
    assert page.locator("#play-lines li").count() == 2


def test_a_game_in_progress_is_in_its_link(open_game):
    # Too long to be over after two throws of at most 12 points.
    battle = DiceBattle(dice=2, target=30)
    page = open_game(battle, "dice-battle", "tab=play&against=random")
    page.click("#begin")
    for number in ("2", "1"):
        page.click(f"#play-actions [data-action='{number}']")
    wanted, lines = state_shown(page), page.locator("#play-lines").inner_text()
    link = page.url.rpartition("#")[2]
    page.reload()
    assert state_shown(page) == wanted
    assert page.locator("#play-lines").inner_text() == lines
    page.click("#undo")
    page.click("#undo")
    assert page.locator("#undo").is_disabled()
    # The same link put into an open page.
    open_game(battle, "dice-battle", "tab=rules")
    page.evaluate("(link) => { location.hash = link; }", link)
    page.wait_for_selector("#panel-play:not([hidden])")
    assert state_shown(page) == wanted


class Stay(NamedTuple):
    place: str
    to_move: int


@dataclass(frozen=True)
class NeverLeft:
    """MIN stays, but for a chance of 10^-30."""

    start = Stay("begun", MAX)

    def payoff(self, state):
        return 1 if state.place == "left" else None

    def actions(self, state, player):
        return ("go", "wait a little") if player == state.to_move else (WAIT,)

    def outcomes(self, state, joint):
        stays = state._replace(to_move=MIN)
        return Distribution({stays: 10**30 - 1, Stay("left", MIN): 1})


def test_a_game_without_end_is_given_up(open_game):
    page = open_game(NeverLeft(), "never-left", "tab=play&seed=1")
    page.click("#begin")
    page.click("#play-actions button >> nth=0")
    assert "moved 10000 times" in page.locator("#play-told").inner_text()
    assert page.locator("#play-actions button").count() == 0
    page.click("#undo")
    assert page.locator("#play-actions button").count() == 2


@pytest.mark.parametrize(
    ("fraction", "text"),
    [
        ("1/1" + "0" * 45, "~1.0e-45"),
        ("-1/3" + "0" * 45, "~-3.3e-46"),
        ("999/1" + "0" * 48, "~1.0e-45"),
        ("1/8", "0.125000000000000000000000000000"),
    ],
)
def test_tiny_numbers_have_digits_that_count(open_game, fraction, text):
    page = open_game(BATTLE, "dice-battle")
    assert page.evaluate("(text) => roundedText(numberOf(text))", fraction) == text


@pytest.mark.parametrize("look", ["light", "dark"])
def test_absent_cells_are_told_from_those_of_value_0(open_game, look):
    page = open_game(BATTLE, "dice-battle")
    page.emulate_media(color_scheme=look)
    page.reload()
    absent = page.evaluate("pageColour('--absent')")
    channels = [int(absent[k : k + 2], 16) for k in (1, 3, 5)]
    # #f7f7f7 is the colour of 0.
    assert max(channels) < 0xF7 - 40


def test_drawn_numbers_are_as_likely_as_they_should_be(open_game):
    """Of 6000 throws of a die, no face comes less or more often than once in 10^9 trials it would.

    By Hoeffding's inequality: 2 exp(-2 n t^2) < 10^-9 at t = 0.043.
    """
    page = open_game(BATTLE, "dice-battle")
    counts = page.evaluate("""() => {
      const generator = generatorFrom('a seed');
      const counts = [0, 0, 0, 0, 0, 0];
      for (let k = 0; k < 6000; k += 1) counts[Number(drawBelow(generator, 6n))] += 1;
      return counts;
    }""")
    assert sum(counts) == 6000
    assert all(abs(count / 6000 - 1 / 6) < 0.043 for count in counts)
    big = page.evaluate("String(drawBelow(generatorFrom('1'), 10n ** 60n) < 10n ** 60n)")
    assert big == "true"


# --- for everybody --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "look"),
    [
        ("dice-battle", "light"),
        ("dice-battle", "dark"),
        ("nim", "light"),
        ("one-shot-battle", "dark"),
    ],
)
def test_pages_are_accessible(open_game, name, look):
    page = open_game(game_named(name, SMALL[name]), name)
    page.emulate_media(color_scheme=look)
    for tab in tabs(page):
        page.click(f"#tab-{tab}")
        if tab == "play":
            page.click("#begin")
    # All parts at once, since what is hidden is not looked at.
    page.evaluate(
        "document.querySelectorAll('[role=tabpanel]').forEach((one) => (one.hidden = false))"
    )
    assert failings(page) == []


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_is_wider_than_its_window(open_game, width):
    page = open_game(BATTLE, "dice-battle")
    page.set_viewport_size({"width": width, "height": 900})
    for tab in tabs(page):
        page.click(f"#tab-{tab}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_figure_not_yet_drawn_anew_widens_no_page(open_game):
    page = open_game(BATTLE, "dice-battle")
    page.set_viewport_size({"width": 390, "height": 900})
    figures = page.locator("#panel-map .plot .svg-container")
    assert figures.count() > 0
    figures.evaluate_all("all => all.forEach((one) => (one.style.width = '700px'))")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


# --- games of strangers ---------------------------------------------------------------------------


class HostileState(NamedTuple):
    place: str
    other: str


@dataclass(frozen=True)
class HostileGame:
    """</script><img src=x onerror="document.title='ran'">."""

    start = HostileState(HOSTILE, "begin")

    def payoff(self, state):
        return {"won": 1, "lost": -1}.get(state.other)

    def actions(self, state, player):
        return (HOSTILE, "constructor", "__proto__") if player == MAX else (WAIT,)

    def outcomes(self, state, joint):
        return point(state._replace(other="won" if joint[0] == HOSTILE else "lost"))


def test_a_hostile_game_is_inert(open_game):
    page = open_game(HostileGame(), HOSTILE)
    for tab in tabs(page):
        page.click(f"#tab-{tab}")
    page.click("#tab-play")
    page.click("#begin")
    assert page.locator("#play-actions button").count() == 3
    page.click("#play-actions button >> nth=0")
    assert page.locator("img").count() == 0
    assert page.title().startswith("</script>")
    assert "you win" in page.locator("#play-told").inner_text()


def test_the_game_of_the_tutorial_has_a_page(open_game, tmp_path):
    text = (ROOT / "docs/tutorials/own_game.md").read_text(encoding="utf-8")
    code = re.search(r":caption: thirteen\.py\n(.*?)```", text, re.DOTALL)[1]
    # As the lesson has its reader correct it.
    rules = code.replace("return self.stopped(state)\n", "return point(self.stopped(state))\n")
    (tmp_path / "thirteen.py").write_text(rules.replace("return point(", "return point(", 1))
    game = module_of(tmp_path / "thirteen.py").Thirteen()
    page = open_game(game, "./thirteen.py:Thirteen")
    value = solve(game).value
    assert Fraction(page.locator("#map-state .value").inner_text().split(" ")[0]) == value
    page.click("#tab-play")
    page.click("#begin")
    assert page.locator("#play-actions button").all_inner_texts()[0].startswith("throw")


# --- a large page ---------------------------------------------------------------------------------

LARGE = DiceBattle(dice=10, target=100)


def test_a_page_of_ten_thousand_states_is_quick_and_right(open_game):
    page = open_game(LARGE, "dice-battle")
    values = solve(LARGE).values
    asked = [(i, j) for i in range(0, 100, 7) for j in range(0, 100, 9)]
    shown = page.evaluate(
        """(asked) => {
          const game = readGame(dataOf('game'));
          return asked.map((pair) => said(valueOf(game, stateWith(game, [...pair, 0]))));
        }""",
        asked,
    )
    for (i, j), text in zip(asked, shown, strict=True):
        value = values[LARGE.start._replace(first=i, second=j)]
        digits = text.rpartition(" ")[2].removeprefix("~")
        assert digits == (str(value) if value == int(value) else decimal_text(value, 30))
    # How long these take is for benchmarks/pages.py to say.
    assert page.evaluate("performance.getEntriesByName('interactive').length") == 1
    page.evaluate("""() => {
      const select = document.getElementById('field-2');
      for (let k = 0; k < 30; k += 1) {
        select.selectedIndex = k % 2;
        select.dispatchEvent(new Event('change'));
      }
    }""")
    assert page.evaluate("performance.getEntriesByName('slider').length") == 30


def test_costs_of_a_large_game_are_right_to_thirty_digits(open_game):
    page = open_game(LARGE, "dice-battle")
    solution = solve(LARGE)
    state = LARGE.start._replace(first=60, second=55)
    shown = page.evaluate(
        """() => {
          const game = readGame(dataOf('game'));
          const state = stateWith(game, [60, 55, 0]);
          return choicesAt(game, state, MAX).map(({ cost, isBest }) => [roundedText(cost), isBest]);
        }"""
    )
    for action, (text, is_best) in enumerate(shown, 1):
        exactly = cost(LARGE, solution, state, action)
        assert is_best == (exactly == 0)
        assert text.removeprefix("~") == decimal_text(exactly, 30)

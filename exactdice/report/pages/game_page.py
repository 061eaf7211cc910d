"""The page of a game: rules, a map of values and of best actions, distributions, strategies, and
the game itself to be played, in one file of HTML.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from ...exact.numbers import shown
from ...game.optional import is_solo
from ...game.protocol import Game
from ...query.games_by_name import is_known, maker_named
from .description import prose, rules_of
from .game_data import GameData, game_data
from .html_page import PLOTLY, html_page

SCRIPTS = (
    "game_numbers.js",
    "game_states.js",
    "game_choices.js",
    "game_random.js",
    "game_tabs.js",
    "game_details.js",
    "game_map.js",
    "game_map_panel.js",
    "game_laws.js",
    "game_strategies.js",
    "game_play.js",
    "game_play_panel.js",
    "game_start.js",
)


class MadePage(NamedTuple):
    """A page of HTML, how many states it holds, and in words what it leaves out."""

    html: str
    states: int
    left_out: tuple[str, ...]


def game_page(
    game: Game, name: str = "", given: Sequence[str] = (), strategies: Sequence[str] = ()
) -> str:
    """The page of the game as one file of HTML.

    `name` is the one in the register, where it has one; `given` are its options as the command line
    takes them, such as `dice=10`; `strategies` are names of more strategies, such as `dice(3)`.
    Raises `UnsolvableError` for a game that is too large for a page, or has no exact solution.

    >>> from exactdice import Pig
    >>> page = game_page(Pig(target=3), "pig", ["target=3"])
    >>> page.splitlines()[0]
    '<!doctype html>'
    """
    return made_page(game, name, given, strategies).html


def made_page(
    game: Game, name: str = "", given: Sequence[str] = (), strategies: Sequence[str] = ()
) -> MadePage:
    """The page of the game with its size and what it leaves out."""
    found = game_data(game, strategies)
    # Of a game in a file, ./thirteen.py:Thirteen, the class is its name for people.
    title = name.rpartition(":")[2] or type(game).__name__
    data = {**found.data, "command": " ".join((f"game={name or title}", *given))}
    has_map = found.going_on > 1
    has_plots = has_map or bool(found.data["laws"])
    rules = rules_of(game, maker_named(name)) if is_known(name) else prose(type(game))
    body = _body(title, game, rules, found, has_map)
    html = html_page(
        f"{title}, solved exactly",
        body,
        styles=("game.css",),
        scripts=SCRIPTS,
        late_bundles=(PLOTLY,) if has_plots else (),
        data={"game": data},
    )
    return MadePage(html, found.states, found.left_out)


# --- the body -------------------------------------------------------------------------------------


def _body(title: str, game: Game, rules: Sequence[str], found: GameData, has_map: bool) -> str:
    play = "<p>This game is too large to be played on a page: choose smaller options.</p>"
    if "chances" in found.data:
        play = PLAY.format(seat="" if is_solo(game) else SEAT)
    panels = [
        ("map", "Map" if has_map else "Best play", MAP if has_map else SINGLE),
        ("play", "Play", play),
        ("laws", "Laws", _distributions_panel(found)),
        ("strategies", "Strategies", STRATEGIES),
        ("rules", "Rules", _rules_panel(game, rules, found)),
    ]
    tabs = "".join(
        f'<button role="tab" type="button" id="tab-{key}" aria-controls="panel-{key}" '
        f'aria-selected="false">{label}</button>'
        for key, label, _ in panels
    )
    sections = (
        f'<section role="tabpanel" id="panel-{key}" aria-labelledby="tab-{key}" hidden>'
        f"<h2>{label}</h2>\n{inside}</section>"
        for key, label, inside in panels
    )
    return "\n".join(
        (
            '<a class="skip" href="#main">Skip to the game</a>',
            '<header class="bar-of-page">',
            f"<h1>{escape(title)}, solved exactly</h1>",
            '<button id="look" type="button" class="not-printed">Dark</button></header>',
            f'<main id="main"><p class="facts faint">{escape(shown(game, 200))}</p>',
            f'<div role="tablist" aria-label="Parts of this page" class="not-printed">{tabs}</div>',
            *sections,
            "</main>",
        )
    )


MAP = """<div class="controls not-printed" id="map-controls"></div>
<p class="faint" id="map-help">Point at a cell or click it; with the keyboard, go to the map and use
the arrow keys. Fractions are exact; ~ marks a number that was rounded.</p>
<div class="beside">
<div><div id="map-keys" tabindex="0" role="group" aria-label="Map of the states"
aria-describedby="map-help"><div id="map" class="plot"></div></div>
<div id="map-legend" class="legend"></div></div>
<div><div id="map-state" class="details"></div>
<p><button id="map-play" type="button" class="not-printed">Play from here</button></p></div></div>
<p id="map-spoken" class="unseen" role="status" aria-live="polite"></p>"""

SINGLE = '<div id="single-state" class="details"></div>'

STRATEGIES = """<div class="controls" id="strategy-controls"></div>
<div id="earned" class="scrolls" tabindex="0" role="group" aria-label="What the pair earns"></div>
<h3>All pairs</h3>
<div id="pairs" class="scrolls" tabindex="0" role="group" aria-label="All pairs"></div>"""

SEAT = """<div class="control"><label for="seat">You are</label><select id="seat">
<option value="0">MAX</option><option value="1">MIN</option></select></div>
<div class="control" id="opponent-place"></div>"""

PLAY = """<div class="controls">{seat}
<div class="control"><label for="seed">Seed (empty: other dice each time)</label>
<input id="seed" autocomplete="off"></div>
<button id="begin" type="button" class="main">New game</button></div>
<p><label class="checked"><input type="checkbox" id="advice" checked>
Advice: what each choice costs exactly</label></p>
<div id="play-now" hidden><p id="play-told" role="status" aria-live="polite"></p>
<div class="details"><div id="play-state"></div></div>
<div id="play-actions" class="actions" role="group" aria-label="Your actions"></div>
<p><button id="undo" type="button">Take back</button></p>
<div id="play-summary" tabindex="-1"></div>
<h3>So far</h3><ol id="play-lines" tabindex="0" aria-label="Moves so far"></ol></div>"""


LAWS = {"payoff": "What MAX is paid", "length": "How many moves a game has"}


def _distributions_panel(found: GameData) -> str:
    html = "<p>When both play optimally; the dashed line is the mean.</p>"
    laws = found.data["laws"]
    assert isinstance(laws, dict)
    heads = '<tr><th scope="col">outcome</th><th scope="col">probability</th></tr>'
    for key, heading in LAWS.items():
        html += f"\n<h3>{heading}</h3>\n"
        if key in laws:
            html += (
                f'<div id="law-{key}" class="plot" role="img" aria-label="{heading}, as bars; a '
                'table follows"></div>'
                f'<p>Mean: <span class="number" id="law-{key}-mean"></span></p>'
                f'<details><summary>All probabilities</summary><div class="scrolls" tabindex="0" '
                f'role="group" aria-label="{heading}, as a table"><table><thead>{heads}</thead>'
                f'<tbody id="law-{key}-table"></tbody></table></div></details>'
            )
        else:
            # Why it is left out, and its mean where that is known.
            told = (text for text in found.left_out if text.startswith(f"the law of the {key}"))
            html += (
                f"<p>Left out: {'; '.join(map(escape, told))}.</p>"
                f'<p>Mean: <span class="number" id="law-{key}-mean">left out too</span></p>'
            )
    return html


def _rules_panel(game: Game, rules: Sequence[str], found: GameData) -> str:
    # Empty lines part paragraphs.
    paragraphs = [" ".join(part.split()) for part in "\n".join(rules).split("\n\n")]
    parts = [
        *(f"<p>{escape(text)}</p>" for text in paragraphs if text),
        f"<p><code>{escape(shown(game, 400))}</code></p>",
        f"<p>A state: {escape(', '.join(found.fields))}. Payoffs and values are what MAX is "
        "paid.</p>",
    ]
    if found.left_out:
        items = "".join(f"<li>{escape(text)}</li>" for text in found.left_out)
        parts.append(f"<h3>Left out of this page</h3>\n<ul>{items}</ul>")
    return "\n".join(parts)

"""The first page of the site: queries, documents and games, each with a place for its answers; and
what it completes and offers, words of queries, options, games and strategies.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from ...exact.files import MOST_BYTES
from ...query.games_by_name import Maker, makers_loaded, options_of
from ...query.register import summary_of
from ...query.words import EVERY_NAME, QUANTITIES
from ...report.pages.description import example_options, limits_of, option_text
from ...report.pages.html_page import KATEX, html_page
from .answers import ENDINGS

# Queries with options that show what may be asked.
EXAMPLES = (
    ("EP(5)", ""),
    ("EG(0,0)", "dice=3 target=20"),
    ("P(d,k)", "d=1..6 k=1..24"),
    ("pig_win(i,j,0)", "target=20 i=0..19 j=0..19"),
    ("4d6", ""),
    ("2d6; 3d4", ""),
)


@cache
def site_page() -> str:
    """The page, which is the same for whoever opens it."""
    games = list(_games())  # first, as games enter words of their own
    words = [
        {
            "name": name,
            "call": QUANTITIES[name].signature,
            "means": QUANTITIES[name].summary,
            "options": list(QUANTITIES[name].options),
        }
        for name in sorted(QUANTITIES, key=str.lower)
    ]
    vocabulary = {"games": games, "words": words, "strategies": list(EVERY_NAME)}
    data = {"vocabulary": vocabulary, "endings": list(ENDINGS), "most": MOST_BYTES}
    examples = "\n".join(
        f'<li><button type="button" class="example" data-query="{query}" data-options="{options}">'
        f"<code>{query}</code> {options}</button></li>"
        for query, options in EXAMPLES
    )
    return html_page(
        "exactdice",
        BODY.replace("EXAMPLES", examples).replace("ENDINGS", ", ".join(ENDINGS)),
        styles=("site.css",),
        scripts=("combobox.js", "jobs.js", "answers.js", "site.js"),
        bundles=(KATEX,),
        data=data,
        asks_its_server=True,
    )


def forgotten_page() -> str:
    """The page in place of one that is kept no more."""
    body = (
        "<main><h1>This page is forgotten</h1><p>The site keeps the last pages: "
        '<a href="/">ask for it again</a>.</p></main>'
    )
    return html_page("Forgotten", body)


def _games() -> Iterator[dict[str, object]]:
    for name, maker in makers_loaded():
        sentence, _, more = summary_of(maker).partition(". ")
        options = list(_options(name, maker))
        yield {"name": name, "summary": f"{sentence}." if more else sentence, "options": options}


def _options(name: str, maker: Maker) -> Iterator[dict[str, str]]:
    """Each option with its default, what it may be, and a value that makes the game small."""
    examples = example_options(name, maker)
    for key, default in options_of(maker).items():
        yield {
            "name": key,
            "default": _value(key, default),
            "limits": limits_of(maker, key),
            "example": _value(key, examples[key]) if key in examples else "",
        }


def _value(key: str, value: object) -> str:
    """The value as it is typed behind `key=`; "" where there is none."""
    return option_text(key, value).removeprefix(key).removeprefix("=")


BODY = """\
<a class="skip" href="#ask">Skip to the query</a>
<header class="top">
<h1>exactdice</h1>
<nav aria-label="Parts of this page">
<a href="#ask">Ask</a> <a href="#documents">Documents</a> <a href="#games">Games</a>
</nav>
<button type="button" id="look">Dark</button>
</header>
<main>
<p id="alarm" role="alert" class="complaint" hidden></p>
<section id="ask" aria-labelledby="ask-title">
<h2 id="ask-title">Ask</h2>
<form id="query-form" autocomplete="off">
<div class="field wide">
<label for="query">Query</label>
<input id="query" class="code" spellcheck="false" autocapitalize="none" placeholder="EP(5)">
</div>
<div class="field wide">
<label for="options">Options and ranges <span class="faint">(may be empty)</span></label>
<input id="options" class="code" spellcheck="false" autocapitalize="none"
 placeholder="dice=3 target=20 i=0..9">
</div>
<div class="field">
<label for="digits">Decimals</label>
<input id="digits" type="number" min="0" max="1000" value="6">
</div>
<div class="buttons">
<button class="main" id="answer-it">Answer</button>
<button type="button" id="form-it">Closed form</button>
</div>
</form>
<details><summary>Examples</summary><ul class="examples">
EXAMPLES
</ul></details>
<div id="answers"></div>
</section>
<section id="documents" aria-labelledby="documents-title">
<h2 id="documents-title">Documents</h2>
<div id="drop">
<p><label for="file">Drop a document with marks here, or choose one</label>
<input id="file" type="file" multiple aria-describedby="file-kinds"></p>
<p class="faint" id="file-kinds">Read here: ENDINGS. The file stays on this machine.</p>
<p><label><input type="checkbox" id="strict"> strict: a number cut off instead of rounded is wrong
</label></p>
</div>
<ul id="reports" class="made"></ul>
</section>
<section id="games" aria-labelledby="games-title">
<h2 id="games-title">Games</h2>
<form id="game-form" autocomplete="off">
<div class="field"><label for="game">Game</label><select id="game"></select></div>
<p id="game-summary" class="faint"></p>
<fieldset><legend>Options</legend><div id="game-options"></div></fieldset>
<div class="buttons">
<button class="main">Make its page</button>
<button type="button" id="small">Small example</button>
</div>
</form>
<ul id="game-pages" class="made"></ul>
</section>
</main>
"""

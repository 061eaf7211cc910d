"""The whole pages that jobs make: reports on documents, and games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from ..claims.claim import Document
from ..claims.verdict import Finding
from ..documents.verification import as_text
from ..errors import ExactDiceError, QueryError
from ..exact import printable
from ..game import Game
from ..mcp_server.answers import reading_no_file
from ..pages.description import page
from ..pages.html_page import PageParts, html_page
from ..queries.game_words import game_from
from .answers import A_FILE, NO_CODE, Question, watched

LONGEST_PAGE = 40_000_000  # characters


@dataclass(frozen=True)
class Page:
    """A page with its title, and what is said of it beside the link to it."""

    title: str
    html: str
    summary: str = ""

    def __post_init__(self) -> None:
        if len(self.html) > LONGEST_PAGE:
            raise ExactDiceError(
                f"the page has {len(self.html)} characters, and at most {LONGEST_PAGE} are shown: "
                "choose smaller options, or a shorter document"
            )


@dataclass(frozen=True)
class GameAsked:
    """A game by its name, and its options as words."""

    name: str
    options: str = ""


def made_game_page(asked: GameAsked) -> Page:
    """The page of the game with these options."""
    if A_FILE in asked.name or A_FILE in asked.options:
        raise QueryError(NO_CODE)
    with watched(), reading_no_file():
        words = Question(asked.name, asked.options).words
        game = game_from(asked.name, words)
        title = " ".join([asked.name, *words])
        return Page(title, game_page(game, asked.name))


def report_page(
    results: Sequence[tuple[Document, Sequence[Finding]]],
    strict: bool = False,
    unread: Sequence[tuple[Path, str]] = (),
) -> str:
    """The findings as a page."""
    return _plain_page("Report", as_text(results, "markdown", strict, unread))


def game_page(game: Game, name: str = "") -> str:
    """The game described on a page."""
    return _plain_page(f"{name}: {type(game).__name__}", "\n".join(map(printable, page(name))))


def _plain_page(title: str, text: str) -> str:
    body = (
        f'<main><button id="look">Dark</button><h1>{escape(title)}</h1>'
        f'<pre tabindex="0">{escape(text)}</pre></main>'
    )
    return html_page(PageParts(title, body))

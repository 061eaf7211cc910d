"""The whole pages that jobs make: reports on documents, and games."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import QueryError
from ..mcp_server.answers import reading_no_file
from ..pages.game_page import game_page
from ..queries.ranges import game_from
from .answers import A_FILE, NO_CODE, Question, watched


@dataclass(frozen=True)
class Page:
    """A page with its title, and what is said of it beside the link to it."""

    title: str
    html: str
    summary: str = ""


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
        return Page(title, game_page(game, asked.name, words))

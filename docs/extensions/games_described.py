"""The games of the register described: what `exactdice games GAME` prints, as Markdown."""

import markdown_parts as markdown
from words_of_queries import family_of, words

from exactdice.game.protocol import Game
from exactdice.query.games_by_name import (
    GAMES,
    Maker,
    game_named,
    maker_named,
    maker_within,
    options_of,
)
from exactdice.query.register import summary_of
from exactdice.query.states import fields_of, start_line
from exactdice.report.pages.description import (
    DIGITS,
    answers_of_every_game,
    example_options,
    is_worked_out,
    limits_of,
    option_text,
    own_words,
    prose,
    rules_of,
    strategy_names,
)


def all_games() -> str:
    """A table of the games: name, what it is, options with their defaults."""
    rows = (
        [
            f"[`{name}`](games/{family_of(name)}.md#rules-of-{name})",
            markdown.text(summary_of(maker_within(maker))),
            markdown.code(" ".join(option_text(*option) for option in options_of(maker).items())),
        ]
        for name, maker in GAMES.items()
    )
    return markdown.table(["game", "what it is", "options"], rows)


def game(name: str) -> str:
    """The sections of one game: rules, options, state, strategies, words with a worked query."""
    maker = maker_named(name)
    given = example_options(name, maker)
    small = game_named(name, given)
    return "\n".join(
        [
            f"## Rules of {name}\n",
            markdown.text("\n".join(rules_of(small, maker))) + "\n",
            f"### Options of {name}\n",
            _options(maker, small),
            f"### State and strategies of {name}\n",
            _state(small, given),
            f"### Words of {name}\n",
            _words(name, small, given),
        ]
    )


def _options(maker: Maker, small: Game) -> str:
    rows = [
        [markdown.code(option_text(key, default)), markdown.text(limits_of(maker, key))]
        for key, default in options_of(maker).items()
    ]
    rows.append(["`digits=N`", markdown.text(DIGITS)])
    table = markdown.table(["option and default", "may be"], rows)
    about = prose(maker_within(maker))
    if about == rules_of(small, maker):
        return table
    return f"{table}\n{markdown.prose(chr(10).join(about))}"


def _state(small: Game, given: dict[str, object]) -> str:
    names = ", ".join(map(markdown.code, strategy_names(small)))
    return (
        f"The fields of a state are {', '.join(map(markdown.code, fields_of(small)))}; "
        f"{_with(given)}the start is {markdown.text(start_line(small))}.\n\n"
        f"[Strategies by name](../strategies.md): {names}.\n"
    )


def _with(given: dict[str, object]) -> str:
    said = " ".join(option_text(key, value) for key, value in given.items())
    return f"with `{said}` " if said else ""


def first_of_family(name: str) -> str:
    """The first of the games that stand on one page and have the same words."""
    return next(other for other in GAMES if family_of(other) == family_of(name))


def _words(name: str, small: Game, given: dict[str, object]) -> str:
    """The words of its own, and the worked queries of those of every game."""
    parts = [f"Worked out {_with(given)}".rstrip() + ".\n"] if given else []
    first = first_of_family(name)
    if first != name:
        parts.append(f"Its own words are [those of {first}](#words-of-{first}).\n")
    elif next(iter(own_words(name)), None) is not None:
        parts.append(words(name))
    if is_worked_out(small):
        answers = "\n".join(answers_of_every_game(name, small, given))
        parts += ["The [words of every game](../words_of_games.md):\n", markdown.fence(answers)]
    return "\n".join(parts)

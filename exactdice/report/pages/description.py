"""A game described: its rules, options with defaults and limits, state, strategies, and every word
with a worked query.

Nothing here prints: `exactdice games GAME` and documents take the same lines.
"""

from __future__ import annotations

import inspect
import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap

from ...exact.errors import ExactDiceError, TooCostly
from ...game.graph import explore
from ...game.optional import hides, is_solo, named_options
from ...game.protocol import MAX, MIN, NAMES, PLAYERS, Game
from ...game.text_of_values import as_written
from ...query.evaluate import calls_in, evaluate_query
from ...query.games_by_name import Maker, game_named, home_of, maker_named, maker_within, options_of
from ...query.register import Quantity, Word
from ...query.states import fields_of, information_sets_of, start_line, worked_queries
from ...query.strategies import makers_of
from ...query.syntax import parse
from ...query.words import QUANTITIES
from ...writeup.tables import number_text

MOST_STATES = 60_000  # of a game whose words are worked out, and that has a page
FITTING = 78  # columns of text, which is set in from the left by two; longer values are rounded
TRIED = range(-1, 11)  # values of an option, to find the least that its game takes
LARGE = 10**5  # an option that takes it is taken to have no largest value


def page(name: str) -> Iterator[str]:
    """The lines that describe the game of this name."""
    maker = maker_named(name)
    given = example_options(name, maker)
    game = game_named(name, given)
    yield name
    rules, about_options = rules_of(game, maker), prose(maker_within(maker))
    yield from _indented(_filled(rules))
    yield "options: limits hold with all else as it is"
    yield from _indented(option_lines(maker))
    if about_options != rules:
        yield from _indented(_filled(about_options))
    # The fields of a state; one without fields is what the next line shows.
    fields = ", ".join(fields_of(game)) if hasattr(game.start, "_fields") else ""
    yield f"state: {fields or 'without fields, written as the start below'}"
    yield from _indented([f"{_with(given)}the start is {start_line(game)}"])
    if hides(game) and is_worked_out(game):
        # What the players know first where they choose: who has neither seen nor done anything yet
        # is no example of it.
        first = [next(filter(None, information_sets_of(game, player)), None) for player in PLAYERS]
        pairs = zip(NAMES, first, strict=True)
        told = ", ".join(f"{name} {as_written(one)}" for name, one in pairs if one)
        such_as = f", such as {told}" if told else ""
        yield f"  each player knows what it saw and did, in this order{such_as}"
    yield "strategies: by name, for commands and queries"
    names = strategy_names(game)
    yield from _indented(wrap(", ".join(names), FITTING, break_on_hyphens=False))
    yield from word_lines(name, game, given)


def _with(given: Mapping[str, object]) -> str:
    """The options as words before what holds with them; "" where none are given."""
    words = " ".join(option_text(key, value) for key, value in given.items())
    return f"with {words} " if words else ""


def _indented(lines: Iterable[object]) -> Iterator[str]:
    return (f"  {line}".rstrip() for line in lines)


def _filled(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a docstring, its paragraphs and the items of its lists broken anew."""
    blocks: list[str] = []
    for line in lines:
        if line and not line.startswith("- ") and blocks and blocks[-1]:
            blocks[-1] += f" {line.strip()}"
        else:
            blocks.append(line)
    for block in blocks:
        below = "  " if block.startswith("- ") else ""
        # An empty line parts paragraphs.
        yield from wrap(block, FITTING, subsequent_indent=below, break_on_hyphens=False) or [""]


# --- the rules and the options --------------------------------------------------------------------


def rules_of(game: Game, maker: Maker) -> list[str]:
    """The rules: what the rule sheet says below its heading, else what the class or the function
    says.
    """
    # The rules of a game on a graph are an object of their own.
    sheet = sys.modules.get(type(getattr(game, "rules", game)).__module__)
    heading, _, rest = (inspect.getdoc(sheet) or "").partition("\n\n")
    if (
        sheet is not None
        and (sheet.__name__.endswith(".rules") or "rule sheet" in heading)
        and rest
    ):
        return rest.partition("\n\n")[0].splitlines()
    return prose(maker_within(maker))


def prose(thing: object) -> list[str]:
    """The lines of a docstring before its examples; none when Python leaves docstrings out."""
    return (inspect.getdoc(thing) or "").partition("\n\n>>>")[0].splitlines()


def option_lines(maker: Maker) -> Iterator[str]:
    """Each option as it is typed, with what it may be; then what the class says of them."""
    rows = {option_text(key, default): key for key, default in options_of(maker).items()}
    widest = max(map(len, (DIGITS, *rows)))
    for text, key in rows.items():
        yield f"{text.ljust(widest)}  {limits_of(maker, key)}".rstrip()
    yield f"{DIGITS.ljust(widest)}  bounds 10^-N apart instead of fractions"


DIGITS = "digits=N"


def option_text(name: str, default: object) -> str:
    """The option with its default as it is typed, `heaps=3,4,5`; the name where there is none."""
    if default in (None, ()) or default is inspect.Parameter.empty:
        return name
    return f"{name}={','.join(map(str, default)) if isinstance(default, tuple) else default}"


def limits_of(maker: Maker, key: str) -> str:
    """The values that the option takes, as the game itself answers; "" where that cannot be asked.

    >>> from exactdice.games.pig import Pig
    >>> limits_of(Pig, "target"), limits_of(Pig, "weights")
    ('1 or more', '')
    """
    names = named_options(maker_within(maker)).get(key)
    if names:
        return f"one of {', '.join(names)}"
    default = options_of(maker)[key]
    if isinstance(default, bool):
        return "True or False"
    annotation = str(inspect.signature(maker).parameters[key].annotation)
    if not (isinstance(default, int) or annotation in ("int", "int | None")):
        return ""
    taken = [value for value in TRIED if _takes(maker, key, value)]
    # Without a gap below it, the least that is taken is the limit.
    if not taken or taken[0] == TRIED[0]:
        return ""
    if taken[-1] < TRIED[-1]:
        return f"{taken[0]} to {taken[-1]}" if len(taken) > 1 else ""
    # All are taken, or too much work alone is refused, which depends on the other options.
    if _takes(maker, key, LARGE, costly=True):
        return f"{taken[0]} or more"
    refused = bisect_left(
        range(LARGE), True, key=lambda value: not _takes(maker, key, value), lo=TRIED[-1]
    )
    return f"{taken[0]} to {refused - 1}"


def _takes(maker: Maker, key: str, value: int, *, costly: bool = False) -> bool:
    """Whether the game can be made with this value, all else being as it is; `costly` is said of
    one that is refused as too much work.
    """
    try:
        maker(**{key: value})
    except TooCostly:
        return costly
    # Whatever a class of somebody else raises, it does not take the value.
    except Exception:
        return False
    return True


def strategy_names(game: Game) -> list[str]:
    """The names of the strategies of MAX, and those that MIN alone has."""
    names = list(makers_of(game, MAX))
    if not is_solo(game):
        names += [name for name in makers_of(game, MIN) if name not in names]
    return names


# --- the words ------------------------------------------------------------------------------------


def word_lines(name: str, game: Game, given: Mapping[str, object]) -> Iterator[str]:
    """Each word with a worked query: those of every game shortly, those of its own in full."""
    here = f", worked out {_with(given)}".rstrip() if given else ""
    worked = is_worked_out(game)
    if worked:
        yield f"words of every game{here}"
        yield from _indented(answers_of_every_game(name, game, given))
    else:
        yield "words of every game, not worked out here: choose options that make it smaller"
        yield from _indented(worked_queries(game).values())
    queries = own_queries(name) if worked else {}
    for k, word in enumerate(own_words(name)):
        if k == 0:
            yield f"words of its own{here}"
        yield f"  {word.signature}  {word.summary}"
        if word.name in queries:
            yield f"    {answer(queries[word.name], options_asked(name, word, given))}"


def is_worked_out(game: Game) -> bool:
    """Whether the game is so small that its words are worked out."""
    try:
        explore(game, most=MOST_STATES)
    except ExactDiceError:
        return False
    return True


def answers_of_every_game(name: str, game: Game, given: Mapping[str, object]) -> Iterator[str]:
    """The worked query of each word of every game, with its value."""
    asked = {"game": Word(name), **given}
    return (answer(query, asked) for query in worked_queries(game).values())


def own_words(name: str) -> Iterator[Quantity]:
    """The words that the module of `query.games`, the package or the file of the game enters."""
    home = home_of(name).__name__
    homes = {home, home.replace("exactdice.games.", "exactdice.query.games.")}
    for quantity in QUANTITIES.values():
        module = quantity.function.__module__
        if module in homes or module.startswith(f"{home}."):
            yield quantity


def own_queries(name: str) -> dict[str, str]:
    """{word: the worked query of it}, as the folder, the package or the file of the game says."""
    worked = getattr(home_of(name), "QUERIES", ())
    return {call.name: text for text in worked for call in calls_in(parse(text))}


def options_asked(name: str, word: Quantity, given: Mapping[str, object]) -> dict[str, object]:
    """The options of the word with which it asks of the game of this name with these options."""
    every: dict[str, object] = {"game": Word(name), **given}
    known = word.options_for(every)
    if "game" not in word.options:
        # A word of the folder that takes no game is asked with the options of this one.
        game = game_named(name, given)
        every = {key: getattr(game, key) for key in known if hasattr(game, key)}
    # Words take 1 and 0 for truths.
    return {
        key: int(value) if isinstance(value, bool) else value
        for key, value in every.items()
        if key in known and value is not None
    }


def answer(query: str, given: Mapping[str, object]) -> str:
    """The query with its value, or with the reason why it has none."""
    try:
        value = evaluate_query(query, given)
    except ExactDiceError as error:
        return f"{query} is refused: {error}"
    text = number_text.exact(value)
    # Rounded where it is long, and cut off where that is a long law.
    text = text if len(text) <= FITTING else number_text.decimal(value, 4)
    return f"{query} = {text if len(text) <= FITTING else f'{text[:FITTING]}...'}"


# --- where a game says what makes it small --------------------------------------------------------


def example_options(name: str, maker: Maker) -> dict[str, object]:
    """Options that make the game small, from the EXAMPLES of its folder, its package or its file;
    {} where they say none, or where options are set already.
    """
    if maker is not maker_within(maker):
        return {}
    examples: Mapping[str, dict[str, object]] = getattr(home_of(name), "EXAMPLES", {})
    return examples.get(name.replace("_", "-"), examples.get(maker.__name__, {}))

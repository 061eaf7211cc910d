"""The commands that play: a person against a strategy, and many random games. No mathematics
here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from ...distributions.distribution import Distribution
from ...exact.errors import ExactDiceError
from ...exact.files import named
from ...exact.numbers import Exact, Interval, Progress, decimal_text, exact_text
from ...game.optional import is_solo
from ...game.protocol import MAX, MIN, Game, Player, Profile
from ...query.ranges import digits_in, game_from
from ...query.words import EVERY_NAME
from ...writeup.tables.number_text import decimal
from . import stores as cli_stores
from .fitting import WIDTH, ending, fitted
from .shared import (
    GameName,
    Given,
    Seed,
    check_picture,
    complete_strategy,
    out,
    output_option,
    progress_bar,
    refuse_unused,
)

if TYPE_CHECKING:
    from ...solvers.evaluation.simulation import Simulation

# the law of one game, or bounds on its mean, or why neither is known
Known = Distribution[Exact] | Interval | str
EVERYBODY = f"One that fits the game, of {', '.join(EVERY_NAME)}; default: optimal"

Simulated = Annotated[
    str | None,
    typer.Option(
        help=f"{EVERYBODY}, or random where the game is too large to solve.",
        autocompletion=complete_strategy,
    ),
]


def game_and_digits(
    context: typer.Context, name: str, given: list[str] | None, of_other: str
) -> tuple[Game, int | None]:
    """The game, and the digits of the bounds that it is played with; None for exact numbers.

    Raises `ExactDiceError` when the option of the other player is typed, but there is none.
    """
    from ...games.simultaneous_battle.rules import SimultaneousBattle
    from ...query.games.simultaneous_battle import SHORT
    from .players import DIGITS

    digits, words = digits_in(given)
    rules = game_from(name, words)
    # The type itself, since a subclass may have other rules, and this was found for these.
    if digits is None and type(rules) is SimultaneousBattle and rules.dice * rules.target > SHORT:
        digits = DIGITS
    if is_solo(rules):
        refuse_unused(context, f"in {name}, which is played alone", of_other)
    return rules, digits


def play(
    context: typer.Context,
    game: GameName,
    given: Given = None,
    opponent: Annotated[
        str | None,
        typer.Option(
            help=f"{EVERYBODY}, or search(6) where the game is too large to solve.",
            autocompletion=complete_strategy,
        ),
    ] = None,
    second: Annotated[bool, typer.Option("--second", help="You move second.")] = False,
    advice: Annotated[
        bool, typer.Option("--advice", help="Answer ? with the best action and its exact gain.")
    ] = False,
    law: Annotated[
        bool,
        typer.Option(
            "--law/--no-law", help="Show the exact law of what comes next where it is short."
        ),
    ] = True,
    seed: Seed = None,
    store: cli_stores.StoreRead = None,
) -> None:
    """Play a game against a strategy, and see what each of your choices cost.

    At each question `help` lists the answers besides actions, such as `undo`.
    """
    from ...query.strategies import solved
    from . import players
    from .play import HiddenTable, Table, answer_to, cost_lines, seat
    from .play import play as play_game

    rules, digits = game_and_digits(context, game, given, "--opponent")
    me: Player = MIN if second else MAX
    if store is not None and digits is not None:
        raise ExactDiceError("--store keeps exact values, and digits=N asks for bounds: choose one")
    with cli_stores.answers_from(store):
        if store is not None:
            solved(rules)  # which refuses the store of another game
        # Solved before the first move, so that nobody waits in the middle of the game.
        with progress_bar("solving the game"):
            name = opponent or players.usual(rules, digits, "search(6)")
            seated = players.seated(rules)
            other = players.plan(seated, name, MAX if second else MIN, digits)
        title = f"{rules}: "
        against = seat(rules, me, players.called(name, digits))
        if len(title + against) <= WIDTH:
            out.print(title + against)
        else:
            for line in (*fitted(title.rstrip()), *fitted(f"  {against}")):
                out.print(line)
        advised = (lambda state: players.advice(seated, state, me, digits)) if advice else None
        kind = Table if seated is rules else HiddenTable
        table = kind(seated, me, answer_to, out.say, advised, shows_law=law)  # type: ignore[arg-type]
        try:
            played = play_game(table, other, Random(seed))
        except EOFError:
            out.print()  # the question stands alone on its line
            raise ExactDiceError("the game needs your answers, but the input ended") from None
        except KeyboardInterrupt:
            out.print()
            raise
        if played.payoff is not None:
            out.print(ending(rules, played.payoff, me))
        with progress_bar("what your choices cost"):
            try:
                lines = list(cost_lines(table, played, players.known(seated, digits)))
            except ExactDiceError as error:
                lines = [f"what your choices cost is not known: {error}"]
        for line in lines:
            out.print(line)


def simulate(
    context: typer.Context,
    game: GameName,
    given: Given = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 10_000,
    first: Simulated = None,
    second: Simulated = None,
    seed: Seed = None,
    output: Annotated[
        Path | None, output_option("Draw the counts beside the exact law in this picture.")
    ] = None,
) -> None:
    """Play many random games and set their mean beside the exact one."""
    from ...solvers.evaluation.simulation import simulate_many
    from . import players

    rules, digits = game_and_digits(context, game, given, "--second")
    if output is not None:
        check_picture(output)
    with progress_bar(f"solving {game}") as watch:
        one = first or players.usual(rules, digits, "random")
        other = second or players.usual(rules, digits, "random")
        profile = (players.plan(rules, one, MAX, digits), players.plan(rules, other, MIN, digits))
        known = known_of(rules, profile, digits, watch)
    if output is not None and not isinstance(known, Distribution):
        # Of bounds: they are on the mean, and say nothing of the single outcomes.
        why = known if isinstance(known, str) else "its gain is known within bounds only"
        raise ExactDiceError(
            f"there is no exact law to draw beside the counts: {why}; leave -o out, or choose a "
            "smaller game"
        )
    names = players.called(one, digits)
    if not is_solo(rules):
        names += f" against {players.called(other, digits)}"
    # Before the games, which may take long, so that people see what is being done.
    out.say(f"{rules}: {names}, {games} games")
    with progress_bar(f"{games} games") as watch:
        sample = simulate_many(rules, profile, games, Random(seed), watch)
    for line in sample_lines(sample, known):
        out.say(line)
    if output is not None and isinstance(known, Distribution):
        from ...writeup.pictures.curves import Panel, draw_laws

        panel = Panel(names, known, sample.payoffs)
        draw_laws([panel], output, f"payoff in {sample.games} random games", "payoff")
        out.print(f"wrote {named(output)}")


def known_of(
    game: Game, profile: Profile, digits: int | None, progress: Progress | None = None
) -> Known:
    """What is known of the payoff of one game of the profile; bounds with digits where fractions
    would be too long.
    """
    from ...games.simultaneous_battle.fast import profile_bounds
    from ...games.simultaneous_battle.rules import SimultaneousBattle
    from ...solvers.evaluation.profiles import payoff_law

    try:
        if digits is not None and type(game) is SimultaneousBattle:
            return profile_bounds(game, profile, digits)[game.start]
        return payoff_law(game, profile, progress)
    # The sample is worth printing all the same, with the reason beside it.
    except ExactDiceError as error:
        return str(error)


def sample_lines(sample: Simulation, known: Known) -> Iterator[str]:
    """The counts and means of the sample, then the exact gain with z and p, or its bounds; or why
    there is none.
    """
    from ...report.claims.montecarlo import estimate

    for payoff, count in sample.payoffs.items():
        yield f"payoff {exact_text(payoff)}: {count} games"
    yield (
        f"mean payoff {decimal_text(sample.mean, 6)}, mean length "
        f"{decimal_text(sample.mean_length, 3)} moves"
    )
    if isinstance(known, str):
        yield f"no exact value to compare with: {known}"
    elif isinstance(known, Interval):
        yield f"gain by certified bounds: {decimal(known, 6)}"
    else:
        # The mean of the sample is exact, so both bounds are the same number.
        found = estimate(known, sample.games, Interval(sample.mean, sample.mean))
        yield (
            f"exact gain {decimal_text(known.mean(), 6)}, z = {decimal_text(found.z or 0, 2)}, "
            f"p = {decimal_text(found.p, 4)} ({found.method})"
        )

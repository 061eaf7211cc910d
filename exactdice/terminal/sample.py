"""A sample of random games set beside the exact law."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..claims.montecarlo import estimate
from ..distribution import Distribution
from ..errors import ExactDiceError
from ..evaluation.profiles import payoff_law
from ..evaluation.simulation import Simulation
from ..exact import Bounds, Exact, Progress, decimal_text, exact_text
from ..game import Game, Profile
from ..games.simultaneous_battle.fast import profile_bounds
from ..games.simultaneous_battle.rules import SimultaneousBattle
from ..optional import is_solo
from ..tables.number_text import decimal

# the law of one game, or bounds on its mean, or why neither is known
Known = Distribution[Exact] | Bounds | str


def known_of(
    game: Game, profile: Profile, digits: int | None, progress: Progress | None = None
) -> Known:
    """What is known of the payoff of one game of the profile; bounds with digits where fractions
    would be too long.
    """
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
    for payoff, count in sample.payoffs.items():
        yield f"payoff {exact_text(payoff)}: {count} games"
    yield (
        f"mean payoff {decimal_text(sample.mean, 6)}, mean length "
        f"{decimal_text(sample.mean_length, 3)} moves"
    )
    yield known_line(sample, known)


def known_line(sample: Simulation, known: Known) -> str:
    """The exact gain beside the sample's."""
    if isinstance(known, str):
        return f"no exact value to compare with: {known}"
    if isinstance(known, Bounds):
        return f"gain by certified bounds: {decimal(known, 6)}"
    # The mean of the sample is exact, so both bounds are the same number.
    found = estimate(known, sample.games, Bounds(sample.mean, sample.mean))
    chance = f"p = {decimal_text(found.p, 4)} ({found.method})"
    return (
        f"exact gain {decimal_text(known.mean(), 6)}, z = {decimal_text(found.z or 0, 2)}, {chance}"
    )


def playing(game: Game, first: str, second: str) -> str:
    """The names of the strategies that play; the first alone when the game is for one player."""
    return first if is_solo(game) else f"{first} against {second}"


def draw_sample(sample: Simulation, known: Known, name: str, path: Path) -> None:
    """Draw how often each payoff came beside its exact probability; the name of the profile stands
    above.
    """
    from ..pictures.laws import Panel, draw_laws

    draw_laws(
        [Panel(name, law_known(known), sample.payoffs)],
        path,
        f"payoff in {sample.games} random games",
        "payoff",
    )


def law_known(known: Known) -> Distribution[Exact]:
    """The law of one game; `ExactDiceError` when it is not known exactly."""
    if isinstance(known, Distribution):
        return known
    # Bounds are on the mean: of the single outcomes they say nothing.
    why = known if isinstance(known, str) else "its gain is known within bounds only"
    raise ExactDiceError(
        f"there is no exact law to draw beside the counts: {why}; leave -o out, or choose a "
        "smaller game"
    )

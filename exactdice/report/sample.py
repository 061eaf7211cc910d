"""A sample of random games set beside the exact law."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..errors import ExactDiceError
from ..evaluate import payoff_law
from ..exact import Bounds, decimal_text, exact_text
from ..game import Game, Profile
from ..sampling import Simulation
from .montecarlo import estimate


def sample_lines(game: Game, profile: Profile, sample: Simulation) -> Iterator[str]:
    """The counts and means of the sample, then the exact gain with z and p; or why there is none."""
    for payoff, count in sample.payoffs.items():
        yield f"payoff {exact_text(payoff)}: {count} games"
    yield f"mean payoff {decimal_text(sample.mean, 6)}, mean length {decimal_text(sample.mean_length, 3)} moves"
    try:
        law = payoff_law(game, profile)
    except ExactDiceError as error:
        yield f"no exact value to compare with: {error}"
        return
    found = estimate(law, sample.games, Bounds(sample.mean, sample.mean))
    chance = f"p = {decimal_text(found.p, 4)} ({found.method})"
    yield f"exact gain {decimal_text(law.mean(), 6)}, z = {decimal_text(found.z, 2)}, {chance}"


def playing(game: Game, first: str, second: str) -> str:
    """The names of the strategies that play; the first alone when the game is for one player."""
    return first if getattr(game, "solo", False) else f"{first} against {second}"


def draw_sample(game: Game, profile: Profile, sample: Simulation, name: str, path: Path) -> None:
    """Draw how often each payoff came beside its exact probability; the name of the profile stands above."""
    from .plot import Panel, draw_laws

    draw_laws([Panel(name, payoff_law(game, profile), sample.payoffs)], path, f"payoff in {sample.games} random games", "payoff")

"""Testing kit: exact values as an oracle for your own tests.

- `check_game(game)` reports every broken rule of a game of your own, each with its state.
- `check_contract(game)` does so too, and looks at what every game keeps: one answer whichever way
  it is solved, a proof that is accepted, equal copies, an answer or a reason for every word.
- `exact` compares computed numbers, actions and tables with exact values: `exact.close(x,
  "EG(0,0)", dice=3, target=20)`.
- hypothesis strategies (these alone need hypothesis): `exact_numbers`, `distributions`,
  `die_distributions`; `battles`, `games_in_turns`, `one_player_games`, `recurring_games`,
  `simultaneous_games`, `profiles`; `matrix_games`, `solved_matrix_games`, `solved_programs`;
  `arenas`. What they draw has a short repr that can be pasted into a test, as `Listed({0: ...})`.
- with pytest: claims files as tests (`exactdice/testing/pytest_plugin.py`), the fixture `exact`.

`examples/testing_a_float_solver` tests a numpy solver until each of its mistakes is found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..games.listed_game import Listed
from .game_rules import check_contract, check_game
from .oracle import ExactOracle, exact

if TYPE_CHECKING:
    from .generate import (
        arenas,
        battles,
        die_distributions,
        exact_numbers,
        games_in_turns,
        laws,
        matrix_games,
        one_player_games,
        profiles,
        recurring_games,
        simultaneous_games,
        solved_matrix_games,
        solved_programs,
    )

__all__ = [
    "ExactOracle",
    "Listed",
    "arenas",
    "battles",
    "check_contract",
    "check_game",
    "die_distributions",
    "exact",
    "exact_numbers",
    "games_in_turns",
    "laws",
    "matrix_games",
    "one_player_games",
    "profiles",
    "recurring_games",
    "simultaneous_games",
    "solved_matrix_games",
    "solved_programs",
]


def __getattr__(name: str) -> Any:
    """The strategies are imported when they are asked for, so that the rest works without
    hypothesis.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from . import generate
    except ModuleNotFoundError as error:
        raise ImportError(
            f"exactdice.testing.{name} needs {error.name}: pip install hypothesis"
        ) from error
    return getattr(generate, name)

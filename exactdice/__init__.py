"""exactdice: dice games and small two-player games solved exactly, with proofs anyone can check."""

from typing import TYPE_CHECKING

from .exact.loading import on_request

# For type checkers and editors; when Python runs, a name is loaded from its home below when it is
# asked for, since most programs need few of them.
if TYPE_CHECKING:
    from .cli.notebook.extension import load_ipython_extension as load_ipython_extension
    from .cli.notebook.extension import unload_ipython_extension as unload_ipython_extension
    from .cli.notebook.functions import plot, sweep, table, value, verify
    from .distributions.distribution import (
        Distribution,
        InfiniteDistribution,
        from_probabilities,
        joint,
        max_of,
        min_of,
        mixture,
        point,
        uniform,
    )
    from .distributions.pools import (
        by_faces,
        different,
        highest,
        largest_set,
        longest_straight,
        lowest,
        middle,
        pairs_won,
        sets,
        sorted_pool,
        successes,
    )
    from .distributions.throwing import die, roll, total_of
    from .exact.errors import ExactDiceError
    from .exact.numbers import Interval, Rounding, as_exact, decimal_text, exact_text, parse_exact
    from .game.protocol import MAX, MIN, WAIT, Game, mixed, strategy
    from .game.solution import Enclosure, Solution
    from .games.blotto import Blotto
    from .games.connect_four import ConnectFour
    from .games.dice_battle import BattleState, DiceBattle, blind, dice

    # not in __all__: a star import must not hide the standard library's random
    from .games.dice_battle import random as random
    from .games.domineering import Domineering
    from .games.farkle import Farkle, FarkleState
    from .games.goofspiel import Goofspiel, GoofspielState
    from .games.hog import Hog, HogState
    from .games.kuhn import Kuhn, KuhnState
    from .games.leduc import Leduc, LeducState
    from .games.liars_dice import LiarsDice, LiarsDiceState
    from .games.one_card_poker import OneCardPoker, OneCardState
    from .games.one_shot_battle import OneShotBattle
    from .games.phantom_domineering import PhantomDomineering
    from .games.pig import Pig, PigState, hold_at, piglet
    from .games.race import Race, RaceState
    from .games.simultaneous_battle import SimultaneousBattle, SimultaneousState
    from .games.simultaneous_battle.fast import outcome_bounds, profile_bounds, reply_bounds
    from .games.snakes_and_ladders import SnakesAndLadders, SnakesState
    from .games.tokens import (
        TokenGame,
        TokenState,
        best_choices,
        expected_score,
        policy,
        score_distribution,
    )
    from .linear.matrices.optimal_mixed_actions import extreme_mixtures, is_unique
    from .linear.matrices.solve import MatrixSolution, solve_matrix_game
    from .proofs.checking import check, check_file
    from .proofs.problems import arena_proof, matrix_proof, program_proof
    from .proofs.solutions import proof, write_proof
    from .solvers import backward_induction, enclose, solve, strategy_iteration
    from .solvers.arenas.arena import (
        Arena,
        NormalPlay,
        arena,
        grundy_values,
        kernel,
        winning_strategy,
    )
    from .solvers.arenas.search import Tree, alpha_beta, minimax
    from .solvers.evaluation.profiles import (
        best_response,
        best_win_rate,
        exploitability,
        length_distribution,
        length_generating_function,
        mean_length,
        payoff_distribution,
        profile_values,
        win_rate,
    )
    from .solvers.evaluation.simulation import simulate, simulate_many
    from .solvers.hidden.solution import ImperfectInformationSolution, probability_range
    from .symbolic.rational_function import parameter
    from .writeup.pictures.figure import PlotStyle
    from .writeup.sweep_table import SweepTable

__version__ = "0.1.0"

HOMES = {
    "solvers.arenas.arena": (
        "Arena",
        "NormalPlay",
        "arena",
        "grundy_values",
        "kernel",
        "winning_strategy",
    ),
    "solvers.arenas.search": ("Tree", "alpha_beta", "minimax"),
    "distributions.distribution": (
        "Distribution",
        "InfiniteDistribution",
        "from_probabilities",
        "joint",
        "max_of",
        "min_of",
        "mixture",
        "point",
        "uniform",
    ),
    "exact.errors": ("ExactDiceError",),
    "solvers.evaluation.profiles": (
        "best_response",
        "best_win_rate",
        "exploitability",
        "length_generating_function",
        "length_distribution",
        "mean_length",
        "payoff_distribution",
        "profile_values",
        "win_rate",
    ),
    "solvers.evaluation.simulation": ("simulate", "simulate_many"),
    "exact.numbers": (
        "Interval",
        "Rounding",
        "as_exact",
        "decimal_text",
        "exact_text",
        "parse_exact",
    ),
    "game.protocol": ("Game", "MAX", "MIN", "WAIT", "mixed", "strategy"),
    "games.blotto": ("Blotto",),
    "games.connect_four": ("ConnectFour",),
    "games.dice_battle": ("BattleState", "DiceBattle", "blind", "dice", "random"),
    "games.domineering": ("Domineering",),
    "games.farkle": ("Farkle", "FarkleState"),
    "games.goofspiel": ("Goofspiel", "GoofspielState"),
    "games.hog": ("Hog", "HogState"),
    "games.kuhn": ("Kuhn", "KuhnState"),
    "games.leduc": ("Leduc", "LeducState"),
    "games.liars_dice": ("LiarsDice", "LiarsDiceState"),
    "games.one_card_poker": ("OneCardPoker", "OneCardState"),
    "games.one_shot_battle": ("OneShotBattle",),
    "games.phantom_domineering": ("PhantomDomineering",),
    "games.pig": ("Pig", "PigState", "hold_at", "piglet"),
    "games.race": ("Race", "RaceState"),
    "games.simultaneous_battle": ("SimultaneousBattle", "SimultaneousState"),
    "games.simultaneous_battle.fast": ("outcome_bounds", "profile_bounds", "reply_bounds"),
    "games.snakes_and_ladders": ("SnakesAndLadders", "SnakesState"),
    "games.tokens": (
        "TokenGame",
        "TokenState",
        "best_choices",
        "expected_score",
        "policy",
        "score_distribution",
    ),
    "solvers.hidden.solution": ("ImperfectInformationSolution", "probability_range"),
    "linear.matrices.optimal_mixed_actions": ("extreme_mixtures", "is_unique"),
    "linear.matrices.solve": ("MatrixSolution", "solve_matrix_game"),
    "cli.notebook.extension": ("load_ipython_extension", "unload_ipython_extension"),
    "cli.notebook.functions": ("plot", "sweep", "table", "value", "verify"),
    "symbolic.rational_function": ("parameter",),
    "writeup.pictures.figure": ("PlotStyle",),
    "distributions.pools": (
        "by_faces",
        "different",
        "largest_set",
        "longest_straight",
        "pairs_won",
        "sets",
        "highest",
        "lowest",
        "middle",
        "sorted_pool",
        "successes",
    ),
    "proofs.checking": ("check", "check_file"),
    "proofs.problems": ("arena_proof", "matrix_proof", "program_proof"),
    "proofs.solutions": ("proof", "write_proof"),
    "game.solution": ("Enclosure", "Solution"),
    "distributions.throwing": ("die", "roll", "total_of"),
    "writeup.sweep_table": ("SweepTable",),
    "solvers": ("backward_induction", "enclose", "solve", "strategy_iteration"),
}
__getattr__ = on_request(__name__, HOMES)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])


__all__ = [
    "MAX",
    "MIN",
    "WAIT",
    "Arena",
    "BattleState",
    "Blotto",
    "ConnectFour",
    "DiceBattle",
    "Distribution",
    "Domineering",
    "Enclosure",
    "ExactDiceError",
    "Farkle",
    "FarkleState",
    "Game",
    "Goofspiel",
    "GoofspielState",
    "Hog",
    "HogState",
    "ImperfectInformationSolution",
    "InfiniteDistribution",
    "Interval",
    "Kuhn",
    "KuhnState",
    "Leduc",
    "LeducState",
    "LiarsDice",
    "LiarsDiceState",
    "MatrixSolution",
    "NormalPlay",
    "OneCardPoker",
    "OneCardState",
    "OneShotBattle",
    "PhantomDomineering",
    "Pig",
    "PigState",
    "PlotStyle",
    "Race",
    "RaceState",
    "Rounding",
    "SimultaneousBattle",
    "SimultaneousState",
    "SnakesAndLadders",
    "SnakesState",
    "Solution",
    "SweepTable",
    "TokenGame",
    "TokenState",
    "Tree",
    "alpha_beta",
    "arena",
    "arena_proof",
    "as_exact",
    "backward_induction",
    "best_choices",
    "best_response",
    "best_win_rate",
    "blind",
    "by_faces",
    "check",
    "check_file",
    "decimal_text",
    "dice",
    "die",
    "different",
    "enclose",
    "exact_text",
    "expected_score",
    "exploitability",
    "extreme_mixtures",
    "from_probabilities",
    "grundy_values",
    "highest",
    "hold_at",
    "is_unique",
    "joint",
    "kernel",
    "largest_set",
    "length_distribution",
    "length_generating_function",
    "longest_straight",
    "lowest",
    "matrix_proof",
    "max_of",
    "mean_length",
    "middle",
    "min_of",
    "minimax",
    "mixed",
    "mixture",
    "outcome_bounds",
    "pairs_won",
    "parameter",
    "parse_exact",
    "payoff_distribution",
    "piglet",
    "plot",
    "point",
    "policy",
    "probability_range",
    "profile_bounds",
    "profile_values",
    "program_proof",
    "proof",
    "reply_bounds",
    "roll",
    "score_distribution",
    "sets",
    "simulate",
    "simulate_many",
    "solve",
    "solve_matrix_game",
    "sorted_pool",
    "strategy",
    "strategy_iteration",
    "successes",
    "sweep",
    "table",
    "total_of",
    "uniform",
    "value",
    "verify",
    "win_rate",
    "winning_strategy",
    "write_proof",
]

"""exactdice: dice games and small two-player games solved exactly, with proofs anyone can check."""

from .distribution import Distribution, die, from_probabilities, mixture, point, throw, total_of, uniform
from .errors import ExactDiceError
from .evaluate import best_response, length_law, mean_length, payoff_law, profile_values
from .exact import Bounds, Rounding, as_exact, decimal_text, exact_text, parse_exact
from .game import MAX, MIN, WAIT, Game, mixed, strategy
from .games import (
    BattleState,
    ConnectFour,
    DiceBattle,
    Domineering,
    Hog,
    HogState,
    OneShotBattle,
    PhantomDomineering,
    Pig,
    PigState,
    SimultaneousBattle,
    SimultaneousState,
    best_win_rate,
    blind,
    dice,
    hold_at,
    outcome_bounds,
    piglet,
    profile_bounds,
    reply_bounds,
    win_rate,
)
from .games import random as random  # not in __all__: a star import must not hide the standard library's random
from .impartial import Arena, arena, grundy_values, kernel, winning_strategy
from .matrix_game import MatrixSolution, extreme_mixtures, is_unique, solve_matrix_game
from .normal_play import NormalPlay
from .search import alpha_beta, minimax
from .simulate import simulate, simulate_many
from .solution import Enclosure, Solution, check, proof, write_proof
from .solve import backward_induction, enclose, solve, strategy_iteration
from .tree import Tree

__version__ = "0.1.0"

__all__ = [
    "MAX",
    "MIN",
    "WAIT",
    "Arena",
    "BattleState",
    "Bounds",
    "ConnectFour",
    "DiceBattle",
    "Distribution",
    "Domineering",
    "Enclosure",
    "ExactDiceError",
    "Game",
    "Hog",
    "HogState",
    "MatrixSolution",
    "NormalPlay",
    "OneShotBattle",
    "PhantomDomineering",
    "Pig",
    "PigState",
    "Rounding",
    "SimultaneousBattle",
    "SimultaneousState",
    "Solution",
    "Tree",
    "alpha_beta",
    "arena",
    "as_exact",
    "backward_induction",
    "best_response",
    "best_win_rate",
    "blind",
    "check",
    "decimal_text",
    "dice",
    "die",
    "enclose",
    "exact_text",
    "extreme_mixtures",
    "from_probabilities",
    "grundy_values",
    "hold_at",
    "is_unique",
    "kernel",
    "length_law",
    "mean_length",
    "minimax",
    "mixed",
    "mixture",
    "outcome_bounds",
    "parse_exact",
    "payoff_law",
    "piglet",
    "point",
    "profile_bounds",
    "profile_values",
    "proof",
    "reply_bounds",
    "simulate",
    "simulate_many",
    "solve",
    "solve_matrix_game",
    "strategy",
    "strategy_iteration",
    "throw",
    "total_of",
    "uniform",
    "win_rate",
    "winning_strategy",
    "write_proof",
]

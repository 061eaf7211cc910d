"""exactdice: dice games and small two-player games solved exactly, with proofs anyone can check."""

from typing import TYPE_CHECKING

from .loading import on_request

# For type checkers and editors; when Python runs, a name is loaded from its home below when it is
# asked for, since most programs need few of them.
if TYPE_CHECKING:
    from .arenas.arena import Arena, arena
    from .arenas.grundy import grundy_values
    from .arenas.kernels import kernel, winning_strategy
    from .arenas.normal_play import NormalPlay
    from .arenas.search import alpha_beta, minimax
    from .arenas.tree import Tree
    from .distribution import (
        Distribution,
        EndlessLaw,
        from_probabilities,
        joint,
        max_of,
        min_of,
        mixture,
        point,
        uniform,
    )
    from .errors import ExactDiceError
    from .evaluation.best_response import best_response, exploitability
    from .evaluation.profiles import (
        length_generating_function,
        length_law,
        mean_length,
        payoff_law,
        profile_values,
    )
    from .evaluation.rates import best_win_rate, win_rate
    from .evaluation.simulation import simulate, simulate_many
    from .exact import Bounds, Rounding, as_exact, decimal_text, exact_text, parse_exact
    from .game import MAX, MIN, WAIT, Game, mixed, strategy
    from .games import (
        AdaptivePhantomDomineering,
        AdaptiveState,
        BattleState,
        Blotto,
        ConnectFour,
        DiceBattle,
        Domineering,
        Farkle,
        FarkleState,
        Goofspiel,
        GoofspielState,
        Hog,
        HogState,
        Kuhn,
        KuhnState,
        Leduc,
        LeducState,
        LiarsDice,
        LiarsDiceState,
        OneCardPoker,
        OneCardState,
        OneShotBattle,
        PhantomDomineering,
        Pig,
        PigState,
        Race,
        RaceState,
        SimultaneousBattle,
        SimultaneousState,
        SnakesAndLadders,
        SnakesState,
        TokenGame,
        TokenState,
        best_choices,
        blind,
        dice,
        expected_score,
        hold_at,
        outcome_bounds,
        piglet,
        policy,
        profile_bounds,
        reply_bounds,
        score_law,
    )
    from .games import (
        # not in __all__: a star import must not hide the standard library's random
        random as random,
    )
    from .hidden.extremes import mixture_range
    from .hidden.solution import HiddenSolution
    from .matrices.mixtures import extreme_mixtures, is_unique
    from .matrices.solve import MatrixSolution, solve_matrix_game
    from .notebook.extension import (
        # for %load_ext alone
        load_ipython_extension as load_ipython_extension,
    )
    from .notebook.extension import (
        unload_ipython_extension as unload_ipython_extension,
    )
    from .notebook.functions import plot, sweep, table, value, verify
    from .parametric.polynomial import parameter
    from .pictures.look import Look
    from .pools.by_faces import by_faces
    from .pools.compared import pairs_won
    from .pools.ranks import highest, lowest, middle, sorted_pool
    from .pools.sets import different, largest_set, longest_straight, sets, successes
    from .proofs.checking import check, check_file
    from .proofs.problems import arena_proof, matrix_proof, programme_proof
    from .proofs.solutions import proof
    from .proofs.writing import write_proof
    from .solution import Enclosure, Solution
    from .solvers import backward_induction, enclose, solve, strategy_iteration
    from .sweeps.table import SweepTable
    from .throwing import die, throw, total_of

__version__ = "0.1.0"

HOMES = {
    "arenas.arena": ("Arena", "arena"),
    "arenas.grundy": ("grundy_values",),
    "arenas.kernels": ("kernel", "winning_strategy"),
    "arenas.normal_play": ("NormalPlay",),
    "arenas.search": ("alpha_beta", "minimax"),
    "arenas.tree": ("Tree",),
    "distribution": (
        "Distribution",
        "EndlessLaw",
        "from_probabilities",
        "joint",
        "max_of",
        "min_of",
        "mixture",
        "point",
        "uniform",
    ),
    "errors": ("ExactDiceError",),
    "evaluation.best_response": ("best_response", "exploitability"),
    "evaluation.profiles": (
        "length_generating_function",
        "length_law",
        "mean_length",
        "payoff_law",
        "profile_values",
    ),
    "evaluation.simulation": ("simulate", "simulate_many"),
    "exact": ("Bounds", "Rounding", "as_exact", "decimal_text", "exact_text", "parse_exact"),
    "game": ("Game", "MAX", "MIN", "WAIT", "mixed", "strategy"),
    "games": (
        "AdaptivePhantomDomineering",
        "AdaptiveState",
        "BattleState",
        "Blotto",
        "ConnectFour",
        "DiceBattle",
        "Domineering",
        "Farkle",
        "FarkleState",
        "Goofspiel",
        "GoofspielState",
        "Hog",
        "HogState",
        "Kuhn",
        "KuhnState",
        "Leduc",
        "LeducState",
        "LiarsDice",
        "LiarsDiceState",
        "OneCardPoker",
        "OneCardState",
        "OneShotBattle",
        "PhantomDomineering",
        "Pig",
        "PigState",
        "Race",
        "RaceState",
        "SimultaneousBattle",
        "SimultaneousState",
        "SnakesAndLadders",
        "SnakesState",
        "TokenGame",
        "TokenState",
        "best_choices",
        "blind",
        "dice",
        "expected_score",
        "hold_at",
        "outcome_bounds",
        "piglet",
        "policy",
        "profile_bounds",
        "random",
        "reply_bounds",
        "score_law",
    ),
    "evaluation.rates": ("best_win_rate", "win_rate"),
    "hidden.extremes": ("mixture_range",),
    "hidden.solution": ("HiddenSolution",),
    "matrices.mixtures": ("extreme_mixtures", "is_unique"),
    "matrices.solve": ("MatrixSolution", "solve_matrix_game"),
    "notebook.extension": ("load_ipython_extension", "unload_ipython_extension"),
    "notebook.functions": ("plot", "sweep", "table", "value", "verify"),
    "parametric.polynomial": ("parameter",),
    "pictures.look": ("Look",),
    "pools.by_faces": ("by_faces",),
    "pools.compared": ("pairs_won",),
    "pools.ranks": ("highest", "lowest", "middle", "sorted_pool"),
    "pools.sets": ("different", "largest_set", "longest_straight", "sets", "successes"),
    "proofs.checking": ("check", "check_file"),
    "proofs.problems": ("arena_proof", "matrix_proof", "programme_proof"),
    "proofs.solutions": ("proof",),
    "proofs.writing": ("write_proof",),
    "solution": ("Enclosure", "Solution"),
    "throwing": ("die", "throw", "total_of"),
    "sweeps.table": ("SweepTable",),
    "solvers": ("backward_induction", "enclose", "solve", "strategy_iteration"),
}
__getattr__ = on_request(__name__, HOMES)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])


__all__ = [
    "MAX",
    "MIN",
    "WAIT",
    "AdaptivePhantomDomineering",
    "AdaptiveState",
    "Arena",
    "BattleState",
    "Blotto",
    "Bounds",
    "ConnectFour",
    "DiceBattle",
    "Distribution",
    "Domineering",
    "Enclosure",
    "EndlessLaw",
    "ExactDiceError",
    "Farkle",
    "FarkleState",
    "Game",
    "Goofspiel",
    "GoofspielState",
    "HiddenSolution",
    "Hog",
    "HogState",
    "Kuhn",
    "KuhnState",
    "Leduc",
    "LeducState",
    "LiarsDice",
    "LiarsDiceState",
    "Look",
    "MatrixSolution",
    "NormalPlay",
    "OneCardPoker",
    "OneCardState",
    "OneShotBattle",
    "PhantomDomineering",
    "Pig",
    "PigState",
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
    "length_generating_function",
    "length_law",
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
    "mixture_range",
    "outcome_bounds",
    "pairs_won",
    "parameter",
    "parse_exact",
    "payoff_law",
    "piglet",
    "plot",
    "point",
    "policy",
    "profile_bounds",
    "profile_values",
    "programme_proof",
    "proof",
    "reply_bounds",
    "score_law",
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
    "throw",
    "total_of",
    "uniform",
    "value",
    "verify",
    "win_rate",
    "winning_strategy",
    "write_proof",
]

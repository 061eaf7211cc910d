"""Work counted in calls of functions, never in seconds."""

import sys
from typing import Any

from exactdice.query.games.on_graphs import GRAPH_GAMES
from exactdice.query.words import QUANTITIES

FEW_CALLS = 30_000  # of functions, Python's own among them, from the question to its refusal


class WorkBegan(BaseException):
    """More calls than a refusal takes; no `except Exception` on the way can hide it."""


class Counted:
    """Counts the calls made in the `with` block, and raises `WorkBegan` beyond the most."""

    def __init__(self, most: int = FEW_CALLS) -> None:
        self.most, self.calls = most, 0

    def __enter__(self) -> "Counted":
        sys.setprofile(self.count)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def count(self, _frame: Any, event: str, _argument: Any) -> None:
        self.calls += event in ("call", "c_call")
        if self.calls > self.most:
            sys.setprofile(None)
            raise WorkBegan


# --- every word and every game --------------------------------------------------------------------

GAIN = "EG(0,1,weights=(p,1-p),dice=1,target=2)"  # a value that depends on a symbol
ARGUMENTS = {  # of each quantity, small; words stay as they are
    **dict.fromkeys(("P", "Q"), "2,5"),
    **dict.fromkeys(("EP", "EP_step", "best_dice", "connect_four_search", "tokens_roll"), "2"),
    **dict.fromkeys(("EG", "OPT", "OPT_last", "OPT_all"), "0,1"),
    **dict.fromkeys(("strategy", "mixed_over"), "0,1,variant=simultaneous"),
    **dict.fromkeys(("gain", "win", "draw", "loss", "turns", "turns_distribution"), "blind,random"),
    "turns_generating_function": "blind,random,z",
    **dict.fromkeys(("payoff_distribution", "exploitability", "expected_visits"), "blind,random"),
    **dict.fromkeys(("gain_from", "reach_probability"), "blind,random,0,1"),
    "over_ties": "gain(blind,optimal)",
    "best_response_value": "random",
    **dict.fromkeys(("value", "value_to_mover", "optimal_actions"), "0,1"),
    **dict.fromkeys(("first", "last"), "optimal_actions(0,1)"),
    "probability_range": "bet,1,game=kuhn",
    "action_value": "1,0,1",
    "at_entry": "blind,random,first >= 1,second",
    "information_sets": "MAX,game=kuhn",
    "positions_at": "2",
    **dict.fromkeys(
        ("mean", "variance", "sd", "median", "modes", "support"), "roll_distribution(2)"
    ),
    **dict.fromkeys(("probability", "at_least", "at_most"), "roll_distribution(2),5"),
    "quantile": "roll_distribution(2),1/2",
    "roll_distribution": "2",
    "lines_through": "1,2",
    **dict.fromkeys(
        ("grundy", "kernel", "kernel_steps", "winning_moves", "wins", "positions"), "chomp(2,3)"
    ),
    **dict.fromkeys(
        ("payoff", "perm", "phantom", "phantom_limited", "phantom_banned", "domineering"), "2,3"
    ),
    "one_shot_gain": "blind,optimal",
    "u": "3",
    "phantom_winner": "2,3,1,2",
    "pig_win": "1,2,0",
    "pig_turns": "hold_at(20),hold_at(25)",
    **dict.fromkeys(("pig_turn", "pig_turn_distribution"), "hold_at(20),1,2"),
    **dict.fromkeys(("pig_hold", "pig_holds"), "1,2"),
    **dict.fromkeys(("tokens_score", "tokens_distribution"), "1,2,3"),
    **dict.fromkeys(("tokens_rolls", "tokens_rolls_distribution"), "1,2,3"),
    **dict.fromkeys(("tokens_choice", "tokens_choices"), "3,1,2,3"),
    "tokens_probability": "3,1,2,3",
    **dict.fromkeys(("min", "max"), "1,2"),
    "share_of": "13",
    "mean_of_whole": "28,4",
    **dict.fromkeys(("binomial_p", "binomial_at_least", "binomial_at_most"), "3,5,1/2"),
    **dict.fromkeys(("wald_low", "wald_high", "wilson_low", "wilson_high"), "3,5,9/10"),
    **dict.fromkeys(("clopper_pearson_low", "clopper_pearson_high"), "3,5,9/10"),
    "off_probability": "1/3,20,1/10",
    "d": "6",
    "abs": "d(6)-3",
    "uniform": "1,2,3",
    **dict.fromkeys(("max_of", "min_of", "joint", "mixture"), "d(6),2@d(6)"),
    "marginal": "joint(d(6),d(4)),1",
    **dict.fromkeys(("given", "reroll", "reroll_once"), "d(6),1,2"),
    "explode": "d(6),2",
    "repeat_until": "d(6)>2",
    "clip": "d(6),2,4",
    **dict.fromkeys(("highest", "lowest", "middle"), "d(6),3,1"),
    "sorted_pool": "d(6),3,2",
    "successes": "d(6),3,5",
    **dict.fromkeys(("different", "largest_set", "longest_straight"), "d(6),3"),
    "sets": "d(6),3,2",
    "pairs_won": "d(6),3,d(6),2",
    **dict.fromkeys(("draws_to", "hits_total"), "d(6),5"),
    **dict.fromkeys(("breakpoints", "actions_by_interval", "maximum", "maximum_at"), GAIN),
    **dict.fromkeys(("minimum", "minimum_at"), GAIN),
    **dict.fromkeys(("stable", "derivative"), f"{GAIN},1"),
    "solve_for": f"{GAIN}=1",
}
SMALL = {"dice": "2", "target": "5", "rows": "3", "columns": "3", "line": "3", "lists": "20"}
HUGE = [10**3, 10**6, 10**30]
LIMIT = 10**5  # steps that each may cost


def asked(name):
    """(query, options): the quantity with small arguments and options, and with each number in them
    grown in turn.
    """
    written = ARGUMENTS.get(name, "")
    small = {key: SMALL[key] for key in QUANTITIES[name].options if key in SMALL}
    parts = written.split(",")
    for number in HUGE:
        for place, part in enumerate(parts):
            if part.isdigit():
                yield (
                    f"{name}({','.join([*parts[:place], str(number), *parts[place + 1 :]])})",
                    small,
                )
        for option, default in QUANTITIES[name].options.items():
            if default is None or isinstance(default, int):
                yield f"{name}({written})", {**small, option: str(number)}
    for game in GRAPH_GAMES if "chomp(" in written else ():
        yield from (
            (f"{name}({game}({number},{other}))", {}) for number in HUGE for other in (2, number)
        )

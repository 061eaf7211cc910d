"""The words of queries as tables, from the register: what each means, and one query of it worked
out.
"""

from collections.abc import Iterable, Mapping

import markdown_parts as markdown

from exactdice.games.dice_battle import DiceBattle
from exactdice.query.games_by_name import GAMES, game_named, maker_named
from exactdice.query.register import EVERY_NAME, Word
from exactdice.query.states import worked_queries
from exactdice.query.words import OF_CLAIMS, QUANTITIES, Quantity
from exactdice.report.pages.description import (
    answer,
    example_options,
    options_asked,
    own_queries,
    own_words,
)

# The subjects of words that belong to no single game, each with the modules that enter them.
SUBJECTS = {
    "every-game": ("exactdice.query.functions.games",),
    "laws": ("exactdice.query.functions.distributions",),
    "symbols": ("exactdice.query.functions.parameters",),
    "dice": ("exactdice.query.functions.dice",),
    "pools": ("exactdice.query.functions.pools",),
    "numbers": ("exactdice.query.functions.numbers",),
    "throws": ("exactdice.query.functions.rolls",),
    "counts": ("exactdice.query.functions.counts",),
}
# The page where the words of a subject are described; those of a game stand with their game.
PAGES = {
    "every-game": "words_of_games.md",
    "laws": "words_of_laws.md",
    "symbols": "words_of_symbols.md",
    "dice": "words_of_dice.md",
    "pools": "words_of_dice.md",
    "numbers": "words_of_dice.md",
    "throws": "words_of_throws.md",
    "counts": "words_of_throws.md",
}
# Words of games in which the players do not see everything.
# Of a small race, as functions are long.
ON_A_SMALL_RACE = {
    "turns_generating_function": "turns_generating_function(dice(1), dice(1))",
    "at_entry": "at_entry(dice(1), dice(1), second > 0, first)",
}
BY_WHAT_IS_KNOWN = {
    "probability_range": "probability_range(bet, 1, game=kuhn)",
    "information_sets": "information_sets(game=kuhn)",
}
SMALL = {"dice": 2, "target": 3}  # options of Dice Battle, for the words of every game
GAIN = "EG(0,0,weights=(p,1-p),dice=1,target=3)"  # a value that depends on a symbol
# A query of each word that belongs to no game.
EXAMPLES = {
    "breakpoints": "breakpoints(EG(0,0,weights=(p,1-p),dice=2,target=3))",
    "actions_by_interval": "actions_by_interval(EG(0,0,weights=(p,1-p),dice=2,target=3))",
    "stable": f"stable({GAIN}, 1/3)",
    "derivative": f"derivative({GAIN}, 1/3)",
    "solve_for": f"solve_for({GAIN} = 1)",
    "maximum": f"maximum({GAIN})",
    "maximum_at": f"maximum_at({GAIN})",
    "minimum": f"minimum({GAIN} * 2)",
    "minimum_at": f"minimum_at({GAIN} * (-1))",
    "share_of": "share_of(4)",
    "mean_of_whole": "mean_of_whole(2, 2)",
    "mean": "mean(2d6)",
    "variance": "variance(2d6)",
    "sd": "sd(2d6)",
    "probability": "probability(2d6, 7)",
    "at_least": "at_least(2d6, 10)",
    "at_most": "at_most(2d6, 4)",
    "quantile": "quantile(2d6, 3/4)",
    "median": "median(2d6)",
    "modes": "modes(2d6)",
    "support": "support(2d3)",
    "binomial_at_least": "binomial_at_least(8, 10, 1/2)",
    "binomial_at_most": "binomial_at_most(2, 10, 1/2)",
    "binomial_p": "binomial_p(8, 10, 1/2)",
    "wald_low": "wald_low(8, 10, 19/20)",
    "wald_high": "wald_high(8, 10, 19/20)",
    "wilson_low": "wilson_low(8, 10, 19/20)",
    "wilson_high": "wilson_high(8, 10, 19/20)",
    "clopper_pearson_low": "clopper_pearson_low(8, 10, 19/20)",
    "clopper_pearson_high": "clopper_pearson_high(8, 10, 19/20)",
    "d": "d(6)",
    "uniform": "uniform(1, 2, 2)",
    "abs": "abs(d(3) - d(3))",
    "max_of": "max_of(d(3), d(4))",
    "min_of": "min_of(d(3), d(4))",
    "joint": "joint(d(2), d(2))",
    "marginal": "marginal(joint(d(2), d(3)), 0)",
    "given": "given(d(6), 2, 4, 6)",
    "reroll": "reroll(d(4), 1, 2)",
    "reroll_once": "reroll_once(d(4), 1)",
    "explode": "mean(explode(d(6)))",
    "repeat_until": "mean(repeat_until(d(6) == 6))",
    "clip": "clip(d(6), 2, 4)",
    "mixture": "mixture(d(2), (2, d(3)))",
    "roll_distribution": "roll_distribution(1)",
    "P": "P(2, 7)",
    "Q": "Q(2, 7)",
    "EP": "EP(5)",
    "EP_step": "EP_step(1)",
    "best_dice": "best_dice(10)",
    "best_dice_real": "best_dice_real()",
    "first": "first(support(2d3))",
    "last": "last(support(2d3))",
    "min": "min(3, 1/2)",
    "max": "max(EP(5), EP(6))",
    "highest": "highest(d(2), 3, 2)",
    "lowest": "lowest(d(2), 3, 2)",
    "middle": "middle(d(2), 3, 1)",
    "sorted_pool": "sorted_pool(d(2), 3, 2)",
    "successes": "successes(d(6), 2, 5)",
    "different": "different(d(6), 3)",
    "sets": "sets(d(6), 4, 2)",
    "largest_set": "largest_set(d(6), 3)",
    "longest_straight": "longest_straight(d(6), 3)",
    "pairs_won": "pairs_won(d(6), 3, d(6), 2)",
    "draws_to": "draws_to(d(6), 10)",
    "hits_total": "hits_total(d(6), 10)",
}


def words(*subjects: str) -> str:
    """A table of the words of the subjects, or of the game of this name, and their options."""
    found = [quantity for subject in subjects for quantity in _words_of(subject)]
    if not found:
        return "It has no words of its own.\n"
    rows = (_row(quantity, _worked(subjects[0], quantity)) for quantity in found)
    # The pages of games stand in a folder of their own.
    page = "options.md" if subjects[0] in SUBJECTS else "../options.md"
    head = ["word", "meaning, and an example"]
    return "\n".join([markdown.table(head, rows), _options(found, page)])


def _words_of(subject: str) -> list[Quantity]:
    modules = SUBJECTS.get(subject)
    if modules is None:
        return list(own_words(subject))
    return [word for word in QUANTITIES.values() if word.function.__module__ in modules]


def _row(quantity: Quantity, worked: str) -> list[str]:
    return [
        markdown.code(quantity.signature),
        f"{markdown.text(quantity.summary)}<br>{markdown.code(worked)}",
    ]


def _worked(subject: str, quantity: Quantity) -> str:
    """A query of the word and its value."""
    if subject == "every-game":
        return _of_every_game(quantity.name)
    if subject in SUBJECTS:
        return answer(EXAMPLES[quantity.name], {})
    given = example_options(subject, maker_named(subject))
    queries = own_queries(subject)
    return answer(queries[quantity.name], options_asked(subject, quantity, given))


def _of_every_game(name: str) -> str:
    """The word asked of a Dice Battle, where it makes sense of both at once."""
    in_turns = worked_queries(DiceBattle(**SMALL))
    if name in in_turns:
        return answer(in_turns[name], SMALL)
    if name in ON_A_SMALL_RACE:
        return answer(ON_A_SMALL_RACE[name], {"dice": 1, "target": 2})
    if name in BY_WHAT_IS_KNOWN:
        return answer(BY_WHAT_IS_KNOWN[name], {})
    return f"{answer(f'{name}()', {**SMALL, 'variant': Word('simultaneous')})}"


def _options(found: Iterable[Quantity], page: str) -> str:
    """The options of the words, those that take the same named together."""
    by_options: dict[tuple[str, ...], list[str]] = {}
    for quantity in found:
        by_options.setdefault(tuple(quantity.options), []).append(quantity.name)
    lines = []
    for options, names in by_options.items():
        of_which = "" if len(by_options) == 1 else f" of {_listed(names)}"
        listed = f"[Options]({page}){of_which}: {_listed(options)}."
        lines.append(f"- {listed if options else f'No options{of_which}.'}")
    return "\n".join(lines) + "\n"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(markdown.code, names))


# --- all of them ----------------------------------------------------------------------------------


def all_words() -> str:
    """A table of every word in the order of the alphabet, with the page that describes it."""
    pages = word_pages()
    rows = []
    for name in sorted(QUANTITIES, key=str.lower):
        quantity = QUANTITIES[name]
        called = markdown.code(quantity.signature)
        rows.append([f"[{called}]({pages[name]})", markdown.text(quantity.summary)])
    return markdown.table(["word", "meaning"], rows)


def word_pages() -> Mapping[str, str]:
    """{word: the page that describes it}."""
    pages = {word.name: page for subject, page in PAGES.items() for word in _words_of(subject)}
    for game in GAMES:
        for word in own_words(game):
            pages.setdefault(word.name, f"games/{family_of(game)}.md")
    return pages


# Games that stand on one page with a game of another name.
FAMILIES = {
    **dict.fromkeys(("nim", "chomp", "wythoff", "subtraction"), "on_graphs"),
    "piglet": "pig",
    "yatzy": "yahtzee",
}


def family_of(game: str) -> str:
    """The name of the page of a game, without its ending."""
    return FAMILIES.get(game, game.replace("-", "_"))


def names_of_claims() -> str:
    """The names that stand for a number beside the query, which claims alone know."""
    return ", ".join(markdown.code(name) for name in OF_CLAIMS) + "\n"


def strategies() -> str:
    """A table of every strategy by name, and the games that have it."""
    from exactdice.report.pages.description import strategy_names

    having: dict[str, list[str]] = {name: [] for name in EVERY_NAME}
    for game in GAMES:
        maker = maker_named(game)
        for name in strategy_names(game_named(game, example_options(game, maker))):
            having.setdefault(name, []).append(game)
    rows = (
        [markdown.code(name), MEANINGS_OF_STRATEGIES[name], _games(games)]
        for name, games in having.items()
    )
    return markdown.table(["strategy", "what it does", "games"], rows)


def _games(names: list[str]) -> str:
    """Which games: those left out where they are fewer."""
    left_out = [name for name in GAMES if name not in names]
    if not left_out:
        return "every game"
    if len(left_out) < len(names):
        return f"all but {', '.join(left_out)}"
    return ", ".join(names)


MEANINGS_OF_STRATEGIES = {
    "bank_at(n)": "sets aside all that scores, and banks once the turn total is n or more",
    "blind": "always the number of dice with the best expected score of one throw",
    "by_table(file)": "what the [table](formats.md#strategy-tables) in the file says",
    "dice(n)": "always n dice",
    "fewest_tokens": "of the sets that sum to the throw the one of fewest tokens",
    "first": "the first of the actions, in the order of the rules",
    "hold_at(n)": "rolls until the turn total is n or more",
    "in_turns": "as is optimal in turns, of several numbers of dice the first",
    "in_turns(ties=...)": "the same, its ties broken by `first`, `last`, `fewest` or `random`",
    "match": "bids the card that the prize is worth",
    "keep_pace": "`keep_pace(71, 21, 8)`, the policy of Neller and Presser",
    "keep_pace(end, base, divisor)": "rolls to win once either player has `end` points; before "
    "that holds at `base` + (points of the other - own points) / `divisor`, rounded to nearest, "
    "halves up",
    "largest_first": "of the sets that sum to the throw the one with the largest token, then the "
    "next largest",
    "last": "the last of the actions, in the order of the rules",
    "lexicographic": "of the sets that sum to the throw the first as in a dictionary, in ascending "
    "order",
    "mixed(a, p, ...)": "a with probability p, drawn anew on every turn: "
    "`mixed(optimal, 1/3, random, 2/3)`",
    "most_tokens": "of the sets that sum to the throw the one of most tokens",
    "one_shot": "the optimal mixture of one throw by both",
    "optimal": "an optimal action, the first of several; where both choose at once an optimal law",
    "optimal(option=..., ties=...)": "optimal under other options, played under the present ones; "
    "`ties` says which of several optimal actions: `first`, `last`, `fewest` or `random`",
    "random": "each of the actions with the same probability",
    "scoring_turns(n)": "holds, after t scoring turns, at floor((target - own points) / (n - t))",
    "search(n)": "the best by a search n moves deep with the heuristic of the game",
    "worst": "the worst action, in a game for one",
}

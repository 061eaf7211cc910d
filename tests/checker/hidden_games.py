"""Small games with hidden information, and proofs of them, for the tests of the checkers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from exactdice import MAX, MIN, WAIT, Interval, best_response, proof, solve, uniform
from exactdice.game.solution import Enclosure
from exactdice.games.listed_game import Listed
from exactdice.solvers.hidden.tree import game_tree


@dataclass(frozen=True, eq=False, repr=False)
class HiddenListed(Listed):
    """A listed game, and what MAX and what MIN observe in its states; in others nothing."""

    seen: Mapping = field(default_factory=dict)

    def observation(self, state, player):
        return self.seen.get(state, (None, None))[player]


# MAX sees the coin and raises or stops; MIN, who does not see it, calls or folds after a raise.
CALLED_COIN = HiddenListed(
    {
        "toss": {("wait", "wait"): {"heads": 1, "tails": 2}},
        "heads": {("stop", "wait"): {1: 1}, ("raise", "wait"): {"raised heads": 1}},
        "tails": {("stop", "wait"): {-1: 1}, ("raise", "wait"): {"raised tails": 1}},
        "raised heads": {("wait", "fold"): {1: 1}, ("wait", "call"): {2: 1}},
        "raised tails": {("wait", "fold"): {1: 1}, ("wait", "call"): {-2: 1}},
        1: 1,
        -1: -1,
        2: 2,
        -2: -2,
    },
    {
        "heads": ("heads", None),
        "tails": ("tails", None),
        "raised heads": (None, "raised"),
        "raised tails": (None, "raised"),
    },
)
# Both choose at once. MAX then learns whether they agreed, by a word that is also an action, and
# chooses again; MIN learns nothing and has a single action, which it takes all the same.
GUESSED_TWICE = HiddenListed(
    {
        "both": {
            ("a", "a"): {"same": 1},
            ("a", "b"): {"other": 2, "same": 1},
            ("b", "a"): {"other": 1},
            ("b", "b"): {"same": 1},
        },
        "same": {("a", "go"): {1: 1}, ("b", "go"): {-1: 3, Fraction(1, 2): 1}},
        "other": {("a", "go"): {-1: 1}, ("b", "go"): {Fraction(1, 2): 1}},
        1: 1,
        -1: -1,
        Fraction(1, 2): Fraction(1, 2),
    },
    {"both": ("begin", None), "same": ("a", None), "other": ("b", None)},
)


def proof_within_bounds(game):
    """The proof of what equal chances of all actions make sure of, as bounds of the value."""
    tree = game_tree(game)
    evenly = []
    for player in (MAX, MIN):
        sets = tree.information_sets[player].values()
        evenly.append({tree.information(i.place, player): uniform(i.actions) for i in sets})
    least = best_response(game, evenly[MAX], MIN).value
    most = best_response(game, evenly[MIN], MAX).value
    bounds = {game.start: Interval(least, most)}
    return proof(Enclosure(game, bounds, tuple(evenly), "equal chances"))


# --- games that are drawn -------------------------------------------------------------------------

ACTIONS = {"": ("l", "r"), "1": ("l",), "2": ("l", "r"), "3": ("l", "m", "r")}


def drawn_game(seed, depth=3):
    """A tree of random moves, of either player, of both at once or of chance, with random
    observations.
    """
    random = Random(f"hidden {seed}")
    table, seen = {}, {}
    grow("s", depth, [(), ()], random, table, seen)
    return HiddenListed(table, seen)


def grow(name, depth, known, random, table, seen):
    """Enter a random subtree below the state of this name; `known` is what the players know."""
    seen[name] = tuple(random.choice((None, None, "1", "2", "3")) for _ in known)
    known = [
        [*before, ("saw", one)] if one is not None else before
        for before, one in zip(known, seen[name], strict=True)
    ]
    table[name] = {}
    if depth == 0 or (name != "s" and random.random() < 0.15):
        table[name] = Fraction(random.randint(-3, 3), random.randint(1, 3))
        return
    movers = random.choice(([MAX], [MIN], [MAX, MIN], [MAX], [MIN], []))
    rows, columns = (allowed(known[p]) if p in movers else (WAIT,) for p in (MAX, MIN))
    for a in rows:
        for b in columns:
            law = {}
            for k in range(random.choice((1, 1, 2)) if movers else 2):
                after = f"{name}.{a}{b}{k}"
                law[after] = random.randint(1, 3)
                done = [
                    [*known[p], ("did", one)] if p in movers else known[p]
                    for p, one in enumerate((a, b))
                ]
                grow(after, depth - 1, done, random, table, seen)
            table[name][a, b] = law


def allowed(information):
    """The actions with this information: they follow from what was observed last."""
    kind, name = information[-1] if information else ("saw", "")
    return ACTIONS[name] if kind == "saw" else ACTIONS[""]


def drawn_proof(seed):
    """The proof of a drawn game, exact or within bounds."""
    game = drawn_game(seed)
    return proof_within_bounds(game) if seed % 3 == 0 else proof(solve(game))

"""The words a query may use: a quantity is a name for an exact number, a distribution, a set or an
action.

A word is looked for first where it is soon loaded, and at last in the folders of all games and in
installed packages: a query loads what it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from threading import RLock

from ..exact.loading import room
from . import functions
from .register import EVERY_NAME as EVERY_NAME
from .register import QUANTITIES as ENTERED
from .register import WORDS, Quantity
from .register import Word as Word

# What stands for a number beside the query: that of another claim, or one of the author's own
# result file. Claims put the number in its place.
OF_CLAIMS = ("claim", "source")


def _load_modules(names: Iterable[str]) -> None:
    """Load these modules of functions: by their names, as some read queries, which read this
    module.
    """
    for name in names:
        room(functions, name)


def _loading_steps() -> Iterator[Callable[[], object]]:
    """The steps that enter words, what is soon loaded and often asked for first."""
    yield partial(_load_modules, ("rolls", "counts", "dice", "distributions", "numbers"))
    yield partial(_load_modules, ("pools",))
    yield partial(_load_modules, ("games",))
    # Not before they are needed, as to list the folders loads their register.
    from .games_by_name import folders, load_functions_of, load_installed_words

    for folder in folders():
        yield partial(load_functions_of, folder)
    yield load_installed_words


class Quantities(Mapping[str, Quantity]):
    """{name: the quantity of this name}."""

    def __init__(self) -> None:
        self._to_load = _loading_steps()
        self._loading = RLock()

    def __getitem__(self, name: str) -> Quantity:
        if name not in ENTERED:
            self.load(name)
        return ENTERED[name]

    def __contains__(self, name: object) -> bool:
        # No quantity is called as a strategy is: to ask of one loads no game.
        if name not in ENTERED and name not in WORDS:
            # Not by __getitem__: a KeyError of a module that is loaded does not mean "unknown".
            self.load(name)
        return name in ENTERED

    def __iter__(self) -> Iterator[str]:
        self.load()
        return iter(tuple(ENTERED))

    def __len__(self) -> int:
        self.load()
        return len(ENTERED)

    def one_by_one(self) -> Iterator[Quantity]:
        """Every quantity, each loaded no sooner than it is asked for."""
        told = set[str]()
        while True:
            new = [name for name in tuple(ENTERED) if name not in told]
            told.update(new)
            yield from (ENTERED[name] for name in new)
            if not self._load_next():
                return

    def load(self, name: object = None) -> None:
        """Load every word, or words until this one is there."""
        while name not in ENTERED and self._load_next():
            pass

    def _load_next(self) -> bool:
        """Load the next of the steps; whether there was one."""
        # By one thread at a time: another one waits until all that a step enters is there.
        with self._loading:
            step = next(self._to_load, None)
            if step is None:
                return False
            step()
            return True


QUANTITIES = Quantities()
RENAMED = {  # {the name of a function once: its name}
    "after": "action_value",
    "best": "optimal_actions",
    "best_response": "best_response_value",
    "best_response_of_min": "best_response_value(..., player=min)",
    "breaks": "breakpoints",
    "chance": "probability",
    "choices": "actions_by_interval",
    "first_best": "first(optimal_actions(...))",
    "last_best": "last(optimal_actions(...))",
    "mixture_of_laws": "mixture",
    "mixture_of_min": "strategy(..., player=min)",
    "mixture_range": "probability_range",
    "mixture_range_of_min": "probability_range(..., player=min)",
    "off_chance": "off_probability",
    "payoff_law": "payoff_distribution",
    "pig_turn_law": "pig_turn_distribution",
    "probability_range_of_min": "probability_range(..., player=min)",
    "reach": "reach_probability",
    "throw_law": "roll_distribution",
    "tokens_chance": "tokens_probability",
    "tokens_law": "tokens_distribution",
    "tokens_throw": "tokens_roll",
    "tokens_throws": "tokens_rolls",
    "tokens_throws_law": "tokens_rolls_distribution",
    "turns_law": "turns_distribution",
    "visits": "expected_visits",
    "worth": "value_to_mover",
}
MIXTURES = ("strategy", "one_shot_strategy")  # functions that give one of the optimal mixtures


def is_word(name: str) -> bool:
    """Whether a query may call the name although it is no quantity: it is a strategy, or a game on
    a graph.
    """
    # Most are strategies, which are known without loading the games.
    return name in WORDS or name in known_words()


def known_words() -> set[str]:
    """The names that a query may call although they are no quantities."""
    QUANTITIES.load()
    return WORDS

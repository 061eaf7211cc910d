"""The words of every game: what can be asked of any game on the protocol, chosen by `game=NAME`
(Dice Battle without it).

The arguments `state...` are the fields of the game's state (see `games.states`); none mean the
start. `a` and `b` are the strategies of MAX and MIN by name; a game for one has `a` alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from ...distributions.distribution import Distribution, from_probabilities
from ...exact.argument_checks import kept
from ...exact.cost import allowed, limit
from ...exact.errors import ExactDiceError, QueryError, UnsolvableError
from ...exact.numbers import Exact, Interval, Value, shown
from ...exact.session import session
from ...game.protocol import (
    MAX,
    MIN,
    NAMES,
    PLAYERS,
    Action,
    ActionDistribution,
    Game,
    Player,
    State,
)
from ...solvers.evaluation.ties import OfSign, paid
from ...symbolic.rational_function import holds_symbol
from ..analysis import Analysis, analysis_of
from ..arithmetic import depends_on_symbol
from ..evaluate import value_of
from ..games_by_name import (
    GAMES,
    Maker,
    game_made,
    maker_named,
    maker_within,
    options_of,
)
from ..play import Names, OfStates, symbol_named
from ..proving import Function, read_off
from ..register import (
    CHANCE,
    COUNT,
    Answer,
    Argument,
    Arguments,
    FiniteNumericDistribution,
    LawOf,
    Moments,
    NumericDistribution,
    OfGame,
    OfState,
    Options,
    Outcomes,
    Unevaluated,
    Whole,
    Word,
    digits_asked,
    few_steps,
    is_name,
    quantity,
)
from ..states import action_at, as_written, fields_at, fields_of, state_at
from ..strategy_table import with_files
from ..syntax import query_text
from ..ties import depends_on_ties, range_of
from ..values import OrderedSet, as_outcome, said

STEPS_OF_A_LAW = 10**8  # of the number of moves, beyond which an estimate asks for its variance


@dataclass(frozen=True)
class AskedGame:
    """The setting of the words of every game, or of those that belong to one class of games: the
    analysis of the game that the options describe.
    """

    own: Maker | None = None  # what makes the games of the class
    has_player: bool = False  # an option more: whose strategies are meant, MAX or MIN

    def __call__(
        self,
        game: Argument = None,
        digits: Argument = None,
        player: Argument = MAX,
        **options: Argument,
    ) -> Analysis:
        """The exact analysis; with digits the one within bounds."""
        name, maker = self._asked(game)
        made = game_made(maker, name or maker.__name__, options)
        if self.own is not None and not isinstance(made, maker_within(self.own)):
            kind = maker_within(self.own)
            alike = [
                known
                for known, one in GAMES.items()
                if isinstance(maker_within(one), type) and issubclass(maker_within(one), kind)
            ]
            raise QueryError(f"this is a word of {' and '.join(alike)}, not of the game {name}")
        analysis = analysis_of(made, digits_asked(digits))
        return replace(analysis, player=player_of(analysis, player)) if player else analysis

    def options_for(self, given: Options) -> Options:
        """{option: default} of the game that is given, or of the class."""
        name, maker = self._asked(given.get("game"))
        named = Word(name) if name is not None and self.own is None else None
        options = {"game": named, **options_of(maker), "digits": None}
        return {**options, "player": Word("max")} if self.has_player else options

    def _asked(self, game: Argument) -> tuple[str | None, Maker]:
        """The name of the game that is given, or of the usual one where a query names none, and
        what makes it; no name for the class where the usual game is of another. `QueryError` for
        what is no name.
        """
        match game:
            case None:
                usual = maker_named(session().game)
                if self.own is None or maker_within(usual) is self.own:
                    return session().game, usual
                return None, self.own
            case Word(name, None) | str(name):
                return name, maker_named(name)
        got = game if isinstance(game, Word) else shown(game)
        raise QueryError(f"game must be the name of a game, such as game=pig, got {got}")

    def read(self, analysis: Analysis, called: str, given: Arguments) -> Arguments:
        """The arguments of a word that is called so; of a word of every game, as a, b, state...,
        the names of its strategies as one.
        """
        if self.own is not None or not called.startswith("a, b"):
            return given
        count, came = analysis.players, len(given)
        if came < count:
            wanted = (
                "the strategy of MAX alone, as the game is for one"
                if count == 1
                else "a strategy for MAX and one for MIN, as in gain(optimal, random)"
            )
            raise QueryError(f"this needs {wanted}, got {came} argument{'s' * (came != 1)}")
        # With the files of tables as they are now, since results are kept by these names.
        names, rest = with_files(given[:count]), given[count:]
        if rest and called == "a, b":
            raise QueryError(
                f"this takes {count} strateg{'ies' if count > 1 else 'y'}, got {came} arguments"
            )
        return names, *rest

    def fields_for(self, given: Options) -> tuple[str, ...]:
        """The fields of the state of the game that is meant, as people read them; a game that needs
        other options than are given has none.
        """
        known = self.options_for(given)
        options = {key: value for key, value in given.items() if key in known}
        try:
            game = self(**options).game
        except ExactDiceError:
            return ()
        return tuple(field.replace("_", " ") for field in fields_of(game))


asked_game = AskedGame()


@dataclass(frozen=True)
class OfRules(OfGame):
    """The setting of short words: the game that the options describe, whose class knows what they
    may be; with digits its analysis.
    """

    takes_symbols: bool = False

    def __call__(
        self, *, game: Argument = None, digits: Argument = None, **options: Argument
    ) -> Any:
        """The game, or its analysis."""
        made = self.made(tuple(options), *options.values())
        return analysis_of(made, digits_asked(digits)) if self.has_digits else made

    # The cells of a table have one game.
    @kept(64)
    def made(self, names: Sequence[str], *values: Argument) -> Game:
        """The game that these options with these values describe."""
        try:
            made = game_made(self.setting, self.game, dict(zip(names, values, strict=True)))
        except QueryError as error:
            # Short words speak of whole numbers, as all that is no game does.
            raise QueryError(str(error).replace(" an int of ", " a whole number of ")) from error
        if holds_symbol(made) and not self.takes_symbols:
            raise QueryError(f"words about {self.game} need numbers, got {shown(made)}")
        return made


# Enters the decorated function as a word of every game; as one about the strategies of a player.
word = partial(quantity, asked_game)
word_of_player = partial(quantity, AskedGame(has_player=True))


def player_of(analysis: Analysis, written: Argument) -> Player:
    """The player that is written, MAX or MIN, as `min` too."""
    name = written.name.upper() if is_name(written) else ""
    if name in NAMES[: analysis.players]:
        return PLAYERS[NAMES.index(name)]
    if written in PLAYERS[: analysis.players]:
        return MIN if written else MAX
    who = " or ".join(NAMES[: analysis.players])
    raise QueryError(f"the player must be {who}, got {said(written)}")


def word_of(
    maker: Maker,
    called: str,
    cost: Callable[..., int] = few_steps,
    law: Callable[..., Distribution[object]] | None = None,
) -> Callable[[Function], Function]:
    """Enter the decorated function as a word of this class of games alone.

    It is given the analysis of the game (`analysis.game` is the game, `analysis.value(state)` what
    it is worth there) and the arguments of the query, which are written as `called` says.
    """
    return quantity(AskedGame(maker), called, cost, law)


# --- what is asked for ----------------------------------------------------------------------------


def refuse_solo(analysis: Analysis) -> None:
    """Raise `QueryError` for a game for one, where nobody responds."""
    if analysis.players == 1:
        raise QueryError(
            "the game is for one, where nobody responds: ask for value() or exploitability(a)"
        )


def state_cost(analysis: Analysis, *state: Argument) -> int:
    """The cost of what is best at a state."""
    return analysis.state_cost(state)


def after_cost(analysis: Analysis, *given: Argument) -> int:
    """The cost of what follows an action at a state."""
    return analysis.state_cost(given[1:])


def cost_of(asked: str) -> Callable[..., int]:
    """The cost that the analysis says of what is asked, whatever the arguments."""
    return lambda analysis, *_: getattr(analysis, asked)()


# Of what strategies are worth at the start and at every state, of the law of the number of moves.
start_cost, table_cost, length_cost = map(cost_of, ("start_cost", "table_cost", "length_cost"))


def levels_cost(analysis: Analysis, n: int) -> int:
    """The cost of the states after n moves."""
    return analysis.levels_cost(n)


def payoffs(analysis: Analysis, *_: Argument) -> Outcomes:
    """All payoffs that MAX may get."""
    return Outcomes.of(analysis.payoffs())


def paid_to_mover(analysis: Analysis, *_: Argument) -> Outcomes:
    """All payoffs that the player to move may get: MIN gets what MAX loses."""
    found = analysis.payoffs()
    return Outcomes.of(found | {-payoff for payoff in found})


# --- under optimal play ---------------------------------------------------------------------------


@read_off
@word("state...", state_cost, outcomes=payoffs)
def value(analysis: Analysis, *state: Argument) -> Value:
    """MAX's expected payoff from this state under optimal play.

    In a game of imperfect information the state is the start or an end.
    """
    return analysis.value(analysis.at(state))


@read_off
@word("state...", state_cost, outcomes=paid_to_mover)
def value_to_mover(analysis: Analysis, *state: Argument) -> Value:
    """The expected payoff of the player to move from this state under optimal play; where both
    choose, MAX.
    """
    return analysis.value_to_mover(analysis.at(state))


@read_off
@word("state...", state_cost)
def optimal_actions(analysis: Analysis, *state: Argument) -> OrderedSet[Action]:
    """All optimal actions of the player to move at this state, in the order that breaks ties:
    `first(optimal_actions(0, 0))` is one of them.
    """
    return OrderedSet(analysis.optimal_actions(analysis.at(state)))


@read_off
@word_of_player("state...", state_cost)
def strategy(analysis: Analysis, *state: Argument) -> ActionDistribution:
    """An optimal mixed action at this state, of MAX; of MIN with `player=min`."""
    return analysis.mixture(analysis.at(state), analysis.player)


@read_off
@word("action, state...", after_cost, outcomes=payoffs)
def action_value(analysis: Analysis, *given: Argument) -> Value:
    """MAX's expected payoff when this action is chosen at this state and play is optimal
    afterwards; action_value(a, b, state...) where both choose.
    """
    if not given:
        raise QueryError("action_value needs an action, as in action_value(3, 0, 0)")
    refused: QueryError | None = None
    # Perhaps the second argument is no part of a state but the action of MIN.
    for count in range(1, min(len(given), 2) + 1):
        try:
            state = analysis.at(given[count:])
            mover = analysis.mover(state)
        except QueryError as error:
            refused = error if count == 1 else refused
        else:
            if (mover is None) is (count == 2):
                break
    else:
        raise refused or QueryError(
            "both players choose there: action_value needs an action of each"
        )
    # The actions stand first, one of each who chooses.
    written = dict(zip(PLAYERS if mover is None else (mover,), given, strict=False))
    # Who is not to move has one action, which need not be called WAIT.
    first, second = (
        action_at(analysis.game, state, player, written[player])
        if player in written
        else analysis.game.actions(state, player)[0]
        for player in PLAYERS
    )
    return analysis.action_value(state, (first, second))


@word_of_player("action, state...", state_cost, outcomes=CHANCE)
def probability_range(analysis: Analysis, *given: Argument) -> Interval:
    """The least and the largest probability of this action at this state, or at what the player
    knows, over all optimal strategies of MAX; of MIN with `player=min`.
    """
    if not given:
        raise QueryError("this needs an action and what the player knows, as in bet, 1")
    state = analysis.at(given[1:])
    return analysis_of(analysis.game).probability_range(given[0], state, analysis.player)


# --- under strategies -----------------------------------------------------------------------------


@word("a, b", start_cost)
def payoff_distribution(analysis: Analysis, names: Names) -> FiniteNumericDistribution:
    """Distribution of what MAX is paid, when MAX plays a and MIN plays b."""
    return analysis.play(names).payoff_distribution()


def of_sign(sign: int) -> Callable[..., Distribution[int]]:
    """The function for the distribution of 1 when MAX's payoff has this sign, else 0."""
    return lambda analysis, names: payoff_distribution(analysis, names).map(OfSign(sign))


@word("a, b", length_cost)
def turns_distribution(analysis: Analysis, names: Names) -> NumericDistribution:
    """Distribution of the number of moves (in a dice game: throws or rounds) when MAX plays a and
    MIN plays b; endless, with its exact mean, sd, median, mode and probabilities, where play can
    come back to a state.
    """
    return analysis.play(names).turns_distribution()


def length_known(analysis: Analysis, names: Names) -> LawOf:
    """The law of the number of moves; its mean and variance where it takes long to write out."""
    most = allowed()
    try:
        with limit(STEPS_OF_A_LAW if most is None else min(most, STEPS_OF_A_LAW)):
            return turns_distribution(analysis, names)
    except UnsolvableError:
        return analysis.play(names).turns_moments()


def over_ties_of(what: str, *asked: object) -> Callable[..., Interval]:
    """The range over ties of what is asked about the payoff or the length of play."""
    return lambda analysis, names: analysis.range_over_ties(names, what, *asked)


def gain_from_over_ties(analysis: Analysis, names: Names, *state: Argument) -> Interval:
    """The range over ties of what MAX is paid on average from a state."""
    return analysis.range_over_ties(names, "payoff from", analysis.at(state), paid)


def reach_over_ties(analysis: Analysis, names: Names, *rest: Argument) -> Interval:
    """The range over ties of the chance that play passes through a state."""
    if any(isinstance(one, OfState) for one in rest):
        return analysis.range_over_ties(names, "reach any", _event_test(analysis, *rest))
    return analysis.range_over_ties(names, "reach", analysis.at(rest))


@word("a, b", start_cost, payoff_distribution, payoffs, ties=over_ties_of("payoff", paid))
def gain(analysis: Analysis, names: Names) -> Answer:
    """MAX's expected payoff from the start, when MAX plays a and MIN plays b."""
    return analysis.earned(names, "gain")


@word("a, b, state...", table_cost, outcomes=payoffs, ties=gain_from_over_ties)
def gain_from(analysis: Analysis, names: Names, *rest: Argument) -> Answer:
    """MAX's expected payoff from this state, when MAX plays a and MIN plays b."""
    state = analysis.at(rest)
    return analysis.earned(names, "gain_from", state)


@word("a, b", start_cost, of_sign(1), CHANCE, ties=over_ties_of("payoff", OfSign(1)))
def win(analysis: Analysis, names: Names) -> Answer:
    """Probability that MAX wins, is paid more than 0, when MAX plays a and MIN plays b."""
    return analysis.earned(names, "chance", 1)


@word("a, b", start_cost, of_sign(0), CHANCE, ties=over_ties_of("payoff", OfSign(0)))
def draw(analysis: Analysis, names: Names) -> Answer:
    """Probability that neither wins, MAX is paid 0, when MAX plays a and MIN plays b."""
    return analysis.earned(names, "chance", 0)


@word("a, b", start_cost, of_sign(-1), CHANCE, ties=over_ties_of("payoff", OfSign(-1)))
def loss(analysis: Analysis, names: Names) -> Answer:
    """Probability that MAX loses, is paid less than 0, when MAX plays a and MIN plays b."""
    return analysis.earned(names, "chance", -1)


@word("a, b", start_cost, length_known, COUNT, ties=over_ties_of("length"))
def turns(analysis: Analysis, names: Names) -> Answer:
    """Mean number of moves (in a dice game: throws or rounds) when MAX plays a and MIN plays b."""
    return analysis.earned(names, "turns")


@word("a, b, [z]", length_cost)
def turns_generating_function(analysis: Analysis, names: Names, *rest: Argument) -> Answer:
    """The sum over k of P(k moves) z^k, a function of z, when MAX plays a and MIN plays b; also
    where play can come back to a state.
    """
    return analysis.play(names).turns_generating_function(symbol_named(rest))


@word_of_player("strategy", table_cost, outcomes=payoffs)
def best_response_value(analysis: Analysis, strategy: Argument) -> Value:
    """MAX's expected payoff by its best response to this strategy of MIN; with `player=min` when
    MIN plays its best response to this strategy of MAX.
    """
    refuse_solo(analysis)
    return analysis.best_response_value(strategy, analysis.player)


@word("a, b", table_cost)
def exploitability(analysis: Analysis, names: Names) -> Value:
    """How much a player gains on average over both seats by a best response to the strategies a and
    b; 0 for optimal play.
    """
    return analysis.exploitability(names)


@word("a, b, state...", table_cost, outcomes=CHANCE, of_states=True, ties=reach_over_ties)
def reach_probability(analysis: Analysis, names: Names, *rest: Argument) -> Answer:
    """Probability that play passes through this state, when MAX plays a and MIN plays b; through
    one of those of which a comparison of their fields is true, as in
    `reach_probability(a, b, first >= 50)`.
    """
    if any(isinstance(one, OfState) for one in rest):
        there = _event_test(analysis, *rest)
        return analysis.earned(names, "reach_any", there)
    state = state_at(analysis.game, rest)
    return analysis.earned(names, "reach", state)


def _event_test(analysis: Analysis, event: Argument, *more: Argument) -> OfStates:
    """Whether the comparison of fields, which stands alone, is true of a state."""
    if more:
        raise QueryError(
            "this takes a state, or one comparison of its fields as first >= 50, got "
            f"{', '.join(map(str, (event, *more)))}"
        )

    def is_true(state: State) -> bool:
        found = _evaluate_at_state(analysis, event, state)
        if isinstance(found, bool):
            return found
        raise QueryError(f"{event} must be true or false of a state, got {said(found)}")

    return is_true


def _evaluate_at_state(analysis: Analysis, asked: Argument, state: State) -> Answer:
    """The value of a part of a query at the state."""
    if not isinstance(asked, OfState):
        raise QueryError(
            "this takes a comparison of the fields of a state, as first >= 50, and what is asked "
            f"at the first such state, got {said(asked)}"
        )
    try:
        return asked.ask(fields_at(analysis.game, state))
    except QueryError as error:
        fields = ", ".join(fields_of(analysis.game))
        raise QueryError(f"{error} (at {as_written(state)}, of the fields {fields})") from error


@word("a, b, event, x", table_cost, of_states=True)
def at_entry(analysis: Analysis, names: Names, *rest: Argument) -> Distribution[object]:
    """Distribution of x at the first state of play of which the event is true, given that there is
    one, when MAX plays a and MIN plays b; both are written with the fields of a state, as in
    `mean(at_entry(a, b, first >= 50, second))`.
    """
    if len(rest) != 2:
        raise QueryError(
            "this takes an event and what is asked at the first state of which it is true, as in "
            f"first >= 50, second, got {', '.join(map(str, rest)) or 'neither'}"
        )
    event, x = rest
    found = analysis.play(names).entered(_event_test(analysis, event))
    total = sum(found.values())
    if not total:
        raise QueryError(f"play never comes to a state of which {event} is true")
    law: dict[object, Fraction] = defaultdict(Fraction)
    for state, probability in found.items():
        if not probability:
            continue
        outcome = _evaluate_at_state(analysis, x, state)
        is_left_open = isinstance(outcome, Word) and outcome.name == str(x)
        if is_left_open or not isinstance(outcome, Exact | Word | tuple):
            raise QueryError(
                f"what is asked at a state must be a number, a name or several of the fields "
                f"{', '.join(fields_of(analysis.game))}, got {said(outcome)}"
            )
        law[as_outcome(outcome)] += probability / total
    return from_probabilities(law)


def visits_known(analysis: Analysis, names: Names, *rest: Argument) -> Moments:
    """Mean and variance of the number of decisions of one player."""
    if not rest and analysis.players > 1:
        raise QueryError(
            "an estimate must claim one number: name a player, as in expected_visits(a, b, MAX)"
        )
    return analysis.play(names).visits_moments(_named_player(analysis, rest) if rest else MAX)


@word("a, b, [player]", table_cost, visits_known, COUNT)
def expected_visits(analysis: Analysis, names: Names, *rest: Argument) -> Exact | tuple[Exact, ...]:
    """Mean number of decisions of each player when MAX plays a and MIN plays b; of the one player
    that is named, `expected_visits(a, b, MAX)`.
    """
    players = (_named_player(analysis, rest),) if rest else PLAYERS[: analysis.players]
    counts = tuple(analysis.earned(names, "visits", player) for player in players)
    return counts if len(counts) > 1 else counts[0]


def _named_player(analysis: Analysis, rest: Arguments) -> Player:
    return player_of(analysis, rest[0] if len(rest) == 1 else rest)


# --- the states -----------------------------------------------------------------------------------


@word("", table_cost)
def states(analysis: Analysis) -> int:
    """How many states play can reach from the start, finished ones too."""
    return analysis.count_states()


@word("[player]", table_cost)
def information_sets(analysis: Analysis, *player: Argument) -> int:
    """How many information sets the players have where they choose, in a game in which they do not
    see everything; of the one player that is named, `information_sets(MAX)`.
    """
    asked = (_named_player(analysis, player),) if player else PLAYERS
    return sum(map(analysis.information_sets, asked))


@word("n", levels_cost)
def positions_at(analysis: Analysis, n: Whole) -> int:
    """How many different states there can be after n moves, finished ones too."""
    return analysis.positions_at(n)


# --- over ties ------------------------------------------------------------------------------------


@quantity(called="query", of_queries=True)
def over_ties(query: Argument) -> Answer:
    """The least and the largest exact value of a query over all ways that its optimal strategies
    break their ties, as in `over_ties(win(optimal, random))`; in a game of imperfect information
    over all optimal strategies of one player.
    """
    assert isinstance(query, Unevaluated)
    node, scope = query
    found: Answer = range_of(node, scope) if depends_on_ties(node, scope) else value_of(node, scope)
    if isinstance(found, Value) or depends_on_symbol(found):
        return found
    raise QueryError(
        f"no range over ties is known of {query_text(node)}: it is of one mean such as gain(a, b), "
        "win, draw, loss, turns, reach_probability or gain_from, perhaps with numbers beside it"
    )

"""Adaptive Phantom Domineering on sets of cells: all histories before an umpire, and from these the
value over all plans, and by the sequence form.
"""

from collections import defaultdict
from itertools import product

from sets_of_cells import dominoes

from exactdice import MAX, MIN, solve_matrix_game
from exactdice.linear.lp import Program, Row, Variable
from exactdice.linear.lp.solve import optimum


class Umpire:
    """The board as sets of cells; a history is what each has named and was answered."""

    def __init__(self, rows, columns, banned=()):
        cells = set(product(range(rows), range(columns)))
        self.free = cells - set(banned)
        self.places = [dominoes(rows, columns, player) for player in (1, 2)]

    def histories(self, known=((), ()), free=None, player=MAX):
        """(what MAX and MIN know, who is to move, its moves; or None and who has won), of each
        history, where no move is named that is sure to be refused.
        """
        free = self.free if free is None else free
        places = self.places[player]
        if not any(place <= free for place in places):
            yield known, None, 1 - player
            return
        own, refused = self.told(known[player], player)
        moves = [
            k for k, place in enumerate(places) if place <= self.free - own and k not in refused
        ]
        yield known, player, tuple(moves)
        for move in moves:
            legal = places[move] <= free
            answer = "legal" if legal else "illegal"
            after = list(known)
            after[player] = (*known[player], move, answer)
            if legal:
                yield from self.histories(tuple(after), free - places[move], 1 - player)
            else:
                yield from self.histories(tuple(after), free, player)

    def told(self, known, player):
        """The cells of the player's own dominoes, and its moves that were refused."""
        answers = list(zip(known[::2], known[1::2], strict=True))
        own = [self.places[player][move] for move, answer in answers if answer == "legal"]
        return set().union(*own), {move for move, answer in answers if answer == "illegal"}


def information_sets(umpire):
    """{what the player knows: its moves}, of MAX and of MIN."""
    sets = [{}, {}]
    for known, player, moves in umpire.histories():
        if player is not None:
            sets[player][known[player]] = moves
    return sets


def sequence(known):
    """What the player knew at its last move, and that move; () before it has moved."""
    return known[:-1]


def sequences(sets):
    """Each that ends in one of these moves."""
    return [(*known, move) for known, moves in sets.items() for move in moves]


def payments(umpire):
    """{last sequence of MIN: {last sequence of MAX: how many of these ends MAX wins}}."""
    paid = defaultdict(lambda: defaultdict(int))
    for known, player, won_by in umpire.histories():
        if player is None:
            paid[sequence(known[MIN])][sequence(known[MAX])] += int(won_by == MAX)
    return paid


# --- over all plans -------------------------------------------------------------------------------


def plans(sets, last=()):
    """The plans of a player, each as the set of the sequences that agree with it: a move for all
    that it can come to know by its own moves, from the last of them on.
    """
    choices = [
        [plan for move in moves for plan in plans(sets, (*known, move))]
        for known, moves in sets.items()
        if sequence(known) == last
    ]
    return [frozenset({last}).union(*chosen) for chosen in product(*choices)]


def value_over_plans(umpire):
    """The value of the matrix game of all plans."""
    rows, columns = (plans(sets) for sets in information_sets(umpire))
    paid = payments(umpire)
    won_against = [
        {last: sum(ends[own] for own in row & ends.keys()) for last, ends in paid.items()}
        for row in rows
    ]
    matrix = [
        [sum(won[last] for last in column & won.keys()) for column in columns]
        for won in won_against
    ]
    return solve_matrix_game(matrix).value


# --- by the sequence form -------------------------------------------------------------------------


def value_by_sequences(umpire):
    """The value of MAX's programme: the weights x of its sequences, and for all that MIN can know
    what MIN concedes from there on.
    """
    own, other = information_sets(umpire)
    names = [("x", last) for last in [(), *sequences(own)]]
    names += [("v", known) for known in [None, *other]]
    at = {name: k for k, name in enumerate(names)}
    rows = [Row("x", {at["x", ()]: 1}, 1, 1)]
    for known, moves in own.items():
        taken = {at["x", (*known, move)]: 1 for move in moves}
        rows.append(Row(f"x {known}", {at["x", sequence(known)]: -1, **taken}, 0, 0))
    paid = payments(umpire)
    for last in [(), *sequences(other)]:
        terms = {at["x", first]: won for first, won in paid[last].items()}
        terms |= {at["v", known]: 1 for known in other if sequence(known) == last}
        terms[at["v", last[:-1] if last else None]] = -1
        rows.append(Row(f"v {last}", terms, lower=0))
    variables = [Variable(f"{name}", 0 if name[0] == "x" else None) for name in names]
    programme = Program(tuple(variables), tuple(rows), {at["v", None]: 1}, maximise=True)
    return optimum(programme).value

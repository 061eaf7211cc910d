"""Which regular expressions can take more than linear time: a lint on the parsed pattern, by the
ambiguity of its automaton.

A backtracking matcher repeats work where one text has several ways through the pattern. Let p, q be
states and w a text. When w leads from p to p in two ways, the ways double with each w
(exponential). When w leads p to p, p to q and q to q, their number grows with each w (polynomial).
A search begins anew at every place of the text, which is a loop before the pattern, and so is found
as well. Both do harm only where the match can still fail after q. Look-arounds and back references
count as what may fail and consumes nothing.
"""

import re
from collections import defaultdict
from functools import cache
from itertools import product
from re import _constants as op
from re import _parser as parser

ASCII, DOTALL, IGNORECASE = int(re.ASCII), int(re.DOTALL), int(re.IGNORECASE)
MOST_COPIES = 3  # of what is repeated a fixed number of times: more say nothing new
SAMPLES = [chr(k) for k in range(128)] + list(
    "\u00a0\u00b2\u00b7\u00d7\u00e9\u0660\u2009\u202f\u2070\u2212\u22c5"
)
CATEGORIES = {
    op.CATEGORY_DIGIT: r"\d",
    op.CATEGORY_NOT_DIGIT: r"\D",
    op.CATEGORY_SPACE: r"\s",
    op.CATEGORY_NOT_SPACE: r"\S",
    op.CATEGORY_WORD: r"\w",
    op.CATEGORY_NOT_WORD: r"\W",
}


class Automaton:
    """The states of a pattern, edges with sets of sample characters, and steps that consume
    nothing: sure ones, and those that may fail.
    """

    def __init__(self, pattern, flags=0, searched=False):
        self.edges, self.sure, self.free = defaultdict(list), defaultdict(list), defaultdict(list)
        self.count = 0
        parsed = parser.parse(pattern, flags)
        self.flags = int(parsed.state.flags)
        start, self.inner, self.before = self.state(), self.state(), None
        self.step(start, self.inner)
        if searched:
            self.before = self.state()
            self.step(start, self.before)
            self.edges[self.before] += [
                (frozenset(SAMPLES), self.before),
                (frozenset(SAMPLES), self.inner),
            ]
        self.end = self.sequence(parsed, self.inner)

    def state(self):
        self.count += 1
        return self.count - 1

    def step(self, one, other, sure=True):
        self.free[one].append(other)
        if sure:
            self.sure[one].append(other)

    def sequence(self, items, at):
        for code, argument in items:
            at = self.item(code, argument, at)
        return at

    def item(self, code, argument, at):
        if code in (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN):
            after = self.state()
            self.edges[at].append((characters(code, argument, self.flags), after))
            return after
        if code is op.BRANCH:
            after = self.state()
            for branch in argument[1]:
                inner = self.state()
                self.step(at, inner)
                self.step(self.sequence(branch, inner), after)
            return after
        if code is op.SUBPATTERN:
            return self.sequence(argument[3], at)
        if code in (op.MAX_REPEAT, op.MIN_REPEAT):
            return self.repeated(*argument, at)
        assert code in (op.AT, op.ASSERT, op.ASSERT_NOT, op.GROUPREF), (
            f"the lint does not know {code}"
        )
        after = self.state()
        if (
            argument is op.AT_BEGINNING
            and self.before is not None
            and at in self.reached(self.inner, self.free)
        ):
            self.edges[self.before].append(
                (frozenset("\n"), after)
            )  # nothing is read yet: the line begins here
        else:
            self.step(at, after, sure=False)
        return after

    def repeated(self, least, most, items, at):
        for _ in range(min(least, MOST_COPIES)):
            at = self.sequence(items, at)
        if most > MOST_COPIES:  # also {0,1000}: a large bound is as good as none
            loop = self.state()
            self.step(at, loop)
            self.step(self.sequence(items, loop), loop)
            after = self.state()
            self.step(loop, after)
            return after
        after = self.state()
        for _ in range(most - min(least, MOST_COPIES)):
            self.step(at, after)
            at = self.sequence(items, at)
        self.step(at, after)
        return after

    def harmless(self):
        """The states after which the match cannot fail: the end can be reached at once, or from all
        states that lead here at once.
        """
        found = {state for state in range(self.count) if self.end in self.reached(state, self.sure)}
        before = defaultdict(set)
        for state, targets in self.free.items():
            for target in targets:
                before[target].add(state)
        entered = {target for edges in self.edges.values() for _, target in edges}
        more = True
        while more:
            more = {
                state for state in before if state not in found | entered and before[state] <= found
            }
            found |= more
        return found

    def reached(self, state, steps):
        """The states reached without a character, with the number of ways, two standing
        for many.
        """
        seen, entered = [state], defaultdict(int)
        for here in seen:  # grows while it is read
            for after in steps[here]:
                entered[after] += after != state
                if after not in seen:
                    seen.append(after)
        many = [after for after in seen if entered[after] > 1]
        for here in many:
            many += [after for after in steps[here] if after not in many and after != state]
        return {here: 1 + (here in many) for here in seen}


def characters(code, argument, flags):
    if code is op.ANY:
        return frozenset(SAMPLES) - (frozenset() if flags & DOTALL else {"\n"})
    items = argument if code is op.IN else [(code, argument)]
    found, negated = set(), False
    for kind, value in items:
        if kind is op.NEGATE:
            negated = True
        elif kind is op.LITERAL:
            found |= {
                c
                for c in SAMPLES
                if c == chr(value) or (flags & IGNORECASE and c.lower() == chr(value).lower())
            }
        elif kind is op.NOT_LITERAL:
            found |= {c for c in SAMPLES if c != chr(value)}
        elif kind is op.RANGE:
            found |= {c for c in SAMPLES if value[0] <= ord(c) <= value[1]}
        else:
            found |= {c for c in SAMPLES if re.match(CATEGORIES[value], c, flags & ASCII)}
    return frozenset(SAMPLES) - found if negated else frozenset(found)


def ambiguity(pattern, flags=0, searched=False):
    """ "" for a pattern of linear time, else `exponential` or `polynomial`."""
    made = Automaton(pattern, flags, searched)
    closures = {state: made.reached(state, made.free) for state in range(made.count)}
    harmless = made.harmless()
    moves = defaultdict(
        lambda: defaultdict(int)
    )  # state with edges -> {(letters, state with edges): ways}
    real = set(made.edges)
    letters = classes({edge[0] for edges in made.edges.values() for edge in edges})
    for state in real:
        for allowed, after in made.edges[state]:
            for letter in letters:
                if letter in allowed:
                    for target, ways in closures[after].items():
                        if target in real:
                            moves[state][letter, target] += ways
    reached = {state: _reached(moves, state) for state in real}
    ways_to = _ways_to(moves, reached)
    return _exponential(moves, reached, ways_to, harmless) or _polynomial(
        reached, ways_to, harmless
    )


def classes(sets):
    """One sample for each class of characters that no set tells apart."""
    ordered = sorted(sets, key=sorted)
    return list({tuple(sample in one for one in ordered): sample for sample in SAMPLES}.values())


def _reached(moves, start):
    """Every state that some text leads to."""
    seen, pending = set(), [start]
    while pending:
        for _, target in moves[pending.pop()]:
            if target not in seen:
                seen.add(target)
                pending.append(target)
    return seen


def _ways_to(moves, reached):
    """For a goal: {state: {letter: states}} with the states alone that can come to the goal."""

    @cache
    def to(goal):
        leading = {state for state in reached if state == goal or goal in reached[state]}
        found = {state: defaultdict(list) for state in leading}
        for state in leading:
            for letter, target in moves[state]:
                if target in leading:
                    found[state][letter].append(target)
        return found

    return to


class _Places:
    """Several places that read the same text, each in a state from which it can still come to its
    goal: no other can be on a way to all goals, and there are many more of them.
    """

    def __init__(self, ways, goals):
        self.moves = [ways(goal) for goal in goals]

    def after(self, states):
        """The tuples of states that one letter more leads to."""
        here = [moves[state] for moves, state in zip(self.moves, states, strict=True)]
        for letter in set(here[0]).intersection(*here[1:]):
            yield from product(*(by_letter[letter] for by_letter in here))

    def return_apart(self, state):
        """Whether some text leads all places back to their state, not all of them the same way."""
        start = (state,) * len(self.moves)
        seen = self.closure([start], self.after)
        if start not in seen:
            return False
        before = defaultdict(list)
        for states in seen:
            for target in self.after(states):
                before[target].append(states)
        returning = self.closure([start], before.__getitem__)
        return any(len(set(states)) > 1 for states in seen & returning)

    @staticmethod
    def closure(starts, steps, goal=None):
        """All that one step or more leads to, until the goal is found."""
        seen, pending = set(), starts
        while pending and goal not in seen:
            for target in steps(pending.pop()):
                if target not in seen:
                    seen.add(target)
                    pending.append(target)
        return seen


def _lead(ways_to, start, goal):
    """Whether some text leads from the start to the goal."""
    places = _Places(ways_to, goal)
    return goal in places.closure([start], places.after, goal)


def _exponential(moves, reached, ways_to, harmless):
    asked = set()
    for state in reached.keys() - harmless:
        loops = [target for (_, target), ways in moves[state].items() if ways > 1]
        if any(target == state or state in reached[target] for target in loops):
            return "exponential"
        if state not in reached[state] or state in asked:
            continue
        # The states of a loop answer alike: some text leads each place from one to the other, and
        # another leads it back.
        asked.update(other for other in reached[state] if state in reached[other])
        if _Places(ways_to, (state,) * 2).return_apart(state):
            return "exponential"
    return ""


def _polynomial(reached, ways_to, harmless):
    looping = {state for state in reached if state in reached[state]}
    for one in looping:
        for other in (reached[one] & looping) - harmless - {one}:
            if one in reached[other]:
                # With a text v from q back to p, v w w would lead from q to q in two ways, which
                # were exponential and is ruled out before.
                continue
            if not _lead(ways_to, (one, other), (one, other)):
                continue  # no text leads each back to itself, which is seen sooner with two places
            if not _lead(ways_to, (one, one), (one, other)):
                continue  # nor does a text that leads two of three places so
            if not _lead(ways_to, (one, other), (other, other)):
                continue
            if _lead(ways_to, (one, one, other), (one, other, other)):
                return "polynomial"
    return ""

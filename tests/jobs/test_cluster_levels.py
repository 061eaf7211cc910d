"""The states of a game, looked at by workers of a cluster a level at a time, are those that one
process finds, in their order.
"""

from functools import partial

import pytest
from made_game import Impure, Stairs, Staying, Steps

from exactdice.exact.errors import ExactDiceError
from exactdice.exact.session import in_session
from exactdice.game.graph import explore
from exactdice.jobs.crew import Crew, spread

STARTS = [Steps(first, second, 0) for first in range(25) for second in range(25)]


@pytest.fixture
def orders(cluster, monkeypatch):
    """The tasks that were given to the cluster."""
    given, add = [], Crew.add
    monkeypatch.setattr(Crew, "add", lambda crew, tasks: (given.extend(tasks), add(crew, tasks)))
    with in_session(workers=partial(spread, cluster=cluster)):
        yield given


def test_the_graph_is_the_same(orders):
    game = Stairs()
    found = explore(game, STARTS, jobs=2)
    assert len(orders) > 2
    del orders[:]
    alone = explore(Impure(), STARTS)
    assert orders == []  # rules that must be asked in one process stay there
    assert list(found.nodes) == list(alone.nodes)


def test_rules_that_cannot_be_sent_are_named_and_only_where_they_would_be_sent(orders):
    with pytest.raises(ExactDiceError, match=r"Staying.* cannot be sent .*it has an open file"):
        explore(Staying(), STARTS, jobs=2)
    assert len(explore(Staying(3)).nodes) > 3  # so few states are not sent

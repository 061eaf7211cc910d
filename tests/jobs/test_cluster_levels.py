"""The states of a game, looked at by workers of a cluster a level at a time, are those that one
process finds, in their order.
"""

import pytest
from made_game import Impure, Stairs, Staying, Steps

from exactdice.exact.errors import ExactDiceError
from exactdice.exact.session import in_session
from exactdice.game.graph import explore
from exactdice.jobs.crew import Crew

STARTS = [Steps(first, second, 0) for first in range(25) for second in range(25)]


@pytest.fixture
def orders(cluster, monkeypatch):
    """How many tasks of how many crews were given to the cluster."""
    given = []

    def noted(allowance):
        crew = Crew(allowance, cluster=cluster)
        add = crew.add
        monkeypatch.setattr(crew, "add", lambda tasks: (given.extend(tasks), add(tasks)))
        return crew

    with in_session(crews=noted):
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

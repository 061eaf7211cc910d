"""Work on other machines: the option `--dask` of commands that take long. No mathematics here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from .own_games import ready_for_games_in
from .shared import refuse_unused

if TYPE_CHECKING:
    from ..jobs.cluster import Cluster

Dask = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Work on the cluster of Dask whose scheduler is at this address, as "
        "tcp://10.0.0.5:8786, or on one of this machine alone: local.",
        show_default="this machine",
    ),
]


@contextmanager
def cluster_at(address: str | None, context: typer.Context) -> Iterator[Cluster | None]:
    """The cluster at the address while this lasts; None where there is no address."""
    if address is None:
        yield None
        return
    from ..jobs.cluster import LOCAL, connected

    if address != LOCAL:
        refuse_unused(context, "with --dask ADDRESS, whose workers are what they are", "--jobs")
    with connected(address, context.params.get("jobs")) as cluster:
        yield cluster


@contextmanager
def states_looked_at(address: str | None, context: typer.Context, game: str) -> Iterator[None]:
    """While this lasts, the states of the game are looked at on the cluster at the address, if any,
    a level at a time.
    """
    if address is None:
        yield
        return
    from ..graph.exploring import looked_at_by
    from ..jobs.crew import Crew

    ready = ready_for_games_in([game], is_sent=True)
    with (
        cluster_at(address, context) as cluster,
        looked_at_by(partial(Crew, prepare=ready, cluster=cluster)),
    ):
        yield

"""Who waits for a job while the site ends."""

import json

import anyio

from exactdice.jobs.allowance import Allowance
from exactdice.server.application import _Desk
from exactdice.server.jobs import Job, Jobs


def test_an_end_that_comes_while_the_state_is_told_is_told():
    async def told(jobs):
        """The job is never begun, so it waits until the site ends, which it does once that is
        said.
        """
        said = []
        async for line in _Desk(jobs, Allowance())._stand(Job(lambda *_: None)):
            said.append(json.loads(line.removeprefix("data: ")))
            jobs.end()
        return said

    with Jobs(1) as jobs:
        assert anyio.run(told, jobs) == [{"state": "waiting"}, {"state": "ended"}]

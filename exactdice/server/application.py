"""The site: which address is answered by what."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from threading import Event
from typing import Any, TypeVar

import anyio
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from ..errors import ExactDiceError
from ..exact import Progress
from ..files import json_text
from ..jobs.allowance import Allowance
from ..jobs.crew import within
from .answers import Question, answer, closed_form
from .documents import Upload, check_name, check_size, report
from .guard import Guard
from .jobs import Job, Jobs, Result
from .made_pages import GameAsked, Page, made_game_page
from .site_page import forgotten_page, site_page

# What workers need, loaded once for all of them where processes are not forked.
PRELOADED = [
    "exactdice.documents.underway",
    "exactdice.server.documents",
    "exactdice.closed_forms.formulas",
    "exactdice.pictures.by_query",
    "matplotlib.backends.backend_svg",
]
LONGEST_REQUEST = 100_000  # bytes of a question
JSON, BYTES = "application/json", "application/octet-stream"
LOOKS = 0.1  # seconds between two looks at a job
BEAT = 15.0  # seconds after which who waits hears that the server is there
# Whatever a document holds, its report is a page of nobody: it reads nothing of this site.
FOR_PAGES = (
    "frame-ancestors 'none'; sandbox allow-scripts allow-downloads allow-modals allow-popups"
)
FOR_THE_SITE = "frame-ancestors 'none'; object-src 'none'; base-uri 'none'"

Asked = TypeVar("Asked")


class _Refused(ExactDiceError):
    """A request that is refused, with its status."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


def site(jobs: Jobs, allowance: Allowance, port: int) -> Guard:
    """The site at this port, whose jobs work within the allowance."""
    desk = _Desk(jobs, allowance)
    routes = [
        Route("/", desk.door),
        Route("/favicon.ico", desk.icon),
        Route("/jobs/query", desk.query, methods=["POST"]),
        Route("/jobs/report", desk.report, methods=["POST"]),
        Route("/jobs/page", desk.game, methods=["POST"]),
        Route("/jobs/{name}", desk.cancel, methods=["DELETE"]),
        Route("/jobs/{name}/events", desk.events),
        Route("/jobs/{name}/answer", desk.answer),
        Route("/pages/{name}", desk.page),
    ]
    refused: Mapping[Any, Any] = {ExactDiceError: _refused, _Refused: _refused}
    return Guard(Starlette(routes=routes, exception_handlers=refused), port)


def make_ready(allowance: Allowance) -> None:
    """Load what workers need, so that the first question need not wait for it."""
    within(allowance, bool, None, preloaded=PRELOADED)


async def _refused(_: Request, error: ExactDiceError) -> Response:
    status = error.status if isinstance(error, _Refused) else 400
    return JSONResponse({"complaint": str(error)}, status)


@dataclass(frozen=True)
class _Desk:
    """Where requests are answered."""

    jobs: Jobs
    allowance: Allowance

    # --- pages ------------------------------------------------------------------------------------

    async def door(self, _: Request) -> Response:
        """The first page."""
        text = await anyio.to_thread.run_sync(site_page)
        return HTMLResponse(text, headers={"Content-Security-Policy": FOR_THE_SITE})

    async def icon(self, _: Request) -> Response:
        """No icon, for browsers that ask for one."""
        return Response(status_code=204)

    async def page(self, request: Request) -> Response:
        """A page that a job has made."""
        job = self.jobs.named(request.path_params["name"])
        found = job.result if job else None
        headers = {"Content-Security-Policy": FOR_PAGES}
        if not isinstance(found, Page):
            return HTMLResponse(forgotten_page(), 404, headers)
        return HTMLResponse(found.html, headers=headers)

    # --- jobs -------------------------------------------------------------------------------------

    async def query(self, request: Request) -> Response:
        """Begin to work out a query, or its closed form."""
        words = await _words(request, {"query": str, "options": str, "digits": int, "form": str})
        form = words.pop("form", "answer")
        if form not in ("answer", "formula"):
            raise _Refused(400, "form must be answer or formula")
        question = Question(**words)
        return self._begun(answer if form == "answer" else closed_form, question)

    async def game(self, request: Request) -> Response:
        """Begin to make the page of a game."""
        words = await _words(request, {"name": str, "options": str})
        return self._begun(made_game_page, GameAsked(**words))

    async def report(self, request: Request) -> Response:
        """Begin to verify a document."""
        name = request.query_params.get("name", "")
        check_name(name)
        data = await _body(request, BYTES, check_size)
        upload = Upload(name, data, request.query_params.get("strict") == "yes")

        def work(progress: Progress, stopped: Event) -> Result:
            return report(upload, self.allowance, progress, stopped)

        return self._told(self.jobs.begin(work))

    def _begun(self, work: Callable[[Asked], Result], asked: Asked) -> Response:
        """The job of one question, which one worker answers."""

        def done(progress: Progress, stopped: Event) -> Result:
            return within(self.allowance, work, asked, stopped, PRELOADED, progress)

        return self._told(self.jobs.begin(done))

    def _told(self, job: Job) -> Response:
        return JSONResponse({"job": job.name}, 202)

    async def cancel(self, request: Request) -> Response:
        """Call a job off."""
        self._job(request).cancel()
        return Response(status_code=204)

    async def answer(self, request: Request) -> Response:
        """What a job has found."""
        found = self._job(request).result
        if found is None:
            raise _Refused(404, "this job has found nothing")
        if isinstance(found, Page):
            link = f"/pages/{request.path_params['name']}"
            found = {"title": found.title, "summary": found.summary, "page": link}
        return Response(json_text(found), media_type=JSON)

    async def events(self, request: Request) -> Response:
        """How a job stands, said whenever that changes, until it is done."""
        told = self._stand(self._job(request))
        return StreamingResponse(told, media_type="text/event-stream")

    async def _stand(self, job: Job) -> AsyncIterator[str]:
        said, beat = "", anyio.current_time()
        while True:
            # Asked first: what ends while it is being told how the job stood is told, too.
            is_over = self.jobs.has_ended or not job.is_underway
            now = json.dumps({"state": "ended"} if self.jobs.has_ended else job.told())
            if now != said:
                said, beat = now, anyio.current_time()
                yield f"data: {now}\n\n"
            elif anyio.current_time() - beat > BEAT:
                beat = anyio.current_time()
                yield ": still there\n\n"
            if is_over:
                return
            await anyio.sleep(LOOKS)

    def _job(self, request: Request) -> Job:
        job = self.jobs.named(request.path_params["name"])
        if job is None:
            raise _Refused(404, "this job is forgotten: ask again")
        return job


# --- what a request holds -------------------------------------------------------------------------


async def _body(request: Request, kind: str, check: Callable[[int], None]) -> bytes:
    """What the request holds, of this kind, in memory and never more than `check` lets pass."""
    came = request.headers.get("content-type", "none")
    if came.partition(";")[0].strip().lower() != kind:
        raise _Refused(415, f"the content must be of type {kind}, got {came[:100]}")
    data = bytearray()
    try:
        announced = request.headers.get("content-length", "0")
        check(int(announced) if announced.isdigit() else 0)
        async for chunk in request.stream():
            data += chunk
            check(len(data))
    except ExactDiceError as error:
        raise _Refused(413, str(error)) from error
    return bytes(data)


def _check_question(size: int) -> None:
    if size > LONGEST_REQUEST:
        raise ExactDiceError(f"a question has at most {LONGEST_REQUEST} bytes, got {size} or more")


async def _words(request: Request, known: Mapping[str, type]) -> dict[str, Any]:
    """The words of the question, each of its type."""
    data = await _body(request, JSON, _check_question)
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise _Refused(400, "the question must be JSON") from None
    if not isinstance(found, dict):
        raise _Refused(400, "the question must be an object of JSON")
    for name, value in found.items():
        if name not in known or type(value) is not known[name]:
            listed = ", ".join(f"{key} ({kind.__name__})" for key, kind in known.items())
            raise _Refused(400, f"a question has {listed}, got {name[:100]!r} of another kind")
    required = next(iter(known))
    if required not in found:
        raise _Refused(400, f"the question has no {required}")
    return found

"""The site: which address is answered by what, who is answered, and the server.

Answered are the pages of this site, in a browser on this machine, and nobody else's. A page from
elsewhere could name this machine by a name of its own (DNS rebinding), and could post to it; both
are told apart by what browsers say of themselves, and refused. A job is work for somebody who waits
for it, sees how far it has come, and may call it off; what is found is forgotten when many others
came since.
"""

from __future__ import annotations

import errno
import json
import secrets
import signal
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from threading import Event, Lock, Thread, current_thread, main_thread
from types import FrameType
from typing import Any

import anyio
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn import Config, Server

from ...exact.cost import LIFTED
from ...exact.errors import ExactDiceError
from ...exact.files import MOST_BYTES, json_text
from ...exact.numbers import Progress, printable, shown
from ...jobs.allowance import Allowance
from ...jobs.crew import within
from ...jobs.worker import PRELOADED
from . import (
    Page,
    Question,
    answer,
    check_name,
    closed_form,
    forgotten_page,
    game_page_of,
    report,
    site_page,
)

MOST_KEPT = 30  # jobs that are done

Result = Mapping[str, object] | Page
Work = Callable[[Progress, Event], Result]


class State(StrEnum):
    """The states of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Job:
    """Work under a name that nobody guesses, done by one of the threads."""

    def __init__(self, work: Work, threads: ThreadPoolExecutor) -> None:
        self.name = secrets.token_urlsafe(16)
        self.progress: dict[str, object] = {"done": 0, "total": None}
        self.stopped = Event()

        def watch(done: int, total: int | None) -> None:
            self.progress = {"done": done, "total": total}

        self._future = threads.submit(work, watch, self.stopped)

    @property
    def is_underway(self) -> bool:
        """Whether it is not done yet."""
        return not self._future.done()

    @property
    def error(self) -> BaseException | None:
        """The error that ended it, if any."""
        future = self._future
        return future.exception() if future.done() and not future.cancelled() else None

    @property
    def state(self) -> State:
        """Its state."""
        if self._future.running():
            return State.RUNNING
        if self.is_underway:
            return State.WAITING
        if self._future.cancelled():
            return State.CANCELLED
        if self.error is None:
            return State.DONE
        is_refused = isinstance(self.error, ExactDiceError)
        return State.CANCELLED if is_refused and self.stopped.is_set() else State.FAILED

    @property
    def complaint(self) -> str:
        """The error in one line, "" without one."""
        if self.error is None:
            return ""
        # Limits of the site stay as they are.
        message = str(self.error).replace(LIFTED, f"{LIFTED} at a terminal")
        line = printable(" ".join(message.split()))
        # Else whoever waits would never hear of a defect.
        is_refused = isinstance(self.error, ExactDiceError)
        return line if is_refused else f"this is a defect of exactdice, please report it: {line}"

    @property
    def result(self) -> Result | None:
        """Its result, once it is done."""
        return self._future.result() if self.state is State.DONE else None

    def report(self) -> dict[str, object]:
        """Its state and progress, for the person who waits."""
        state = self.state
        complaint = self.complaint
        report: dict[str, object] = {"state": str(state)}
        report |= self.progress if state is State.RUNNING else {}
        return report | ({"complaint": complaint} if complaint else {})

    def cancel(self) -> None:
        """Call it off: at once while it waits, else as soon as its worker has ended."""
        self.stopped.set()
        self._future.cancel()


class Jobs:
    """All jobs, of which so many run at once.

    >>> with Jobs(1) as jobs:
    ...     job = jobs.begin(lambda progress, stopped: {"exact": "1/6"})
    >>> str(job.state), jobs.named(job.name).result
    ('done', {'exact': '1/6'})
    """

    def __init__(self, at_once: int) -> None:
        self._threads = ThreadPoolExecutor(at_once, "job")
        self._jobs: dict[str, Job] = {}  # in the order they began
        self._changing = Lock()
        self.has_ended = False

    def __enter__(self) -> Jobs:
        return self

    def __exit__(self, *_: object) -> None:
        self._threads.shutdown()

    def begin(self, work: Work) -> Job:
        """A new job."""
        with self._changing:
            # Within the lock, so that the end of all jobs misses none that has begun.
            job = Job(work, self._threads)
            self._jobs[job.name] = job
            done = [one.name for one in self._jobs.values() if not one.is_underway]
            for name in done[:-MOST_KEPT]:
                del self._jobs[name]
        return job

    def named(self, name: str) -> Job | None:
        """The job of this name; None where there is none any more."""
        return self._jobs.get(name)

    def end(self) -> None:
        """Call all jobs off, as the server ends."""
        self.has_ended = True
        with self._changing:
            for job in self._jobs.values():
                job.cancel()


# What workers need, loaded once for all of them where processes are not forked.
NEEDED = (
    "exactdice.report.documents.verification",
    "exactdice.cli.server",
    "exactdice.formulas",
    "exactdice.writeup.pictures.by_query",
    "matplotlib.backends.backend_svg",
)
PRELOADED.update(dict.fromkeys(NEEDED))
ADDRESS = "127.0.0.1"
SAFE = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
SECONDS_TO_END = 2  # for answers that are being sent
JSON = "application/json"
LOOKS = 0.1  # seconds between two looks at a job
BEAT = 15.0  # seconds after which who waits hears that the server is there
# Whatever a document holds, its report is a page of nobody: it reads nothing of this site.
FOR_PAGES = (
    "frame-ancestors 'none'; sandbox allow-scripts allow-downloads allow-modals allow-popups"
)
FOR_THE_SITE = "frame-ancestors 'none'; object-src 'none'; base-uri 'none'"


class Refused(ExactDiceError):
    """A request that is refused, with its status."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


def site(jobs: Jobs, allowance: Allowance, port: int) -> ASGIApp:
    """The site at this port, whose jobs work within the allowance."""
    handlers = Handlers(jobs, allowance)

    async def refuse(_: Request, error: ExactDiceError) -> Response:
        status = error.status if isinstance(error, Refused) else 400
        return JSONResponse({"complaint": str(error)}, status)

    routes = [
        Route("/", handlers.first_page),
        Route("/favicon.ico", handlers.icon),
        Route("/jobs/query", handlers.query, methods=["POST"]),
        Route("/jobs/report", handlers.report, methods=["POST"]),
        Route("/jobs/page", handlers.game, methods=["POST"]),
        Route("/jobs/{name}", handlers.cancel, methods=["DELETE"]),
        Route("/jobs/{name}/events", handlers.events),
        Route("/jobs/{name}/answer", handlers.answer),
        Route("/pages/{name}", handlers.page),
    ]
    refusing: Mapping[Any, Any] = {ExactDiceError: refuse}
    return guarded(Starlette(routes=routes, exception_handlers=refusing), port)


@dataclass(frozen=True)
class Handlers:
    """The answers to requests."""

    jobs: Jobs
    allowance: Allowance

    # --- pages ------------------------------------------------------------------------------------

    async def first_page(self, _: Request) -> Response:
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
            raise Refused(400, "form must be answer or formula")
        return self._begin_answer(answer if form == "answer" else closed_form, Question(**words))

    async def game(self, request: Request) -> Response:
        """Begin to make the page of a game."""
        words = await _words(request, {"name": str, "options": str})
        return self._begin_answer(game_page_of, Question(words["name"], words.get("options", "")))

    async def report(self, request: Request) -> Response:
        """Begin to verify a document."""
        name = request.query_params.get("name", "")
        check_name(name)
        data = await _body(request, "application/octet-stream")
        is_strict = request.query_params.get("strict") == "yes"
        return self._begin(partial(report, name, data, is_strict, self.allowance))

    def _begin_answer(self, work: Callable[[Question], Result], question: Question) -> Response:
        def answered(progress: Progress, stopped: Event) -> Result:
            return within(self.allowance, work, question, stopped, progress)

        return self._begin(answered)

    def _begin(self, work: Work) -> Response:
        return JSONResponse({"job": self.jobs.begin(work).name}, 202)

    async def cancel(self, request: Request) -> Response:
        """Call a job off."""
        self._job(request).cancel()
        return Response(status_code=204)

    async def answer(self, request: Request) -> Response:
        """The result of a job."""
        found = self._job(request).result
        if found is None:
            raise Refused(404, "this job has found nothing")
        if isinstance(found, Page):
            link = f"/pages/{request.path_params['name']}"
            found = {"title": found.title, "summary": found.summary, "page": link}
        return Response(json_text(found), media_type=JSON)

    async def events(self, request: Request) -> Response:
        """The state of a job, sent whenever it changes, until the job is done."""
        lines = self.watch(self._job(request))
        return StreamingResponse(lines, media_type="text/event-stream")

    async def watch(self, job: Job) -> AsyncIterator[str]:
        """The events of the job."""
        said = ""
        beat = anyio.current_time()
        while True:
            # Asked first: what ends while it is being told how the job stood is told, too.
            is_over = self.jobs.has_ended or not job.is_underway
            now = json.dumps({"state": "ended"} if self.jobs.has_ended else job.report())
            if now != said:
                said = now
                beat = anyio.current_time()
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
            raise Refused(404, "this job is forgotten: ask again")
        return job


# --- what a request holds -------------------------------------------------------------------------


async def _body(request: Request, kind: str) -> bytes:
    """The content of the request, of this type, in memory and never more than it may be."""
    came = request.headers.get("content-type", "none")
    if came.partition(";")[0].strip().lower() != kind:
        raise Refused(415, f"the content must be of type {kind}, got {came[:100]}")
    data = bytearray()
    announced = request.headers.get("content-length", "")
    size = int(announced) if announced.isdigit() else 0
    async for chunk in request.stream():
        data += chunk
        size = max(size, len(data))
        if size > MOST_BYTES:
            raise Refused(
                413,
                f"a document here has at most {MOST_BYTES} bytes, got {size} or more: verify it at "
                "a terminal, by exactdice verify FILE",
            )
    return bytes(data)


async def _words(request: Request, known: Mapping[str, type]) -> dict[str, Any]:
    """The words of the question, each of its type."""
    data = await _body(request, JSON)
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise Refused(400, "the question must be JSON") from None
    if not isinstance(found, dict):
        raise Refused(400, "the question must be an object of JSON")
    for name, value in found.items():
        if name not in known or type(value) is not known[name]:
            listed = ", ".join(f"{key} ({kind.__name__})" for key, kind in known.items())
            raise Refused(400, f"a question has {listed}, got {name[:100]!r} of another kind")
    required = next(iter(known))
    if required not in found:
        raise Refused(400, f"the question has no {required}")
    return found


# --- who is answered ------------------------------------------------------------------------------


def guarded(site: ASGIApp, port: int) -> ASGIApp:
    """The site behind a guard, at this port."""
    known = hosts(port)

    async def answer_or_refuse(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        why = refusal(scope["method"], scope["path"], Headers(scope=scope), known)
        answering = PlainTextResponse(f"{why}\n", 403) if why else site

        async def send_safely(message: Message) -> None:
            """Send with the headers of safety, where an answer has none of its own."""
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in SAFE.items():
                    headers.setdefault(name, value)
            await send(message)

        # Who has gone needs no answer, and that is no defect.
        with suppress(ClientDisconnect):
            await answering(scope, receive, send_safely)

    return answer_or_refuse


def hosts(port: int) -> tuple[str, ...]:
    """The names of the site, as a browser says them.

    >>> hosts(8017), hosts(80)
    (('127.0.0.1:8017', 'localhost:8017'), ('127.0.0.1', 'localhost'))
    """
    behind = "" if port == 80 else f":{port}"  # which browsers leave out
    return f"{ADDRESS}{behind}", f"localhost{behind}"


def refusal(method: str, path: str, headers: Headers, known: tuple[str, ...]) -> str:
    """Why the request is refused; "" where it is answered."""

    def quoted(value: str | None) -> str:
        return "none" if value is None else shown(value)

    # Of several values their list, which fits nothing.
    host, origin, asker = (
        ", ".join(headers.getlist(name)) or None for name in ("host", "origin", "sec-fetch-site")
    )
    if host not in known:
        return f"this site is http://{known[0]} and answers to no other name, got {quoted(host)}"
    if method not in ("GET", "HEAD") and origin != f"http://{host}":
        return f"only pages of this site may ask for work, got the origin {quoted(origin)}"
    # Somebody may follow a link of another page to the first page of this one, which shows nothing
    # of theirs.
    is_link_to_first_page = (
        (method, path) == ("GET", "/")
        and headers.get("sec-fetch-mode") == "navigate"
        and headers.get("sec-fetch-dest") == "document"
    )
    # A page of this site asks, or the person who typed the address.
    if asker not in (None, "same-origin", "none") and not is_link_to_first_page:
        return f"only pages of this site are answered here, got a request that is {quoted(asker)}"
    return ""


# --- the server -----------------------------------------------------------------------------------


def serve(port: int, allowance: Allowance, at_once: int, tell: Callable[[str], None]) -> None:
    """Serve at the port, any free one for 0, until the process is interrupted; `tell` is called
    with the address once it is answered.

    Raises `ExactDiceError` for a port that cannot be had.
    """
    with listen(port) as listener:
        taken = listener.getsockname()[1]
        # What workers need is loaded beside, so that the first question need not wait for it.
        ready = partial(within, allowance, bool, None)
        Thread(target=ready, daemon=True).start()
        with Jobs(at_once) as jobs:
            config = Config(
                site(jobs, allowance, taken),
                http="h11",
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="error",  # what others send wrongly is their concern, a defect is ours
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=SECONDS_TO_END,
            )
            server = _Server(jobs, config)
            tell(f"http://{ADDRESS}:{taken}/")
            # A terminal that is closed, and who asks the process to end, end it as Ctrl-C does:
            # what workers keep for themselves is removed only then. uvicorn raises the signal once
            # more when all is ended. Whoever serves beside other work has signals of its own.
            if current_thread() is main_thread():
                signal.signal(signal.SIGTERM, signal.default_int_handler)
                if hasattr(signal, "SIGHUP"):
                    signal.signal(signal.SIGHUP, server.handle_exit)
            try:
                server.run(sockets=[listener])
            except KeyboardInterrupt:  # which uvicorn raises again once all is ended
                pass
            finally:
                jobs.end()


def listen(port: int) -> socket.socket:
    """The listener of the site, on this machine alone."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        # A port of a server that has just ended can be had again at once.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((ADDRESS, port))
        listener.listen()
    except OSError as error:
        listener.close()
        why = "it is in use, perhaps by another exactdice serve: choose another, as by --port 0 any"
        if error.errno != errno.EADDRINUSE:
            why = f"it cannot be had: {error.strerror}; choose another, as by --port 0 any"
        raise ExactDiceError(f"port {port}: {why} that is free") from error
    return listener


class _Server(Server):
    """The server, which calls its jobs off as soon as it is told to end."""

    def __init__(self, jobs: Jobs, config: Config) -> None:
        super().__init__(config)
        self._jobs = jobs

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End, so that pages which wait for a job hear of it."""
        self._jobs.end()
        super().handle_exit(sig, frame)

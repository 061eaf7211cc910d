"""Who is answered: the pages of this site, in a browser on this machine, and nobody else's.

A page from elsewhere could name this machine by a name of its own (DNS rebinding), and could post
to it; both are told apart by what browsers say of themselves, and refused.
"""

from __future__ import annotations

from contextlib import suppress

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..exact import shown

ADDRESS = "127.0.0.1"
READING = ("GET", "HEAD")
OURS = ("same-origin", "none")  # who asks: a page of this site, or the person who typed the address
SAFE = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Guard:
    """The site behind a guard, at this port."""

    def __init__(self, site: ASGIApp, port: int) -> None:
        self.site, self.hosts = site, hosts(port)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse in one line."""
        if scope["type"] != "http":
            return
        why = refusal(scope["method"], scope["path"], Headers(scope=scope), self.hosts)
        site = PlainTextResponse(f"{why}\n", 403) if why else self.site
        # Who has gone needs no answer, and that is no defect.
        with suppress(ClientDisconnect):
            await site(scope, receive, _safely(send))


def hosts(port: int) -> tuple[str, ...]:
    """The names of the site, as a browser says them.

    >>> hosts(8017), hosts(80)
    (('127.0.0.1:8017', 'localhost:8017'), ('127.0.0.1', 'localhost'))
    """
    behind = "" if port == 80 else f":{port}"  # which browsers leave out
    return f"{ADDRESS}{behind}", f"localhost{behind}"


def refusal(method: str, path: str, headers: Headers, known: tuple[str, ...]) -> str:
    """Why the request is refused; "" where it is answered."""
    host, origin = _only(headers, "host"), _only(headers, "origin")
    asker = _only(headers, "sec-fetch-site")
    if host not in known:
        return f"this site is http://{known[0]} and answers to no other name, got {_said(host)}"
    if method not in READING and origin != f"http://{host}":
        return f"only pages of this site may ask for work, got the origin {_said(origin)}"
    if asker not in (None, *OURS) and not _is_link_to_the_door(method, path, headers):
        return f"only pages of this site are answered here, got a request that is {_said(asker)}"
    return ""


def _only(headers: Headers, name: str) -> str | None:
    """The one value of the header; None without one, and of several their list, which fits
    nothing.
    """
    values = headers.getlist(name)
    return ", ".join(values) if values else None


def _said(value: str | None) -> str:
    return "none" if value is None else shown(value)


def _is_link_to_the_door(method: str, path: str, headers: Headers) -> bool:
    """Whether somebody followed a link of another page to the first page of this one, which shows
    nothing of theirs.
    """
    return (
        (method, path) == ("GET", "/")
        and headers.get("sec-fetch-mode") == "navigate"
        and headers.get("sec-fetch-dest") == "document"
    )


def _safely(send: Send) -> Send:
    """Send with the headers of safety, where an answer has none of its own."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in SAFE.items():
                headers.setdefault(name, value)
        await send(message)

    return sent

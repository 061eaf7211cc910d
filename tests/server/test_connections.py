"""Connections to the site that ask nothing, ask half, or are gone before they are answered."""

import asyncio
import logging
import socket
import struct
from contextlib import contextmanager
from threading import Thread
from time import sleep

import pytest
from uvicorn import Config, Server

from exactdice.jobs.allowance import Allowance
from exactdice.server import connections
from exactdice.server.connections import MOST_CONNECTIONS, Connection
from exactdice.server.jobs import Jobs
from exactdice.server.running import _config, _listening

PATIENCE = 30  # seconds after which a test is given up


@contextmanager
def serving(config, door):
    """The port, while the server runs."""
    server = Server(config)
    thread = Thread(target=server.run, kwargs={"sockets": [door]})
    thread.start()
    try:
        while not server.started:
            sleep(0.01)
        yield door.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def port():
    with Jobs(1) as jobs, _listening(0) as door:
        config = _config(jobs, Allowance(1, 60, 1000, 120), door.getsockname()[1])
        with serving(config, door) as taken:
            yield taken
        jobs.end()


@pytest.fixture
def hurried(monkeypatch):
    monkeypatch.setattr(connections, "SECONDS_FOR_A_REQUEST", 0.3)


def connected(port):
    return socket.create_connection(("127.0.0.1", port), PATIENCE)


def head(port, line, *more):
    own = f"Host: 127.0.0.1:{port}", f"Origin: http://127.0.0.1:{port}"
    return "\r\n".join([line, *own, *more, "", ""]).encode()


def status(port):
    """Of the address that answers with nothing."""
    with connected(port) as asking:
        asking.sendall(head(port, "GET /favicon.ico HTTP/1.1", "Connection: close"))
        return int(asking.recv(1000).split()[1])


def is_closed(client):
    """Whether the server closes the connection, after an answer or without one."""
    try:
        while client.recv(1000):
            pass
    except ConnectionResetError:
        pass
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize("many", [110, MOST_CONNECTIONS + 50])
@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: a\r\n"])
def test_connections_that_ask_nothing_keep_nobody_out(port, many, sent):
    idle = []
    try:
        for _ in range(many):
            idle.append(connected(port))
            # The first of them may be closed by now.
            idle[-1].sendall(sent)
        assert status(port) == 204
        assert is_closed(idle[0])
        idle[-1].settimeout(0.1)
        assert not is_closed(idle[-1])
    finally:
        for one in idle:
            one.close()


ASKED = "POST /jobs/query HTTP/1.1", "Content-Type: application/json", "Content-Length: 100"


@pytest.mark.parametrize("part", ["nothing", "half a head", "a head", "half a body"])
@pytest.mark.usefixtures("hurried")
def test_a_request_that_does_not_come_is_not_waited_for(port, part):
    whole = head(port, *ASKED)
    parts = {
        "nothing": b"",
        "half a head": whole[:40],
        "a head": whole,
        "half a body": whole + b"{",
    }
    with connected(port) as client:
        client.sendall(parts[part])
        assert is_closed(client)


@pytest.mark.usefixtures("hurried")
def test_a_request_in_many_parts_has_no_more_time(port):
    with connected(port) as client:
        client.settimeout(0.05)
        sent, whole = 0, head(port, "GET /" + "x" * 2000 + " HTTP/1.1")
        try:
            while sent < len(whole) and not is_closed(client):
                client.sendall(whole[sent : sent + 1])
                sent += 1
        except ConnectionError:
            pass
        assert sent < len(whole)


@pytest.mark.usefixtures("hurried")
def test_an_answer_has_all_the_time_that_it_takes():
    async def slow(scope, receive, send):
        await asyncio.sleep(1)
        await send({"type": "http.response.start", "status": 204})
        await send({"type": "http.response.body"})

    config = Config(slow, http=Connection, lifespan="off", log_config=None)
    with _listening(0) as door, serving(config, door) as own, connected(own) as client:
        client.sendall(head(own, "GET / HTTP/1.1"))
        assert client.recv(1000).startswith(b"HTTP/1.1 204 ")


def gone_in_the_middle(port):
    """{what: the request that somebody sends who then goes}."""
    asking = head(port, *ASKED)
    chunked = head(port, *ASKED[:2], "Transfer-Encoding: chunked")
    page = head(port, "GET / HTTP/1.1")
    upload = (
        "POST /jobs/report?name=a.md HTTP/1.1",
        "Content-Type: application/octet-stream",
        "Content-Length: 1000000",
    )
    return {
        "half a head": asking[:40],
        "half a body": asking + b"{",
        "half a document": head(port, *upload) + b"x" * 100_000,
        "no body": head(port, *ASKED, "Expect: 100-continue"),
        "a chunk that is none": chunked + b"zz\r\n",
        "a page": page,
        "pages at once": page * 30,
        "a page and no request": page + b"\x00\r\n\r\n",
        "no request": b"\x16\x03\x01\r\n\r\n",
        "another protocol": head(
            port, "GET / HTTP/1.1", "Connection: Upgrade", "Upgrade: websocket"
        ),
        "a long head": b"GET / HTTP/1.1\r\nX: " + b"a" * 200_000,
        "a body after a refusal": chunked.replace(b"127.0.0.1", b"example.com") + b"zz\r\n",
    }


@pytest.mark.parametrize("is_reset", [False, True])
@pytest.mark.parametrize("what", gone_in_the_middle(0))
def test_who_goes_leaves_no_trace(port, caplog, capfd, what, is_reset):
    client = connected(port)
    try:
        client.sendall(gone_in_the_middle(port)[what])
    except ConnectionError:
        assert what == "a long head"  # refused before its end
    if is_reset:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()
    # Answered later than what went before.
    assert status(port) == 204
    sleep(0.1)
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]
    assert capfd.readouterr().err == ""


def test_what_is_no_request_behind_a_refusal_leaves_no_trace(port, caplog):
    chunked = head(port, *ASKED[:2], "Transfer-Encoding: chunked")
    with connected(port) as client:
        client.sendall(chunked.replace(b"127.0.0.1", b"example.com"))
        assert client.recv(1000).startswith(b"HTTP/1.1 403 ")
        client.sendall(b"zz\r\n" * 10)
        assert is_closed(client)
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]

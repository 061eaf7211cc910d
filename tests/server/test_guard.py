"""Who is answered: pages of the site on this machine, and nobody else."""

import pytest
from starlette.datastructures import Headers

from exactdice.server.guard import hosts, refusal

HERE = hosts(8017)
OURS = {"host": "127.0.0.1:8017", "origin": "http://127.0.0.1:8017"}


def why(method="GET", path="/", **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return refusal(method, path, Headers(named), HERE)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8017",
        "127.0.0.1",
        "127.0.0.1:80",
        "127.0.0.1:8018",
        "127.0.0.1.evil.example:8017",
        "localhost.evil.example:8017",
        "127.0.0.1:8017, evil.example",
        "[::1]:8017",
        "0.0.0.0:8017",
        "2130706433:8017",
        "",
    ],
)
def test_another_name_of_this_machine_is_refused(host):
    assert why(host=host).startswith("this site is http://127.0.0.1:8017 ")


def test_no_name_and_two_names_are_refused():
    assert "got none" in refusal("GET", "/", Headers({}), HERE)
    twice = Headers(raw=[(b"host", b"127.0.0.1:8017"), (b"host", b"127.0.0.1:8017")])
    assert refusal("GET", "/", twice, HERE)


@pytest.mark.parametrize("host", HERE)
def test_its_own_names_are_answered(host):
    assert why(host=host) == ""
    assert why("POST", "/jobs/query", host=host, origin=f"http://{host}") == ""


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://evil.example",
        "http://127.0.0.1:8018",
        "https://127.0.0.1:8017",
        "http://localhost:8017",  # another origin than the name that is asked
        "http://127.0.0.1:8017.evil.example",
        "http://127.0.0.1:8017/",
    ],
)
@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT", "OPTIONS"])
def test_work_is_asked_for_by_pages_of_the_site_alone(method, origin):
    headers = {"host": "127.0.0.1:8017"} | ({"origin": origin} if origin else {})
    assert why(method, "/jobs/query", **headers).startswith("only pages of this site may ask")


@pytest.mark.parametrize("asker", ["cross-site", "same-site", "anything"])
@pytest.mark.parametrize("path", ["/jobs/x/events", "/pages/x", "/jobs/x/answer"])
def test_what_the_browser_says_is_asked_from_elsewhere_is_refused(asker, path):
    assert why(path=path, **OURS, sec_fetch_site=asker)
    assert why("POST", path, **OURS, sec_fetch_site=asker)


@pytest.mark.parametrize("asker", ["same-origin", "none"])
def test_what_the_person_asks_is_answered(asker):
    assert why(path="/pages/x", **OURS, sec_fetch_site=asker) == ""


def test_a_link_of_another_page_leads_to_the_door_alone():
    link = {"sec_fetch_site": "cross-site", "sec_fetch_mode": "navigate"}
    page, frame = {"sec_fetch_dest": "document"}, {"sec_fetch_dest": "iframe"}
    host = {"host": "127.0.0.1:8017"}
    assert why(**host, **link, **page) == ""
    assert why(**host, **link, **frame)
    assert why(path="/pages/x", **host, **link, **page)
    assert why(
        **host, sec_fetch_site="cross-site", sec_fetch_mode="no-cors", sec_fetch_dest="image"
    )

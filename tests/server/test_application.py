"""The site as browsers ask it: what it answers, what it refuses, what it keeps to itself."""

import json
import os
import signal
import sys
from time import monotonic, sleep

import anyio
import pytest
from at_work import at_work
from starlette.datastructures import Headers
from starlette.testclient import TestClient

import exactdice.cli.server.application as module
from exactdice.cli.server.application import Handlers, Jobs, hosts, refusal, site
from exactdice.jobs.allowance import Allowance

PORT = 8017
ORIGIN = f"http://127.0.0.1:{PORT}"
MARKED = b"Five dice: 8.636<!-- exactdice: EP(5) -->, or 8.7<!-- exactdice: EP(5) -->.\n"
# Seconds of work for any machine, which no limit of cost refuses.
LONG = {"query": "EG(0,0)", "options": "dice=10 target=600"}
BINARY = {"Content-Type": "application/octet-stream"}


@pytest.fixture(scope="module")
def jobs():
    with Jobs(2) as made:
        yield made
        made.end()


@pytest.fixture(scope="module")
def client(jobs):
    made = site(jobs, Allowance(1, 60, 1000, 120), PORT)
    return TestClient(made, base_url=ORIGIN, headers={"Origin": ORIGIN})


@pytest.fixture(scope="module")
def hasty(jobs):
    """The same with little time."""
    made = site(jobs, Allowance(1, 0.5, 1000, 120), PORT)
    return TestClient(made, base_url=ORIGIN, headers={"Origin": ORIGIN})


def told(client, job):
    """All that is said of the job until it is done."""
    response = client.get(f"/jobs/{job}/events")
    assert response.headers["content-type"].startswith("text/event-stream")
    lines = response.text.split("\n\n")
    return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data")]


def begun(client, address, **request):
    response = client.post(address, **request)
    assert response.status_code == 202, response.text
    return response.json()["job"]


def asked(client, **words):
    return begun(client, "/jobs/query", json=words)


def found(client, job):
    assert told(client, job)[-1] == {"state": "done"}
    return client.get(f"/jobs/{job}/answer").json()


def dropped(client, data, name="report.md"):
    return begun(client, f"/jobs/report?name={name}", content=data, headers=BINARY)


# --- what it answers ------------------------------------------------------------------------------


def test_a_query_is_answered(client):
    answer = found(client, asked(client, query="EP(5)", digits=3))
    assert (answer["exact"], answer["decimal"]) == ("67151/7776", "8.636")


def test_a_closed_form_is_answered(client):
    answer = found(client, asked(client, query="EP(d)", form="formula"))
    assert answer["label"].startswith("proved")


def test_a_refusal_is_told_to_who_waits(client):
    assert told(client, asked(client, query="Pq(1)"))[-1] == {
        "state": "failed",
        "complaint": "unknown quantity Pq (did you mean P?)",
    }


def test_a_document_gets_its_report(client):
    answer = found(client, dropped(client, MARKED))
    assert answer["title"] == "Report on report.md"
    assert answer["summary"] == "2 claims: 1 correctly rounded, 1 off by one in the last place"
    page = client.get(answer["page"])
    assert "8.7" in page.text
    assert "exactdice-" not in page.text  # the folder it was read in


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ({"name": "./mine.py:Game"}, "this site runs no code of files"),
        ({"name": "pigg"}, "pig"),
        ({"name": "pig", "options": "aim=3"}, "unknown option aim"),
    ],
)
def test_a_game_that_cannot_be_made_is_refused(client, words, complaint):
    last = told(client, begun(client, "/jobs/page", json=words))[-1]
    assert last["state"] == "failed"
    assert complaint in last["complaint"]


@pytest.mark.parametrize(
    ("data", "name", "complaint"),
    [
        (b"\xff\xfe\x00", "report.md", "report.md:1: cannot be read: it must be UTF-8 text"),
        (b"", "report.md", "report.md: holds no marks"),
        (b"[[claim", "claims.toml", "claims.toml"),
    ],
)
def test_a_document_that_cannot_be_read_is_refused(client, data, name, complaint):
    last = told(client, dropped(client, data, name))[-1]
    assert last["state"] == "failed"
    assert last["complaint"].startswith(complaint)


@pytest.mark.parametrize(
    "mark", ["python(os:getcwd)", "gain(by_table(../secret.csv), optimal) dice=1 target=2"]
)
def test_a_document_runs_no_code_and_reads_no_file(client, mark):
    answer = found(client, dropped(client, b"8<!-- exactdice: " + mark.encode() + b" -->\n"))
    assert answer["summary"] == "1 claims: 1 unchecked"


# --- limits, and work that is called off ----------------------------------------------------------


def test_a_cancelled_job_ends_within_a_second(client, jobs):
    job = asked(client, **LONG)
    while jobs.named(job).report() == {"state": "waiting"}:
        pass
    begin = monotonic()
    assert client.delete(f"/jobs/{job}").status_code == 204
    assert told(client, job)[-1]["state"] == "cancelled"
    assert monotonic() - begin < 1
    assert client.get(f"/jobs/{job}/answer").status_code == 404


def test_a_cancelled_document_gets_no_report(client, jobs):
    job = dropped(client, b"0.1<!-- exactdice: EG(0,0) dice=10 target=600 -->\n")
    end = monotonic() + 20
    while not jobs.named(job).progress["total"]:
        assert monotonic() < end
    begin = monotonic()
    client.delete(f"/jobs/{job}")
    assert told(client, job)[-1]["state"] == "cancelled"
    assert monotonic() - begin < 1


def test_two_jobs_run_at_once(client, jobs):
    long = asked(client, **LONG)
    assert found(client, asked(client, query="EP(5)"))["exact"] == "67151/7776"
    assert jobs.named(long).is_underway
    client.delete(f"/jobs/{long}")
    assert told(client, long)[-1]["state"] == "cancelled"


def killed(among=()):
    """The process that was at work, and none of these others, and was ended."""
    end = monotonic() + 20
    # While a worker begins, what begins it is at work, too: one that stays so is the worker.
    before, found = set(), at_work() - {*among}
    while len(found) != 1 or found != before:
        assert monotonic() < end
        sleep(0.2)
        before, found = found, at_work() - {*among}
    os.kill(int(min(found)[0]), signal.SIGKILL)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="needs ps as Linux has it")
def test_a_worker_that_is_killed_is_told_to_who_waits(client, jobs):
    job = asked(client, **LONG)
    # A second one is tried in its place.
    killed(among=killed())
    last = told(client, job)[-1]
    assert last["state"] == "failed"
    assert last["complaint"].startswith("its process ended 2 times, by SIGKILL")


def test_work_beyond_the_limit_of_time_is_given_up(hasty):
    assert told(hasty, asked(hasty, **LONG))[-1] == {
        "state": "failed",
        "complaint": "over the time limit of 0.5 s",
    }


def test_work_that_costs_too_much_is_not_begun(client):
    last = told(client, asked(client, query="EG(0,0)", options="dice=1000 target=100000"))[-1]
    assert "steps" in last["complaint"]


# --- what it refuses ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        ('{"query": "EP(5)"}', "text/plain", 415),
        ("{", "application/json", 400),
        ("[" * 50_000, "application/json", 400),
        ('{"query": 5}', "application/json", 400),
        ('{"query": "EP(5)", "digits": true}', "application/json", 400),
        ('{"query": "EP(5)", "timeout": 5}', "application/json", 400),
    ],
)
def test_what_is_no_question_is_refused(client, body, kind, status):
    response = client.post("/jobs/query", content=body, headers={"Content-Type": kind})
    assert response.status_code == status
    assert "\n" not in response.json()["complaint"]


def test_a_document_that_is_too_large_is_refused_before_it_is_read(client, monkeypatch):
    monkeypatch.setattr(module, "MOST_BYTES", 100)
    taken = []

    def endless():
        for _ in range(1000):
            taken.append(b"x" * 60)
            yield taken[-1]

    address = "/jobs/report?name=a.md"
    whole = client.post(address, content=b"x" * 101, headers=BINARY)
    parts = client.post(address, content=endless(), headers=BINARY)
    lying = client.post(address, content=b"x" * 101, headers={**BINARY, "Content-Length": "5"})
    for response in (whole, parts, lying):
        assert response.status_code == 413
        assert "a document here has at most 100 bytes" in response.json()["complaint"]


@pytest.mark.parametrize(
    "name",
    ["", "..", "../a.md", "a/b.md", "a%5Cb.md", "a%00.md", "a%0A.md", "a.docx", "md", "x" * 300],
)
def test_a_name_that_is_none_is_refused(client, name):
    response = client.post(f"/jobs/report?name={name}", content=MARKED, headers=BINARY)
    assert response.status_code == 400


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/jobs/query", 405),
        ("GET", "/jobs/unknown/events", 404),
        ("DELETE", "/jobs/unknown", 404),
        ("GET", "/pages/..%2f..%2fetc%2fpasswd", 404),
    ],
)
def test_other_methods_and_addresses_are_refused(client, method, address, status):
    assert client.request(method, address).status_code == status


def test_other_hosts_and_origins_are_refused_before_all_else(client):
    address = "/jobs/query"
    for headers in (
        {"Host": "evil.example"},
        {"Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        response = client.post(address, json={"query": "EP(5)"}, headers=headers)
        assert response.status_code == 403
        assert response.text.count("\n") == 1


# --- what browsers are told -----------------------------------------------------------------------


@pytest.mark.parametrize("address", ["/", "/favicon.ico", "/pages/x", "/jobs/x/answer", "/none"])
def test_every_answer_has_the_headers_of_safety(client, address):
    headers = client.get(address).headers
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "access-control-allow-origin" not in headers
    assert "set-cookie" not in headers


def test_a_page_that_was_made_is_a_page_of_nobody(client):
    job = begun(client, "/jobs/page", json={"name": "piglet", "options": "target=2"})
    policy = client.get(found(client, job)["page"]).headers["content-security-policy"]
    assert "sandbox" in policy
    assert "allow-same-origin" not in policy


def test_the_first_page_offers_all_games_and_words(client):
    text = client.get("/").text
    for name in ("dice-battle", "snakes-and-ladders", "best_dice(D)", "keep_pace"):
        assert name in text


def test_an_end_that_comes_while_the_state_is_told_is_told():
    async def told(jobs):
        """The job waits for the other until the site ends, which it does once that is said."""
        said = []
        waiting = jobs.begin(lambda *_: None)
        async for line in Handlers(jobs, Allowance()).watch(waiting):
            said.append(json.loads(line.removeprefix("data: ")))
            jobs.end()
        return said

    with Jobs(1) as jobs:
        jobs.begin(lambda _, stopped: stopped.wait(10))
        assert anyio.run(told, jobs) == [{"state": "waiting"}, {"state": "ended"}]


# --- who is answered ------------------------------------------------------------------------------

HERE = hosts(8017)
OURS = {"host": "127.0.0.1:8017", "origin": "http://127.0.0.1:8017"}


def why(method="GET", path="/", **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return refusal(method, path, Headers(named), HERE)


OTHER_HOSTS = [
    *("evil.example", "127.0.0.1", "127.0.0.1:8018", "127.0.0.1.evil.example:8017", ""),
    *("127.0.0.1:8017, evil.example", "0.0.0.0:8017"),
]


@pytest.mark.parametrize("host", OTHER_HOSTS)
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
@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_work_is_asked_for_by_pages_of_the_site_alone(method, origin):
    headers = {"host": "127.0.0.1:8017"} | ({"origin": origin} if origin else {})
    assert why(method, "/jobs/query", **headers).startswith("only pages of this site may ask")


REFUSED = {
    "cross-site": True,
    "same-site": True,
    "anything": True,
    "same-origin": False,
    "none": False,
}


@pytest.mark.parametrize(("asker", "is_refused"), REFUSED.items())
def test_what_the_browser_says_is_asked_from_elsewhere_is_refused(asker, is_refused):
    for path in ("/jobs/x/events", "/pages/x", "/jobs/x/answer"):
        for method in ("GET", "POST"):
            assert bool(why(method, path, **OURS, sec_fetch_site=asker)) == is_refused


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

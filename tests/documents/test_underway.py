"""Documents verified within limits: the findings are those of `verification`, every claim has one,
and what was found before is told again as it was, in its new place, and only while it is true.
"""

import itertools
from dataclasses import replace

import pytest
from command_line import ROOT, run

from exactdice.claims.kept import as_kept, finding_of, from_kept, parts_of, question
from exactdice.claims.verdict import Verdict
from exactdice.documents.underway import Wanted, verified
from exactdice.documents.verification import findings_in, proved_findings_in, read_documents
from exactdice.workers.allowance import Allowance
from exactdice.workers.cache import NAME, Cache
from exactdice.workers.crew import Crew

EXAMPLES = [ROOT / "examples" / "survey_report.toml"]
LARGE_EXAMPLES = [
    ROOT / "examples" / name
    for name in (
        "dice_battle_report.md",
        "dice_battle_report.tex",
        "dice_battle_report.toml",
        "dice_in_short.md",
        "graph_games_report.toml",
        "token_game_report.toml",
    )
]
SMALL = """---
exactdice:
  target: 20
---
8.636<!-- exactdice: EP(5) -->

8.363<!-- exactdice: EP(5) -->

0.1<!-- exactdice: EG(0,0) dice=2 -->

0.3<!-- exactdice: EG(0,0) dice=3 kind=montecarlo n=1000 -->

0.2<!-- exactdice: EG(0,0) dice=2 kind=montecarlo n=1000 -->

EP grows.<!-- exactdice claim: EP(1) < EP(2) -->
"""


USUAL = Wanted()


@pytest.fixture
def cached(tmp_path):
    """Verifies these files with what was found before: {path: what is found}."""

    def verify(*paths, wanted=USUAL, **limits):
        cache = Cache(tmp_path / "cache" / NAME)
        found = list(verified(paths, wanted, Allowance(jobs=2, **limits), cache))
        cache.close()
        assert [outcome.path for outcome in found] == list(paths)
        return found

    return verify


@pytest.fixture
def asked(monkeypatch):
    """The names of the works that a crew is asked for, from now on."""
    names = []
    add = Crew.add

    def noted(crew, tasks):
        tasks = list(tasks)
        names.extend(task.work.__name__ for task in tasks)
        add(crew, tasks)

    monkeypatch.setattr(Crew, "add", noted)
    return names


def plain(findings):
    """What is told of findings: expressions as they are written."""
    return [finding_of(parts_of(finding, finding.claim), finding.claim) for finding in findings]


def written(path, text=SMALL):
    path.write_text(text)
    return path


# --- what is found --------------------------------------------------------------------------------


@pytest.mark.parametrize("paths", [EXAMPLES, pytest.param(LARGE_EXAMPLES, marks=pytest.mark.slow)])
def test_the_same_is_found_as_in_one_process_fresh_and_kept(paths, cached, asked):
    fresh, kept = cached(*paths), cached(*paths)
    assert asked[-len(paths) :] == ["_read"] * len(paths)  # the second time nothing is judged
    for before, after, path in zip(fresh, kept, paths, strict=True):
        (document,) = read_documents([path])
        expected = plain(findings_in(document))
        assert list(before.findings) == expected
        assert list(after.findings) == expected
        assert before.document == after.document


def test_the_same_is_found_from_proofs_alone(tmp_path, cached, asked):
    path = written(tmp_path / "a.md")
    usual, proved = cached(path), cached(path, wanted=Wanted(proved=True))
    (document,) = read_documents([path])
    assert list(usual[0].findings) == plain(findings_in(document))
    assert list(proved[0].findings) == plain(proved_findings_in(document))
    assert {finding.proofs for finding in usual[0].findings} == {None}
    assert None not in {finding.proofs for finding in proved[0].findings}
    asked.clear()
    assert cached(path, wanted=Wanted(proved=True)) == proved
    assert cached(path) == usual
    assert asked == ["_read", "_read"]


def test_a_kept_finding_stands_where_its_claim_stands_now(tmp_path, cached):
    """Also of a number that is read in another way than it seems to be."""
    number = "1.234<!-- exactdice: 1234 -->\n\n12.345<!-- exactdice: 12.345 -->\n"
    first = written(tmp_path / "first.md", number)
    later = written(tmp_path / "later.md", f"some\n\nlines\n\n{number}")
    cached(first)
    (outcome,) = cached(later)
    assert [finding.claim.line for finding in outcome.findings] == [5, 7]
    assert list(outcome.findings) == plain(findings_in(read_documents([later])[0]))
    other = replace(outcome.findings[0].claim, line=99, name="other", readings=())
    found = finding_of((other, Verdict.EXACT), outcome.findings[0].claim)
    assert (found.claim.line, found.claim.name) == (5, "5:1")


def test_one_bad_document_hides_no_other(tmp_path, cached):
    bad = [
        written(tmp_path / "unclosed.md", "---\nexactdice:\n- x\n---\n"),
        written(tmp_path / "no.toml", "no TOML"),
        tmp_path / "missing.md",
        tmp_path,
    ]
    (tmp_path / "binary.md").write_bytes(b"\0\xff<!-- exactdice: EP(5) -->")
    (tmp_path / "circle.md").symlink_to("circle.md")
    bad += [tmp_path / "binary.md", tmp_path / "circle.md"]
    good = written(tmp_path / "good.md", "8.636<!-- exactdice: EP(5) -->\n")
    found = cached(*bad, good)
    assert [len(outcome.complaints) for outcome in found] == [1] * len(bad) + [0]
    assert [finding.verdict for finding in found[-1].findings] == [Verdict.ROUNDED]


# --- beyond the limits ----------------------------------------------------------------------------


def test_a_claim_beyond_a_limit_costs_its_own_verdict_alone(tmp_path, cached):
    text = "8.636<!-- exactdice: EP(5) -->\n\n0.07<!-- exactdice: EG(0,0) dice=10 target=400 -->\n"
    path = written(tmp_path / "a.md", text)
    (outcome,) = cached(path, seconds=1.5)
    first, second = outcome.findings
    assert first.verdict == Verdict.ROUNDED
    assert second.verdict == Verdict.UNCHECKED
    assert second.reason.startswith("over the time limit of 1.5 s: DiceBattle(dice=10, target=400")


def test_what_is_over_a_limit_is_not_kept(tmp_path, cached):
    path = written(tmp_path / "a.md", "0.0687<!-- exactdice: EG(0,0) -->\n")
    (hurried,) = cached(path, total_seconds=0.001)
    assert hurried.document is None
    assert "over the total time limit" in hurried.complaints[0]
    (patient,) = cached(path)
    assert patient.findings[0].verdict == Verdict.ROUNDED


def test_every_claim_has_a_finding_when_the_total_time_is_over(tmp_path, cached, monkeypatch):
    """Whenever that is: the clock is put forward before each answer in turn."""
    path = written(tmp_path / "a.md")
    seen = set()
    for patience in (0, 3, 7, 11):
        answers = Crew.answers

        def until(crew, answers=answers, patience=patience):
            for count, answer in enumerate(answers(crew)):
                if count == patience:
                    crew.ends = 0
                yield answer

        with monkeypatch.context() as patched:
            patched.setattr(Crew, "answers", until)
            cache = Cache(None)
            (outcome,) = verified([path], Wanted(), Allowance(jobs=1), cache)
        verdicts = [finding.verdict for finding in outcome.findings]
        assert len(verdicts) == 6 or outcome.complaints
        seen.add(verdicts.count(Verdict.UNCHECKED))
    assert {0, 2, 6} <= seen


# --- never stale ----------------------------------------------------------------------------------

TABLE = "first,second,to_move,action,probability\n"


def verdicts(outcomes):
    return [finding.verdict for outcome in outcomes for finding in outcome.findings]


def test_a_number_of_a_changed_source_is_looked_up_again(tmp_path, cached):
    path = written(tmp_path / "a.md", '8.636<!-- exactdice: source("r.csv", row=1, column=x) -->\n')
    (tmp_path / "r.csv").write_text("x\n8.636\n")
    assert verdicts(cached(path)) == [Verdict.MATCHES]
    (tmp_path / "r.csv").write_text("x\n8.7\n")
    assert verdicts(cached(path)) == [Verdict.DIFFERS]


def test_a_strategy_in_a_changed_file_is_read_again(tmp_path, cached):
    name = 'by_table("t.csv")'
    query = f"win({name}, {name}) dice=2 target=2"
    path = written(tmp_path / "a.md", f"0.5<!-- exactdice: {query} -->\n")
    table = tmp_path / "t.csv"
    states = list(itertools.product(range(2), range(2), ("MAX", "MIN")))

    def always(dice):
        rows = (f"{one},{other},{player},{dice},1\n" for one, other, player in states)
        table.write_text(TABLE + "".join(rows))
        (outcome,) = cached(path)
        (finding,) = outcome.findings
        assert finding == plain(findings_in(read_documents([path])[0]))[0]
        return finding.value

    assert always(1) != always(2)


def test_games_of_ones_own_are_never_kept(tmp_path):
    game = (ROOT / "examples" / "how_to_add_a_game.py").read_text()
    own = written(tmp_path / "own.py", game)
    path = written(tmp_path / "a.md", "8.636<!-- exactdice: EP(5) -->\n")
    environment = {"EXACTDICE_CACHE": str(tmp_path / "cache")}
    name = next(line.split()[1] for line in game.splitlines() if line.startswith("class "))
    done = run(
        "verify", "--game", f"{own}:{name.rstrip(':').partition('(')[0]}", path, **environment
    )
    assert done.returncode in (0, 2), done.stderr
    base = tmp_path / "cache" / NAME
    assert not base.exists() or b"correctly" not in base.read_bytes()


def test_other_questions_have_other_keys(tmp_path):
    claims = read_documents([written(tmp_path / "a.md")])[0].claims
    keys = {question(claim) for claim in claims}
    assert len(keys) == len(claims)
    moved = replace(claims[0], line=99, name="x", span=(5, 9), where="there", note="n")
    assert question(moved) == question(claims[0])
    changed = [
        replace(claims[0], given={"dice": 2}),
        replace(claims[0], printed=claims[1].printed),
        replace(claims[0], ties="random"),
        replace(claims[0], kind=claims[3].kind),
    ]
    assert len({question(claim) for claim in [claims[0], *changed]}) == 5


def test_the_limit_of_cost_is_part_of_the_question(tmp_path):
    from exactdice.cost import limit

    (claim, *_) = read_documents([written(tmp_path / "a.md")])[0].claims
    before = question(claim)
    with limit(None):
        assert question(claim) != before


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_findings_are_kept_whole(path):
    (document,) = read_documents([path])
    for finding in findings_in(document):
        parts = parts_of(finding, finding.claim)
        text = as_kept(parts)
        assert text is not None
        assert from_kept(text) == parts
        assert question(finding.claim) is not None


def test_what_is_no_finding_is_not_taken_for_one():
    assert from_kept("no JSON") is None
    assert from_kept('{"a":1}') is None
    assert as_kept(object()) is None


# --- how far it is --------------------------------------------------------------------------------


def test_the_progress_is_of_the_claims_that_are_known(tmp_path):
    told = []
    path = written(tmp_path / "a.md")
    list(
        verified(
            [path], Wanted(), Allowance(jobs=1), Cache(None), progress=lambda *far: told.append(far)
        )
    )
    assert told[0] == (0, 6)
    assert told[-1] == (6, 6)
    assert told == sorted(told)


def test_documents_are_told_in_their_order_as_soon_as_they_are_known(tmp_path):
    slow = written(tmp_path / "slow.md", "0.0687<!-- exactdice: EG(0,0) target=40 -->\n")
    quick = written(tmp_path / "quick.md", "8.636<!-- exactdice: EP(5) -->\n")
    found = verified([slow, quick], Wanted(), Allowance(jobs=2), Cache(None))
    assert [outcome.path for outcome in found] == [slow, quick]

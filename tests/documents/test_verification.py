"""Documents verified within limits: every claim has a finding, that which one process has."""

import pytest
from command_line import ROOT
from verified_files import plain, written

from exactdice.jobs.allowance import Allowance
from exactdice.jobs.crew import Crew
from exactdice.report.claims.claim import Verdict
from exactdice.report.documents import verification as checking
from exactdice.solvers.stores.cache import Cache

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


# --- what is found --------------------------------------------------------------------------------


@pytest.mark.parametrize("paths", [EXAMPLES, pytest.param(LARGE_EXAMPLES, marks=pytest.mark.slow)])
def test_the_same_is_found_as_in_one_process_fresh_and_kept(paths, cached, asked):
    fresh, kept = cached(*paths), cached(*paths)
    # The second time nothing is judged.
    assert asked[-len(paths) :] == ["plan_document"] * len(paths)
    for before, after, path in zip(fresh, kept, paths, strict=True):
        (document,) = checking.read_documents([path])
        expected = plain(checking.findings_in(document))
        assert list(before.findings) == expected
        assert list(after.findings) == expected
        assert before.document == after.document


def test_the_same_is_found_from_proofs_alone(tmp_path, cached, asked):
    path = written(tmp_path / "a.md")
    usual, proved = cached(path), cached(path, wanted=checking.Wanted(proved=True))
    (document,) = checking.read_documents([path])
    assert list(usual[0].findings) == plain(checking.findings_in(document))
    assert list(proved[0].findings) == plain(checking.proved_findings_in(document))
    assert {finding.proofs for finding in usual[0].findings} == {None}
    assert None not in {finding.proofs for finding in proved[0].findings}
    asked.clear()
    assert cached(path, wanted=checking.Wanted(proved=True)) == proved
    assert cached(path) == usual
    assert asked == ["plan_document", "plan_document"]


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
    (outcome,) = cached(path, seconds=1)
    first, second = outcome.findings
    assert first.verdict == Verdict.ROUNDED
    assert second.verdict == Verdict.UNCHECKED
    assert second.reason.startswith("over the time limit of 1 s: DiceBattle(dice=10, target=400")


def test_every_claim_has_a_finding_when_the_total_time_is_over(tmp_path, cached, monkeypatch):
    """Whenever that is: the clock is put forward before each answer in turn."""
    path = written(tmp_path / "a.md")
    seen = set()
    for patience in (0, 3, 6, 11):
        answers = Crew.answers

        def until(crew, answers=answers, patience=patience):
            for count, answer in enumerate(answers(crew)):
                if count == patience:
                    crew.ends = 0
                yield answer

        with monkeypatch.context() as patched:
            patched.setattr(Crew, "answers", until)
            cache = Cache(None)
            (outcome,) = checking.verified([path], checking.Wanted(), Allowance(jobs=1), cache)
        verdicts = [finding.verdict for finding in outcome.findings]
        assert len(verdicts) == 6 or outcome.complaints
        seen.add(verdicts.count(Verdict.UNCHECKED))
    assert {0, 2, 6} <= seen


# --- how far it is --------------------------------------------------------------------------------


def test_the_progress_is_of_the_claims_that_are_known(tmp_path):
    told = []
    path = written(tmp_path / "a.md")
    parts = [path], checking.Wanted(), Allowance(jobs=1), Cache(None)
    list(checking.verified(*parts, progress=lambda *far: told.append(far)))
    assert told[0] == (0, 6)
    assert told[-1] == (6, 6)
    assert told == sorted(told)


def test_documents_are_told_in_their_order_as_soon_as_they_are_known(tmp_path):
    slow = written(tmp_path / "slow.md", "0.0687<!-- exactdice: EG(0,0) target=40 -->\n")
    quick = written(tmp_path / "quick.md", "8.636<!-- exactdice: EP(5) -->\n")
    found = checking.verified([slow, quick], checking.Wanted(), Allowance(jobs=2), Cache(None))
    assert [outcome.path for outcome in found] == [slow, quick]

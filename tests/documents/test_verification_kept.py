"""What was found before is told again as it was, in its new place, and only while it is true."""

import itertools
from dataclasses import replace

import pytest
from command_line import ROOT, run
from verified_files import plain, written

from exactdice.report.claims.claim import Verdict
from exactdice.report.claims.kept import as_kept, finding_of, from_kept, parts_of, question
from exactdice.report.documents.verification import findings_in, read_documents
from exactdice.solvers.stores.cache import NAME


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


def test_what_is_over_a_limit_is_not_kept(tmp_path, cached):
    path = written(tmp_path / "a.md", "0.0687<!-- exactdice: EG(0,0) -->\n")
    (hurried,) = cached(path, total_seconds=0.001)
    assert hurried.document is None
    assert "over the total time limit" in hurried.complaints[0]
    (patient,) = cached(path)
    assert patient.findings[0].verdict == Verdict.ROUNDED


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
    from exactdice.exact.cost import limit

    (claim, *_) = read_documents([written(tmp_path / "a.md")])[0].claims
    before = question(claim)
    with limit(None):
        assert question(claim) != before


@pytest.mark.parametrize("name", ["survey_report.toml"])
def test_findings_are_kept_whole(name):
    (document,) = read_documents([ROOT / "examples" / name])
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

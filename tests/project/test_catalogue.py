"""The claims files of docs/catalogue say what is computed, and its pages show each of them."""

from dataclasses import replace
from functools import cache
from hashlib import sha256

import pytest
import solved_games
from command_line import ROOT

from exactdice.exact.numbers import Exact
from exactdice.proofs.checking import check_file
from exactdice.proofs.solutions import write_checked_proof
from exactdice.query.evaluate import evaluate_query
from exactdice.query.ranges import digits_in, game_from
from exactdice.report.claims.claim import holds
from exactdice.report.claims.entry import parse_options, read_claims
from exactdice.report.claims.judging import verify
from exactdice.solvers import enclose, solve
from exactdice.writeup.tables.number_text import exact

FOLDER = ROOT / "docs" / "catalogue"
SHORTER = {  # where the first entry of a family takes seconds, or its proof does
    "connect-four": "connect-three-3-3",
    "farkle": "farkle-50-6",
    "goofspiel": "goofspiel-4-random-opponent",
    "pig": "pig-20",
    "shut-the-box": "shut-the-box-left-1",
}
document = cache(read_claims)


def cases():
    """Every entry; all but one of each family are slow."""
    for family, (_, entries) in solved_games.families().items():
        quick = [one.said["id"] for one in entries if "slow" not in one.said]
        usual = SHORTER.get(family, quick[0] if quick else "")
        for one in entries:
            marks = () if one.said["id"] == usual else pytest.mark.slow
            yield pytest.param(family, one, id=one.said["id"], marks=marks)


@pytest.mark.parametrize(("family", "entry"), [*cases()])
def test_an_entry_is_as_recorded(family, entry, tmp_path):
    whole = document(FOLDER / f"{family}.toml")
    names = [claim["id"] for claim in entry.claims]
    own = replace(whole, claims=tuple(one for one in whole.claims if one.name in names))
    for claim, found in zip(entry.claims, verify(own), strict=True):
        if "verdict" in claim:
            correct = "" if holds(found) else found.correct
            assert (found.verdict, correct) == (claim["verdict"], claim.get("correct", ""))
        else:
            assert holds(found, strict=True), found
    if "sha256" in entry.said:
        check_value(entry.said)
    if "proof" in entry.said:
        check_proof(entry.said, tmp_path / "proof.json")


def check_value(said):
    given = {key: solved_games._option(value) for key, value in said.get("options", {}).items()}
    value = evaluate_query(said["query"], parse_options(given))
    assert sha256(exact(value).encode()).hexdigest() == said["sha256"]
    assert said.get("value", exact(value)) == exact(value)
    if "bits" in said:
        assert isinstance(value, Exact)
        assert [value.numerator.bit_length(), value.denominator.bit_length()] == said["bits"]


def check_proof(said, path):
    name, *words = said["proof"].split()
    digits, options = digits_in(words)
    game = game_from(name, options)
    solved = solve(game) if digits is None else enclose(game, digits)
    write_checked_proof(solved, path)
    check_file(path, game)
    written = path.read_bytes()
    assert (sha256(written).hexdigest(), len(written)) == (
        said["proof_sha256"],
        said["proof_bytes"],
    )


def test_there_is_a_page_for_each_file_and_an_overview_of_all():
    pages = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    assert {*pages} == {"index", *solved_games.families()}
    assert all(f"<!-- made: catalogue {name} -->" in text for name, text in pages.items())


@pytest.mark.parametrize("family", solved_games.families())
def test_each_entry_is_on_its_page_and_in_the_overview(family):
    page, overview = solved_games.catalogue(family), solved_games.catalogue("index")
    _, entries = solved_games.families()[family]
    for one in entries:
        section = page.partition(f"({one.said['id']})=\n## ")[2].partition("\n## ")[0]
        assert section.count("\n| ") == len(one.in_print) + 2 * bool(one.in_print)
        assert all(text in section for text in (one.value, one.decimals))
        assert one.said.get("proof", "") in section
        assert f"](#{one.said['id']}) |" in overview


def test_ids_are_told_apart():
    ids = [one.said["id"] for _, entries in solved_games.families().values() for one in entries]
    assert len({*ids}) == len(ids)
    assert all(one.claims for _, entries in solved_games.families().values() for one in entries)
    assert all(map(str.isascii, ids))

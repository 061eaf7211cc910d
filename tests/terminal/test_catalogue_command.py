"""`exactdice catalogue`: list, show, verify, record and proof."""

import json
from hashlib import sha256

import pytest
from command_line import run

from exactdice.catalogue.reading import FILE
from exactdice.terminal.catalogue import complete_entry, complete_family

SMALL = """\
[[family]]
id = "dice"
title = "Dice"
text = "Throws."

[[entry]]
id = "seven"
family = "dice"
title = "Seven"
rules = "Two dice are thrown."
query = "chance(2d6, 7)"
unit = "probability"
proof = "pig target=2"

[[entry.printed]]
number = "0.1667"
source = "A book"

[[entry]]
id = "costly"
family = "dice"
title = "Much"
rules = "A bar is eaten."
query = "grundy(chomp(30, 30))"
unit = "Grundy value"
"""


@pytest.fixture
def file(tmp_path):
    made = tmp_path / "small.toml"
    made.write_text(SMALL)
    return made


@pytest.fixture
def recorded(file):
    done = run("catalogue", "record", "seven", "--file", file)
    assert (done.returncode, done.stderr) == (0, "")
    return file


def verified(file, *words):
    done = run("catalogue", "verify", *words, "--file", file)
    return done.returncode, done.stdout.splitlines(), done.stderr


def test_what_is_recorded_is_verified(recorded):
    status, lines, _ = verified(recorded, "seven", "--proofs")
    assert lines == ["seven: as recorded with its proof", "1 of 1 entries are as recorded"]
    assert status == 0


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('value = "1/6"', 'value = "1/7"', "seven: value is recorded as 1/7, computed as 1/6"),
        ("666667", "666666", "seven: decimals is recorded as 0.1666"),
        ("correctly rounded", "truncated", "seven: the printed '0.1667' is recorded as truncated"),
        ('proof_sha256 = "', 'proof_sha256 = "', ""),
        ("proof_bytes = ", "proof_bytes = 1", "seven: proof_bytes is recorded as 1"),
    ],
)
def test_a_change_of_the_file_is_found(recorded, right, wrong, said):
    text = recorded.read_text()
    assert right in text
    recorded.write_text(text.replace(right, wrong))
    status, lines, _ = verified(recorded, "seven", "--proofs")
    assert status == bool(said)
    assert any(line.startswith(said) for line in lines)


def test_a_changed_digest_of_a_proof_is_found_where_proofs_are_asked_for(recorded):
    before, mark, digest = recorded.read_text().partition('proof_sha256 = "')
    recorded.write_text(f"{before}{mark}{'0' * 64}{digest[64:]}")
    assert verified(recorded, "seven")[0] == 0
    assert verified(recorded, "seven", "--proofs")[0] == 1


def test_an_entry_that_cannot_be_computed_is_neither(recorded):
    status, lines, complaint = verified(recorded, "--all")
    assert status == 2
    assert lines == ["seven: as recorded", "1 of 2 entries are as recorded"]
    assert complaint.startswith("costly: not computed: ")


def test_what_cannot_be_computed_stays_as_it_was_when_the_others_are_recorded(file):
    done = run("catalogue", "record", "--all", "--file", file)
    assert done.returncode == 2
    assert done.stdout == f"recorded 1 of 2 entries in {file}\n"
    before = file.read_text()
    again = run("catalogue", "record", "--file", file)  # what is not recorded
    assert again.stdout == f"recorded 0 of 1 entries in {file}\n"
    assert file.read_text() == before


def test_a_whole_record_is_left_as_it_is(recorded):
    recorded.write_text(
        recorded.read_text().partition('[[entry]]\nid = "costly"')[0].rstrip() + "\n"
    )
    before = recorded.read_text()
    done = run("catalogue", "record", "--file", recorded)
    assert done.stdout == f"recorded 0 of 0 entries in {recorded}\n"
    assert (done.returncode, recorded.read_text()) == (0, before)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["verify"], "name the entries by their ids"),
        (["verify", "seven", "--all"], "name entries or say --all, not both"),
        (["verify", "sevn"], "(did you mean seven?)"),
        (["show", "sevn"], "(did you mean seven?)"),
        (["proof", "costly", "-o", "p.json"], "costly has no proof file"),
        (["list", "--family", "dise"], "(did you mean dice?)"),
        (["list", "--format", "xml"], "--format must be one of text, markdown, json, csv, toml"),
    ],
)
def test_what_is_wrong_is_one_line(file, words, said):
    done = run("catalogue", *words, "--file", file)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr


def test_every_complaint_about_a_file_is_a_line(file):
    file.write_text(SMALL.replace('unit = "probability"', "slow = 1"))
    done = run("catalogue", "list", "--file", file)
    assert done.returncode == 2
    assert done.stderr.count("error: ") == 2


def test_the_proof_is_the_file_that_is_recorded(recorded, tmp_path):
    output = tmp_path / "p.json"
    done = run("catalogue", "proof", "seven", "-o", output, "--file", recorded)
    assert done.returncode == 0, done.stderr
    assert f'proof_sha256 = "{sha256(output.read_bytes()).hexdigest()}"' in recorded.read_text()
    assert run("check", output, "pig", "target=2").returncode == 0


def test_the_list_as_toml_is_the_file_that_comes_with_the_package():
    assert run("catalogue", "list", "--format", "toml").stdout == FILE.read_text(encoding="utf-8")


def test_a_family_is_listed_alone(recorded):
    done = run("catalogue", "list", "--family", "dice", "--format", "json", "--file", recorded)
    assert [one["id"] for one in json.loads(done.stdout)["entries"]] == ["seven", "costly"]


def test_an_entry_is_shown(recorded):
    text = run("catalogue", "show", "seven", "--file", recorded).stdout
    assert text.startswith("seven: Seven\nrules\n    Two dice are thrown.\n")
    assert "    1/6\n    0.166666666666666666666666666667\n" in text


def test_ids_are_completed():
    ids = [name for name, _ in complete_entry("")]
    assert ids
    assert ids[0] in dict(complete_entry(ids[0]))
    assert complete_entry("no such") == []
    assert [name for name, _ in complete_family("")]

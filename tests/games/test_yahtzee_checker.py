"""The checker of stores of sheets: alone, on true stores, and on forged ones."""

import ast
import json
import subprocess
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

import pytest

from exactdice.games.yahtzee import Yahtzee, Yatzy, checker
from exactdice.games.yahtzee.fast import solved_sheets
from exactdice.queries.game_words import game_from

GAMES = [
    Yahtzee(dice=3, faces=3, categories=("ones", "twos", "yahtzee", "chance"), threshold=4),
    Yahtzee(dice=2, faces=2, categories=("ones", "twos", "yahtzee", "full_house"), joker="forced"),
    Yahtzee(dice=5, faces=2, rerolls=1, categories=("yahtzee", "full_house", "four_of_a_kind")),
    Yahtzee(dice=4, faces=4, rerolls=0, categories=("small_straight", "yahtzee"), joker="none"),
    Yatzy(dice=3, faces=3, rerolls=3, categories=("ones", "one_pair", "yatzy"), threshold=2),
    Yatzy(dice=5, faces=2, rerolls=1, categories=("house", "two_pairs", "four_of_a_kind")),
]

# With so many throws exact numbers are soon longer than words modulo a prime.
LONG = [
    Yahtzee(
        dice=3,
        faces=3,
        rerolls=10,
        categories=("ones", "twos", "threes", "three_of_a_kind", "yahtzee", "chance"),
        threshold=5,
    ),
    Yatzy(
        dice=3,
        faces=3,
        rerolls=10,
        categories=("ones", "twos", "one_pair", "three_of_a_kind", "yatzy", "chance"),
        threshold=4,
    ),
]


@cache
def solved(game):
    """(the solution of the game, the folder with its store), written once for all tests."""
    folder = TemporaryDirectory()
    return solved_sheets(game, store=Path(folder.name)), folder


def stored(game, folder):
    """The solution of the game, a copy of whose store is put into the folder."""
    solution, kept = solved(game)
    copytree(kept.name, folder, dirs_exist_ok=True)
    return solution


def said(capsys, *arguments):
    """(exit status, what is printed, what is complained of)."""
    status = checker.main(list(map(str, arguments)))
    return status, *capsys.readouterr()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: "-".join(game.names))
def test_a_true_store_is_right(game, tmp_path, capsys):
    solution = stored(game, tmp_path)
    status, text, _ = said(capsys, tmp_path)
    sheets = len(list(solution.unfinished_sheets()))
    assert status == 0
    assert f"{float(solution.value(game.start)):.12f}" in text
    assert int(text.split("all ")[1].split()[0]) > sheets
    assert said(capsys, tmp_path, "--sample", 5, "--seed", 1)[0] == 0


@pytest.mark.parametrize("way", [(), ("--sample", 2)])
@pytest.mark.parametrize(
    "other",
    [
        {"dice": 3},
        {"faces": 3},
        {"rerolls": 1},
        {"categories": ("ones", "chance")},
        {"upper_bonus": 10},
        {"threshold": 4},
        {"yahtzee_bonus": 7},
        {"joker": "none"},
    ],
    ids=lambda other: "-".join(other),
)
def test_the_line_names_every_rule(tmp_path, capsys, other, way):
    usual = {"dice": 2, "faces": 2, "rerolls": 0, "categories": ("ones", "yahtzee")}
    lines = []
    for number, options in enumerate((usual, usual | other)):
        folder = tmp_path / str(number)
        game = Yahtzee(**options)
        stored(game, folder)
        line = said(capsys, folder, *way)[1].splitlines()[0]
        _, _, told = line.partition(" sheets of yahtzee ")
        words = told.removesuffix(", each from the sheets after it").split()
        assert game_from("yahtzee", words) == game
        lines.append(told)
    assert lines[0] != lines[1]


def test_it_uses_the_standard_library_alone(tmp_path):
    stored(GAMES[0], tmp_path)
    tree = ast.parse(Path(checker.__file__).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {getattr(node, "module", None) or node.names[0].name for node in imports}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names
    # -I leaves out the folder of the programme and all that is installed by a path
    run = subprocess.run(
        [sys.executable, "-I", "-S", checker.__file__, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")


def forged(folder, level, change):
    """Change the bytes of a level, with digests that agree."""
    file = folder / f"level-{level:02d}.values"
    data = change(bytearray(file.read_bytes()))
    file.write_bytes(data)

    def with_its_digest(manifest):
        for entry in manifest["levels"]:
            if entry["written"] == level:
                entry["sha256"] = sha256(data).hexdigest()

    said_otherwise(folder, with_its_digest)


def said_otherwise(folder, change):
    """Change what the manifest says, with a digest that agrees."""
    name = folder / "manifest.json"
    manifest = json.loads(name.read_text())
    manifest.pop("digest")
    change(manifest)
    text = json.dumps(manifest, indent=1) + "\n"
    digest = sha256(text.encode()).hexdigest()
    name.write_text(json.dumps({**manifest, "digest": digest}, indent=1) + "\n")


@pytest.mark.parametrize(
    ("changed", "wanted"),
    [
        ({"game": "pig"}, "game must be yahtzee or yatzy, got 'pig'"),
        ({"dice": 6}, "dice must be a whole number from 1 to 5, got '6'"),
        ({"faces": "3"}, "faces must be a whole number from 2 to 6, got '3'"),
        ({"rerolls": True}, "rerolls must be a whole number from 0 to 10, got 'True'"),
        ({"threshold": 0}, "threshold must be a whole number from 1 to 1000, got '0'"),
        ({"yahtzee_bonus": None}, "yahtzee_bonus must be a whole number"),
        ({"joker": "fre"}, "joker must be free, forced, none, got 'fre'"),
        ({"categories": ["ones", "ones"]}, "categories must be some of ones"),
        ({"categories": ["yahtzee", "ones"]}, "in this order"),
        ({"categories": ["sixes"]}, "categories must be some of ones, twos, threes, three_of"),
        ({"categories": []}, "categories must be some of"),
        ({"rerols": 5}, "rules must be game, dice, faces, rerolls, upper_bonus, threshold, "),
    ],
)
def test_rules_of_no_game_are_unreadable(changed, wanted, tmp_path, capsys):
    stored(GAMES[0], tmp_path)
    said_otherwise(tmp_path, lambda manifest: manifest["rules"].update(changed))
    status, text, complaint = said(capsys, tmp_path)
    assert (status, text, complaint.count("\n")) == (2, "", 1)
    assert complaint.startswith("error: the manifest: ")
    assert wanted in complaint


@pytest.mark.parametrize(
    "change",
    [
        lambda manifest: manifest.pop("rules"),
        lambda manifest: manifest.update(rules=[]),
        lambda manifest: manifest.pop("levels"),
        lambda manifest: manifest.update(levels={"0": 1}),
        lambda manifest: manifest["levels"].append(3),
        lambda manifest: manifest["levels"].append(manifest["levels"][0]),
        lambda manifest: manifest["levels"][0].pop("sha256"),
        lambda manifest: manifest["levels"][0].update(bytes="6"),
        lambda manifest: manifest["levels"][0].update(file="../elsewhere"),
        lambda manifest: manifest.update(format="two\nlines"),
        lambda manifest: manifest.update(format=["x"] * 1000),
    ],
)
def test_a_manifest_that_lacks_something_is_unreadable(change, tmp_path, capsys):
    stored(GAMES[0], tmp_path)
    said_otherwise(tmp_path, change)
    status, text, complaint = said(capsys, tmp_path)
    assert (status, text, complaint.count("\n")) == (2, "", 1)
    assert complaint.startswith("error: the manifest: ")


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (["--seed", 1], "--seed does nothing without --sample"),
        (["--sample", 2, "--progress", "file"], "--progress does nothing with --sample"),
    ],
)
def test_options_that_would_do_nothing_are_refused(options, wanted, tmp_path, capsys):
    stored(GAMES[0], tmp_path)
    status, text, complaint = said(capsys, tmp_path, *options)
    assert (status, text, complaint.count("\n")) == (2, "", 1)
    assert wanted in complaint


@pytest.mark.parametrize("level", range(5))
@pytest.mark.parametrize("place", [0, 6, -6])
def test_any_wrong_value_is_found(level, place, tmp_path, capsys):
    stored(GAMES[0], tmp_path)

    def one_more(data):
        data[place] ^= 1
        return data

    forged(tmp_path, level, one_more)
    status, _, complaint = said(capsys, tmp_path)
    assert status == 1
    assert complaint.startswith("rejected: the sheet with ")
    assert complaint.count("\n") == 1


# --- modulo a prime -------------------------------------------------------------------------------


def by_prime(text):
    """How many sheets were checked modulo the prime alone."""
    return int(text.split("alone: ")[1].split()[0])


@pytest.mark.parametrize("game", [*GAMES[:2], *LONG], ids=lambda game: "-".join(game.names))
def test_a_true_store_is_right_modulo_a_prime(game, tmp_path, capsys):
    solution = stored(game, tmp_path)
    status, text, _ = said(capsys, tmp_path, "--modulo")
    assert status == 0
    assert f"{float(solution.value(game.start)):.12f}" in text
    if game in LONG:
        assert by_prime(text) > 0
        assert float(text.split("at most ")[1].split()[0]) < 1e-15
    else:
        assert "none of them modulo a prime: exact numbers are as short" in text


@pytest.mark.parametrize("game", LONG, ids=lambda game: "-".join(game.names))
@pytest.mark.parametrize("place", [0, -6])
def test_any_wrong_value_is_found_modulo_a_prime(game, place, tmp_path, capsys):
    stored(game, tmp_path)
    for level in range(7):
        file = tmp_path / f"level-{level:02d}.values"
        true = file.read_bytes()

        def one_more(data):
            data[place] ^= 1
            return data

        forged(tmp_path, level, one_more)
        status, _, complaint = said(capsys, tmp_path, "--modulo")
        assert (status, complaint[:24]) == (1, "rejected: the sheet with")
        forged(tmp_path, level, lambda _, true=true: true)
    assert said(capsys, tmp_path, "--modulo")[0] == 0


@pytest.mark.parametrize("prime", [2**61 - 1, 2**60 + 33])
def test_what_the_prime_divides_is_missed(prime, tmp_path, capsys):
    # The reason for a prime that is drawn once the store is written.
    stored(LONG[0], tmp_path)

    def more_by_the_prime(data):
        return (int.from_bytes(data, "little") + prime).to_bytes(len(data), "little")

    forged(tmp_path, 0, more_by_the_prime)
    assert said(capsys, tmp_path, "--modulo", prime)[0] == 0
    assert said(capsys, tmp_path, "--modulo")[0] == 1
    assert said(capsys, tmp_path)[0] == 1


def test_choices_too_close_for_words_are_compared_exactly(tmp_path, capsys, monkeypatch):
    stored(LONG[0], tmp_path)
    # words without their larger part: the first choice is taken everywhere
    monkeypatch.setattr(checker.Modulo, "word", lambda self, number, over: number % self.prime)
    status, text, _ = said(capsys, tmp_path, "--modulo")
    assert status == 0
    assert "none of them modulo a prime" in text


def test_a_sample_modulo_a_prime_says_nothing_of_the_other_sheets(tmp_path, capsys):
    stored(LONG[0], tmp_path)
    status, text, _ = said(capsys, tmp_path, "--modulo", "--sample", 40, "--seed", 1)
    assert status == 0
    assert by_prime(text) > 0
    assert "so none is larger than its best turn's" in text
    assert "the best play's" not in text


@pytest.mark.parametrize("prime", [-1, 0, 1, 7, 2**60 - 1, 2**61 - 3, 2**89 - 1])
def test_a_prime_of_another_size_is_refused(prime, tmp_path, capsys):
    stored(GAMES[0], tmp_path)
    status, _, complaint = said(capsys, tmp_path, "--modulo", prime)
    assert status == 2
    assert complaint == f"error: --modulo takes a prime of 61 bits, got {prime}\n"


def test_primes_are_told_from_other_numbers():
    sieve = [number for number in range(2, 2000) if all(number % d for d in range(2, number))]
    assert [number for number in range(2000) if checker.is_prime(number)] == sieve
    # Carmichael numbers, strong pseudoprimes to the bases up to 7 and up to 31 (OEIS A014233)
    for composite in (561, 41041, 3215031751, 3825123056546413051, 2**61 - 3, (2**31 - 1) ** 2):
        assert not checker.is_prime(composite)
    assert all(map(checker.is_prime, (2**31 - 1, 2**61 - 1, 10**18 + 9)))


def test_primes_drawn_are_of_the_range():
    drawn = {checker.drawn_prime() for _ in range(5)}
    assert len(drawn) == 5
    assert {prime.bit_length() for prime in drawn} == {61}


def test_values_that_no_game_has_are_found(tmp_path, capsys):
    stored(GAMES[0], tmp_path)
    forged(tmp_path, 3, lambda data: bytes([255]) * len(data))
    status, _, complaint = said(capsys, tmp_path)
    assert status == 1
    assert "worth more than any game" in complaint


def test_a_changed_byte_is_found_by_its_digest(tmp_path, capsys):
    stored(GAMES[0], tmp_path)
    file = tmp_path / "level-02.values"
    file.write_bytes(file.read_bytes()[:-1])
    assert "its SHA-256 is not that of the manifest" in said(capsys, tmp_path)[2]
    manifest = tmp_path / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"threshold": 4', '"threshold": 5'))
    assert said(capsys, tmp_path)[::2] == (
        1,
        "rejected: the manifest: its digest is not that of what it says\n",
    )


def test_a_level_that_is_missing_is_said(tmp_path, capsys):
    stored(GAMES[0], tmp_path)
    file = tmp_path / "level-02.values"
    file.unlink()
    status, _, complaint = said(capsys, tmp_path)
    assert (status, complaint) == (
        2,
        f"error: {file}: cannot be read: No such file or directory\n",
    )


def test_what_is_no_store_is_said(tmp_path, capsys):
    status, _, complaint = said(capsys, tmp_path)
    assert status == 2
    assert "it is no store with a manifest" in complaint


def test_a_check_goes_on_where_it_was(tmp_path, capsys, monkeypatch):
    stored(GAMES[0], tmp_path / "store")
    file = tmp_path / "progress.json"
    monkeypatch.setattr(checker, "SECONDS", 0)
    check_group, checked = checker.Checker.check_group, []

    def counted(self, group, totals):
        if len(checked) == 4:
            raise KeyboardInterrupt
        checked.append(group)
        check_group(self, group, totals)

    monkeypatch.setattr(checker.Checker, "check_group", counted)
    with pytest.raises(KeyboardInterrupt):
        checker.main([str(tmp_path / "store"), "--progress", str(file)])
    assert json.loads(file.read_text())["groups"] == 4
    checked.append("no end any more")
    assert said(capsys, tmp_path / "store", "--progress", file)[0] == 0
    assert len(checked) == len(set(checked))


def test_a_progress_that_no_check_wrote_is_refused(tmp_path, capsys):
    stored(GAMES[0], tmp_path / "store")
    file = tmp_path / "progress.json"
    assert said(capsys, tmp_path / "store", "--progress", file)[0] == 0
    known = json.loads(file.read_text())
    for forged in ([1], 3, known | {"groups": known["groups"] + 1}, known | {"groups": -1}):
        file.write_text(json.dumps(forged))
        status, text, complaint = said(capsys, tmp_path / "store", "--progress", file)
        assert (status, text, complaint.count("\n")) == (2, "", 1)
    file.write_text("{")
    assert "it is no progress of a check" in said(capsys, tmp_path / "store", "--progress", file)[2]


def test_what_was_checked_before_is_said(tmp_path, capsys):
    stored(LONG[0], tmp_path / "store")
    given = tmp_path / "store", "--modulo", "--progress", tmp_path / "progress.json"
    assert "before" not in said(capsys, *given)[1]
    text = said(capsys, *given)[1]
    assert "checked before" in text
    assert "exact numbers are as short" not in text


def test_a_sample_has_a_sheet(tmp_path, capsys):
    stored(GAMES[0], tmp_path)
    for count in (0, -1):
        assert said(capsys, tmp_path, "--sample", count)[:2] == (2, "")


def test_a_manifest_of_brackets_is_unreadable(tmp_path, capsys):
    for text in ("[" * 100_000, "[1]", '{"digest": 1, "half a letter": "\\ud800"}'):
        (tmp_path / "manifest.json").write_text(text)
        status, _, complaint = said(capsys, tmp_path)
        assert (status, complaint.count("\n")) == (2, 1)

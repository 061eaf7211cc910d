"""Games in files that the command line names, in documents; never because a document says so."""

import pytest
from race_in_a_file import GAME, RACE, here


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("my games")
    (folder / "race.py").write_text(RACE)
    return folder


# --- documents ------------------------------------------------------------------------------------

PAGES = {
    "claims.toml": '{given}[[claim]]\nprinted = "0.5"\nvalue = "value()"\n',
    "report.md": "{given}It is 0.5<!-- exactdice: value() -->.\n",
    "report.tex": "{given}It is \\exactly{{value()}}{{0.5}}.\n",
}
GIVEN = {
    "claims.toml": '[given]\ngame = "{game}"\n',
    "report.md": "<!-- exactdice document: game={game} -->\n",
    "report.tex": "% exactdice document: game={game}\n",
}
every_page = pytest.mark.parametrize("name", PAGES)


def page(folder, name, game=None, **options):
    """The page, which says that its game is this one."""
    given = GIVEN[name].format(game=game) if game else ""
    (folder / name).write_text(PAGES[name].format(given=given))
    return name


@every_page
def test_the_game_of_the_command_line_is_that_of_every_claim(folder, name):
    words = ["verify", "--game", "./race.py:Race(length=2)", page(folder, name)]
    status, out, err = here(folder, *words)
    assert (status, err) == (0, "")
    assert "1 claims: 1 exact" in out


@every_page
def test_a_document_may_name_it_by_its_class(folder, name):
    words = ["verify", "--game=./race.py:Race(length=2)", page(folder, name, "Race")]
    assert here(folder, *words)[0] == 0


@every_page
@pytest.mark.parametrize("game", ["./race.py:Race", "Race"])
def test_no_code_is_loaded_because_a_document_says_so(folder, name, game):
    trap = folder / "loaded"
    (folder / "race.py").write_text(f"open({str(trap)!r}, 'w').close()\n{RACE}")
    status, out, err = here(folder, "verify", page(folder, name, game))
    (folder / "race.py").write_text(RACE)
    assert status == 2
    assert f"unknown game {game}" in out + err
    assert not trap.exists()


def test_the_options_of_the_game_may_be_common_ones(folder):
    for name, head in (
        ("claims.toml", "[given]\nlength = 2\n"),
        ("report.md", "<!-- exactdice document: length=2 -->\n"),
        ("report.tex", "% exactdice document: length=2\n"),
    ):
        (folder / name).write_text(PAGES[name].format(given=head))
        assert here(folder, "verify", "--game", GAME, name)[0] == 0, name
        status, out, err = here(folder, "verify", name)
        assert status == 2
        assert "unknown option length" in out + err


def test_a_claim_of_another_game_keeps_it(folder):
    text = "".join(
        f'[[claim]]\nprinted = "{printed}"\nvalue = "value()"\nkind = "exact"\ngiven = {given}\n'
        for printed, given in (("1/2", "{length = 2}"), ("5/7", '{game = "pig", target = 2}'))
    )
    (folder / "claims.toml").write_text(text)
    assert "2 exact" in here(folder, "verify", "--game", GAME, "claims.toml")[1]

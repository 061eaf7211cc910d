"""Games of OpenSpiel that the command line names."""

import pytest
from command_line import run

NAMED = "openspiel:kuhn_poker"
DOCUMENT = """[[claim]]
id = "of openspiel"
printed = "0"
value = 'value(game="openspiel:matrix_rps")'
"""


def test_without_openspiel_the_extra_is_named(tmp_path):
    """A package that stands first on the path and says that it is not there."""
    (tmp_path / "pyspiel.py").write_text("raise ModuleNotFoundError(name='pyspiel')")
    done = run("solve", NAMED, PYTHONPATH=str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "error: this adapter needs the package pyspiel: pip install 'exactdice[openspiel]'\n"
    )


def test_a_document_loads_nothing(tmp_path):
    document = tmp_path / "claims.toml"
    document.write_text(DOCUMENT)
    done = run("verify", document)
    assert done.returncode != 0
    assert "unknown game openspiel:matrix_rps" in done.stdout + done.stderr


@pytest.fixture
def openspiel():
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra openspiel)")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["value", "value()", f"game={NAMED}"], "-1/18\n"),
        (["value", "value()", "game=openspiel:goofspiel", "num_cards=2", "imp_info=True"], "0\n"),
        (["solve", "openspiel:matrix_rps"], "{Paper: 1/3, Rock: 1/3, Scissors: 1/3}"),
    ],
)
@pytest.mark.usefixtures("openspiel")
def test_commands_take_it(words, said):
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([NAMED, "playrs=2"], "unknown option playrs of openspiel:kuhn_poker"),
        ([NAMED, "players=99"], "OpenSpiel does not make kuhn_poker: "),
        (["openspiel:"], "as in openspiel:kuhn_poker or "),
        (["openspiel:liars_dice_ir(dice_sides=3)"], "has information that forgets: "),
        (["openspiel:matrix_pd"], "is general-sum, and a game here is zero-sum"),
        (["openspiel:hearts"], "is for 4 players, and a game here is for two"),
    ],
)
@pytest.mark.usefixtures("openspiel")
def test_what_is_wrong_is_said_in_one_line(words, said):
    done = run("solve", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr

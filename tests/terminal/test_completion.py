"""What Tab offers is kept from one Tab to the next, until something else is installed."""

import sys
from types import SimpleNamespace

import pytest

from exactdice.queries.words import QUANTITIES
from exactdice.terminal import completion
from exactdice.terminal.completion import complete_game, complete_option, complete_query


@pytest.fixture(autouse=True)
def cache(monkeypatch, tmp_path):
    monkeypatch.setenv("EXACTDICE_CACHE", str(tmp_path / "cache"))


def typed(**words):
    return SimpleNamespace(params=words)


def test_every_quantity_is_offered_with_its_summary():
    offered = dict(complete_query(""))
    assert offered == {f"{name}(": quantity.summary for name, quantity in QUANTITIES.items()}


def test_what_is_installed_later_is_listed(monkeypatch, tmp_path):
    packages = tmp_path / "packages"
    packages.mkdir()
    monkeypatch.setattr(sys, "path", [*sys.path, str(packages)])
    before = complete_game("")
    monkeypatch.setattr(completion, "_game_names", lambda: [["another"]])
    assert complete_game("") == before
    (packages / "another_game").mkdir()
    assert complete_game("") == ["another"]


def test_without_a_cache_the_lists_are_made_anew(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("EXACTDICE_CACHE", str(tmp_path / "file" / "folder"))
    assert "pig" in complete_game("p")
    monkeypatch.setattr(completion, "_game_names", lambda: [["pine"]])
    assert complete_game("p") == ["pine"]


def test_options_of_several_quantities_stand_together():
    offered = complete_option(typed(query="EP(2) + EG(0,0) + no_such(1)"), "")
    assert {"faces=", "bust=", "target="} <= set(offered)
    assert len(offered) == len(set(offered))

"""changelog.d: what `make changes` does with the entries."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
spec = importlib.util.spec_from_file_location("gather", ROOT / "changelog.d" / "gather.py")
gather = importlib.util.module_from_spec(spec)
spec.loader.exec_module(gather)


def test_entries_are_lists(tmp_path):
    (tmp_path / "README.md").write_text("not an entry")
    (tmp_path / "b.md").write_text("- second\n")
    (tmp_path / "a.md").write_text("- first\n- too\n")
    assert list(gather.entries(tmp_path).values()) == ["- first\n- too", "- second"]
    (tmp_path / "c.md").write_text("no list")
    with pytest.raises(SystemExit, match=r"c.md: expected list items"):
        gather.entries(tmp_path)


def test_the_entries_of_this_repository_can_be_gathered():
    assert gather.gathered((ROOT / "CHANGES.md").read_text(), list(gather.entries().values()))


def test_entries_go_to_the_end_of_what_is_not_released():
    changes = "# Changes\n\n## 2 (not released)\n\n- old\n\n## 1\n\n- first\n"
    assert gather.gathered(changes, ["- new"]) == changes.replace("- old\n", "- old\n- new\n")
    with pytest.raises(SystemExit, match=r"expected a section"):
        gather.gathered("# Changes\n\n## 1\n", ["- new"])

"""Machines work together only where they have the same program."""

from exactdice import __version__
from exactdice.cluster import program


def test_it_says_its_version_its_code_and_its_python():
    said = program.this_program()
    assert said.startswith(f"exactdice {__version__} (code ")
    assert ", Python 3." in said
    assert ", python-flint " in said


def test_its_code_is_known_by_what_is_in_it_wherever_it_lies(tmp_path):
    for name in ("one", "other"):
        (tmp_path / name / "room").mkdir(parents=True)
        (tmp_path / name / "room" / "a.py").write_text("1\n")
    one, other = tmp_path / "one", tmp_path / "other"
    assert program._digest(one) == program._digest(other)
    (other / "room" / "a.py").write_text("2\n")
    assert program._digest(one) != program._digest(other)
    (other / "room" / "a.py").rename(other / "room" / "b.py")
    (other / "room" / "b.py").write_text("1\n")
    assert program._digest(one) != program._digest(other)

"""The steps of action.yml on what strangers propose."""

import pytest
from github_runner import RIGHT, WRONG, Runner, needs_bash

pytestmark = needs_bash


@pytest.fixture
def runner(tmp_path):
    return Runner(tmp_path)


def test_names_are_names_whatever_they_hold(runner):
    names = [
        "-e.md",
        "--strict.md",
        "$(touch x).md",
        "a\nb.md",
        "'\".md",
        "evil.py:Game.md",
        "%0A::.md",
    ]
    runner.commit(**dict.fromkeys(names, RIGHT))
    done = runner.all_steps()
    assert sorted(runner.documents) == sorted(names)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == len(names)
    assert runner.output.read_text() == "status=0\n"
    assert runner.summary.read_text().startswith("**exactdice: 7 of 7 numbers hold**")
    assert not (runner.repository / "x").exists()


def test_no_module_of_the_repository_is_run(runner):
    text = "open('run', 'w')\nraise SystemExit\n"
    names = ("json", "typer", "venv", "pip", "multiprocessing", "exactdice", "sitecustomize")
    runner.commit(**{"a.md": RIGHT}, **{f"{name}.py": text for name in names})
    assert runner.all_steps().returncode == 0
    assert not (runner.repository / "run").exists()


def test_links_are_passed_over(runner, tmp_path):
    (tmp_path / "secret.md").write_text(WRONG)
    (runner.repository / "a.md").symlink_to(tmp_path / "secret.md")
    (runner.repository / "zero.md").symlink_to("/dev/zero")
    (runner.repository / "folder.md").symlink_to(tmp_path)
    runner.commit(**{"b.md": RIGHT})
    runner.step("Find the documents")
    assert runner.documents == ["b.md"]


def test_what_is_wrong_with_a_document_gives_the_runner_no_command(runner):
    """The runner obeys `::` at the beginning of a line, and `##[` anywhere."""
    head = "<!-- exactdice document: alpha='##[set-output name=status]x' -->"
    runner.commit(**{"##[add-mask]a.md": f"{head}\n{RIGHT}", "::add-mask::b.md": RIGHT})
    done = runner.all_steps()
    assert done.returncode == 2
    assert "##[" not in done.stderr
    assert "cannot be read" in runner.summary.read_text()
    for line in done.stdout.splitlines():
        assert line.startswith(("::error file=", "::notice file="))


def test_a_question_beyond_the_limits_is_open_and_the_others_are_answered(runner):
    long = "0.1<!-- exactdice: EG(0,0) dice=10 target=600 -->\n"
    runner.commit(**{"a.md": f"{long}\n{RIGHT}"})
    done = runner.all_steps(timeout="2", memory="300", total_timeout="60")
    assert done.returncode == 2
    assert "exactdice: 1 of 2 numbers hold" in runner.summary.read_text()
    assert "over the time limit of 2 s" in done.stdout

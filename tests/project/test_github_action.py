"""The steps of action.yml, run as GitHub runs them."""

import re

import pytest
import yaml
from github_runner import ACTION, RIGHT, ROOT, STEPS, WRONG, Runner, needs_bash

pytestmark = needs_bash


@pytest.fixture
def runner(tmp_path):
    return Runner(tmp_path)


def test_no_script_holds_an_expression():
    """What a stranger names, a branch say, would else be run."""
    assert len(STEPS) == 3
    assert all("${{" not in step["run"] for step in STEPS.values())
    assert all(step["shell"] == "bash" for step in STEPS.values())


def test_nothing_of_the_action_takes_a_token():
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    assert "token" not in text.lower()
    assert "secrets" not in text


def test_a_pull_request_is_verified(runner):
    base = runner.commit(**{"old.md": WRONG})
    runner.commit(**{"a b.md": f"{WRONG}\n{RIGHT}", "no marks.md": "8\n", "program.py": "8\n"})
    done = runner.all_steps(base)
    assert done.returncode == 1
    wrong, notice = done.stdout.splitlines()
    assert wrong.startswith(
        "::error file=a b.md,line=1,col=1,endColumn=6,title=contradicted::9.999"
    )
    assert notice == "::notice file=a b.md::2 claims: 1 correctly rounded, 1 contradicted"
    assert runner.output.read_text() == "status=1\n"
    summary = runner.summary.read_text().splitlines()
    assert summary[0] == "**exactdice: 1 of 2 numbers hold**"
    assert summary[4].startswith("| a b.md&#58;1 | 9.999 | EP(5) | contradicted")


def test_the_installation_takes_no_file_without_its_hash(runner):
    assert runner.step("Install exactdice").returncode == 0
    locked, own = runner.log.read_text().splitlines()
    assert locked.startswith("-I -m pip install --quiet --require-hashes -r ")
    assert own.startswith("-I -m pip install --quiet --no-deps --no-build-isolation ")
    assert own.endswith(str(ROOT))


@pytest.mark.parametrize("base", ["", "0" * 40, "f" * 40, "HEAD; touch x", "--output=x"])
def test_without_a_known_base_all_documents_are_verified(runner, base):
    runner.commit(**{"a.md": RIGHT, "b.TEX": "", "c.py": ""})
    assert runner.step("Find the documents", base).returncode == 0
    assert runner.documents == ["a.md", "b.TEX"]
    assert not (runner.repository / "x").exists()


def test_the_author_may_name_the_documents(runner):
    runner.commit(**{"a.md": RIGHT, "docs/b.md": RIGHT, "docs/c.md": RIGHT})
    runner.step("Find the documents", files="docs/*.md\n:(exclude)docs/c.md\n")
    assert runner.documents == ["docs/b.md"]


def test_without_documents_nothing_is_wrong(runner):
    base = runner.commit(**{"a.md": RIGHT})
    runner.commit(**{"b.py": ""})
    done = runner.all_steps(base)
    assert done.returncode == 0
    assert runner.summary.read_text() == "exactdice: no document to verify\n"
    assert runner.output.read_text() == ""


def test_inputs_are_options(runner):
    runner.commit(**{"a.md": "8.63<!-- exactdice: EP(5) -->\n"})  # cut off: it is 8.6356...
    assert runner.all_steps(strict="true").returncode == 1


def test_the_example_uses_inputs_that_there_are():
    text = (ROOT / "examples" / "github_action.yml").read_text(encoding="utf-8")
    workflow = yaml.safe_load(text)
    assert workflow["permissions"] == {"contents": "read"}
    (used,) = (step for step in workflow["jobs"]["verify"]["steps"] if "exactdice" in step["uses"])
    assert used["with"].keys() <= ACTION["inputs"].keys()


WORKFLOWS = ("action.yml", "examples/github_action.yml", "docs/how_to/continuous_integration.md")


@pytest.mark.parametrize("name", WORKFLOWS)
def test_other_actions_are_named_by_the_hash_of_a_commit(name):
    found = re.findall(r"uses: *(\S+)", (ROOT / name).read_text(encoding="utf-8"))
    others = [action for action in found if action != "OWNER/exactdice@TAG"]
    assert others
    assert not [action for action in others if not re.search(r"@[0-9a-f]{40}$", action)]


# --- what strangers propose -----------------------------------------------------------------------


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

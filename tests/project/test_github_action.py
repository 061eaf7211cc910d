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

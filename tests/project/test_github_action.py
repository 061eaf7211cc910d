"""The steps of action.yml, run one by one in a repository, as GitHub runs them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from exactdice.documents.verification import WRITERS

ROOT = Path(__file__).parent.parent.parent
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"] if "run" in step}
BASE = "github.event.pull_request.base.sha || github.event.before"
RIGHT = "8.636<!-- exactdice: EP(5) -->\n"
WRONG = "9.999<!-- exactdice: EP(5) -->\n"
# Does what pip does here: puts a command into the new environment.
PYTHON = """#!/bin/sh
[ "$1 $2 $3" = "-I -m venv" ] || exit 9
mkdir -p "$4/bin"
printf '#!/bin/sh\\necho "$@" >> "{log}"\\n' > "$4/bin/python"
printf '#!/bin/sh\\nexec "{python}" -P -m exactdice "$@"\\n' > "$4/bin/exactdice"
chmod +x "$4/bin/python" "$4/bin/exactdice"
"""

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or not (shutil.which("bash") and shutil.which("git")),
    reason="needs bash and git",
)


class Runner:
    """A runner with a repository, and the files in which a step hands over what it finds."""

    def __init__(self, folder):
        self.repository, self.temp = folder / "work", folder / "temp"
        self.log = folder / "pip.txt"
        self.output, self.summary = folder / "output.txt", folder / "summary.md"
        for place in (self.repository, self.temp, folder / "bin"):
            place.mkdir()
        for file in (self.output, self.summary, self.log):
            file.touch()
        python = folder / "bin" / "python"
        python.write_text(PYTHON.format(log=self.log, python=sys.executable))
        python.chmod(0o755)
        self.environment = {
            "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "HOME": str(folder),
            "RUNNER_TEMP": str(self.temp),
            "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_OUTPUT": str(self.output),
            "GITHUB_STEP_SUMMARY": str(self.summary),
        }
        self.git("init", "--quiet")

    def git(self, *words):
        who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        done = subprocess.run(
            ["git", *who, *words],
            cwd=self.repository,
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def commit(self, **files):
        """Commit these texts by their names; the hash."""
        for name, text in files.items():
            path = self.repository / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", "a")
        return self.git("rev-parse", "HEAD")

    def step(self, name, base="", **inputs):
        """The step, run with these inputs, the others as they are."""
        known = {f"inputs.{key}": given["default"] for key, given in ACTION["inputs"].items()}
        known |= {f"inputs.{key.replace('_', '-')}": value for key, value in inputs.items()}
        known |= {"runner.temp": str(self.temp), BASE: base}
        environment = {
            key: re.sub(r"\$\{\{ (.*?) \}\}", lambda found: known[found[1]], str(value))
            for key, value in STEPS[name].get("env", {}).items()
        }
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", STEPS[name]["run"]],
            cwd=self.repository,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def all_steps(self, base="", **inputs):
        """The last step, after all others."""
        done = None
        for name in STEPS:
            done = self.step(name, base, **inputs)
            assert done.returncode == 0 or name == "Verify", done.stderr
        return done

    @property
    def documents(self):
        """The documents that were found."""
        names = (self.temp / "exactdice-documents").read_bytes().split(b"\0")
        return [name.decode() for name in names[:-1]]


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
    assert runner.output.read_text() == "status=1\nbadge=exactdice: 1 of 2 numbers hold\n"
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


def test_what_was_deleted_or_renamed_is_no_hindrance(runner):
    base = runner.commit(**{"gone.md": RIGHT, "old.md": WRONG})
    runner.git("rm", "--quiet", "gone.md")
    runner.git("mv", "old.md", "new.md")
    runner.commit()
    runner.step("Find the documents", base)
    assert runner.documents == ["new.md"]


def test_the_author_may_name_the_documents(runner):
    runner.commit(**{"a.md": RIGHT, "docs/b.md": RIGHT, "docs/c.md": RIGHT})
    runner.step("Find the documents", files="docs/*.md\n:(exclude)docs/c.md\n")
    assert runner.documents == ["docs/b.md"]


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
    assert runner.output.read_text() == "status=0\nbadge=exactdice: 7 of 7 numbers hold\n"
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


def test_without_documents_nothing_is_wrong(runner):
    base = runner.commit(**{"a.md": RIGHT})
    runner.commit(**{"b.py": ""})
    done = runner.all_steps(base)
    assert done.returncode == 0
    assert runner.summary.read_text() == "exactdice: no document to verify\n"
    assert runner.output.read_text() == ""


def test_what_is_wrong_with_a_document_gives_the_runner_no_command(runner):
    """The runner obeys `::` at the beginning of a line, and `##[` anywhere."""
    head = "<!-- exactdice document: alpha='##[set-output name=badge]x' -->"
    runner.commit(**{"##[add-mask]a.md": f"{head}\n{RIGHT}", "::add-mask::b.md": RIGHT})
    done = runner.all_steps()
    assert done.returncode == 2
    assert "##[" not in done.stderr
    assert "cannot be read" in runner.output.read_text()
    for line in done.stdout.splitlines():
        assert line.startswith(("::error file=", "::notice file="))


def test_a_question_beyond_the_limits_is_open_and_the_others_are_answered(runner):
    long = "0.1<!-- exactdice: EG(0,0) dice=10 target=600 -->\n"
    runner.commit(**{"a.md": f"{long}\n{RIGHT}"})
    done = runner.all_steps(timeout="1", memory="300", total_timeout="20")
    assert done.returncode == 2
    assert "badge=exactdice: 1 of 2 numbers hold" in runner.output.read_text()
    assert "over the time limit of 1 s" in done.stdout


def test_inputs_are_options(runner):
    runner.commit(**{"a.md": "8.63<!-- exactdice: EP(5) -->\n"})  # cut off: it is 8.6356...
    assert runner.all_steps(strict="true").returncode == 1


def test_the_example_uses_inputs_that_there_are():
    text = (ROOT / "examples" / "github_action.yml").read_text(encoding="utf-8")
    workflow = yaml.safe_load(text)
    assert workflow["permissions"] == {"contents": "read"}
    (used,) = (step for step in workflow["jobs"]["verify"]["steps"] if "exactdice" in step["uses"])
    assert used["with"].keys() <= ACTION["inputs"].keys()


# --- the page about it ----------------------------------------------------------------------------

PAGE = (ROOT / "docs" / "continuous_integration.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `([\w-]+)` \| (?:`([^`]*)`)? ?\|", re.MULTILINE)


def test_the_page_lists_the_inputs_with_their_defaults():
    inputs, _, _ = PAGE.partition("| output |")
    assert dict(ROW.findall(inputs)) == {
        name: given["default"] for name, given in ACTION["inputs"].items()
    }


def test_the_page_lists_the_formats():
    _, _, formats = PAGE.partition("| format |")
    assert re.findall(r"^\| `(\w+)` \|", formats, re.MULTILINE) == ["text", *WRITERS]


def test_the_examples_of_the_page_name_what_there_is():
    github, gitlab, hook = map(yaml.safe_load, re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL))
    *_, used = github["jobs"]["verify"]["steps"]
    assert used["with"].keys() <= ACTION["inputs"].keys()
    (script,) = gitlab["verify numbers"]["script"]
    words = [word for word in script.split() if word.startswith("--") and word != "--"]
    assert {*words} <= {*re.findall(r"--[a-z-]+", help_of("verify"))}
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert hook["repos"][0]["hooks"][0]["id"] == hooks[0]["id"]


def help_of(command):
    return subprocess.run(
        [sys.executable, "-m", "exactdice", command, "--help"],
        env={**os.environ, "COLUMNS": "200", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout

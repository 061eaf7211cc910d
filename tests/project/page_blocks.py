"""The blocks of code of a page, and how each is run: in a folder of its own, from top to bottom.

```console           commands after "$ ", each with what it prints below it, where "..." stands
                     for anything; nothing below it: not compared. `# exit status 1` ends a
                     command that does not leave with 0.
```sh                commands that no test can run (they install, fetch or wait): few may be so
```python            a dialogue with >>>, which pytest runs as the page's doctest
```{code-block} toml
:caption: report.toml
```                  any language with a caption: the file that the commands below it read;
                     ```toml report.toml says the same without showing the name
```toml json yaml    without a caption: it can be read
```text              what is no code: a form, a formula, a line of output
"""

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

import yaml
from command_line import ROOT, plain_environment, run, run_pytest
from markdown_it import MarkdownIt

DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
DIRECTIVE = re.compile(r"\{(?P<name>[\w-]+)\}\s*(?P<rest>.*)")
CAPTION = re.compile(r":caption: (?P<name>[\w./-]+)\n", re.ASCII)
OPTION = re.compile(r":[\w-]+:.*\n")
STATUS = re.compile(r"\s+# exit status (\d+)$")
NOT_RUN = re.compile(
    r"(git clone|cd|make|pip install|\.venv/bin/|python -m venv|exactdice --install-completion"
    r"|exactdice serve|exactdice play|claude mcp add|jupyter|quarto|sphinx-build"
    r"|pre-commit|twine|git (tag|push|apply|add|commit)|chromium|python -m pip|source )"
)


# Pages whose blocks have tests of their own, which say more of them than that they run.
OWN_TESTS = {
    "docs/how_to/tables.md": "tests/documents/test_bound_tables.py",
    "docs/how_to/generated.md": "tests/report/test_generated_latex_mk.py",
    "docs/how_to/notebooks.md": "tests/documents/test_notebooks.py",
    "docs/reference/claims.md": "tests/documents/test_documents_reports.py",
}


def page_name(page):
    """Its path within the project."""
    return page.relative_to(ROOT).as_posix()


@dataclass(frozen=True)
class Block:
    """One block of code."""

    page: Path
    line: int
    language: str
    caption: str
    text: str

    @property
    def place(self):
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page):
    """The page's blocks of code in their order; those of directives that are no code left out."""
    for token in MarkdownIt().parse(page.read_text(encoding="utf-8")):
        if token.type == "code_block":
            yield Block(page, token.map[0] + 1, "indented", "", token.content)
        if token.type == "fence" and (found := block(page, token)):
            yield found


def block(page, token):
    """The block of a fence, or None for a directive that is no code."""
    line, info, text = token.map[0] + 1, token.info.strip(), token.content
    directive = DIRECTIVE.fullmatch(info)
    if not directive:
        language, _, name = info.partition(" ")
        return Block(page, line, language or "no language", name, text)
    if directive["name"] != "code-block":
        return None
    caption = CAPTION.search(text)
    while (option := OPTION.match(text)) is not None:
        text = text[option.end() :]
    return Block(page, line, directive["rest"], caption["name"] if caption else "", text)


def run_page(page, folder):
    """Run the blocks of the page in the folder, which finds the project's examples in it."""
    test = OWN_TESTS.get(page_name(page))
    if test:
        assert (ROOT / test).exists()
        return
    (folder / "examples").symlink_to(ROOT / "examples")
    for block in blocks(page):
        run_block(block, folder)


def run_block(block, folder):
    """Run the block in the folder, or read it; AssertionError says what is not as the page says."""
    if block.caption:
        write(block, folder)
    elif block.language == "console":
        for command, status, expected in commands(block.text):
            run_command(block, command, status, expected, folder)
    elif block.language == "sh":
        for line in block.text.splitlines():
            assert not line or line.startswith("#") or NOT_RUN.match(line), f"{block.place}: {line}"
    elif block.language == "python":
        assert ">>> " in block.text, f"{block.place}: neither a dialogue nor a file with a caption"
    elif block.language in READERS:
        READERS[block.language](block.text)
    else:
        assert block.language == "text", (
            f"{block.place}: a block of {block.language} that no test runs"
        )


READERS = {"toml": tomllib.loads, "json": json.loads, "yaml": yaml.safe_load}


def write(block, folder):
    path = folder / block.caption
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(block.text, encoding="utf-8")


def commands(text):
    """Each command of a dialogue with a shell, the status it leaves with, what it prints."""
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)
    assert not parts[0].strip(), f"a dialogue begins with '$ ', not with {parts[0]!r}"
    for part in parts[1:]:
        command, _, expected = part.partition("\n")
        while command.endswith("\\"):
            more, _, expected = expected.partition("\n")
            command = command.removesuffix("\\") + more
        status = STATUS.search(command)
        yield STATUS.sub("", command), int(status[1]) if status else 0, expected


def run_command(block, command, status, expected, folder):
    done = done_in(folder, command)
    said = f"{block.place}: $ {command}\n"
    printed = done.stdout + done.stderr
    assert done.returncode == status, f"{said}left with {done.returncode}\n{printed}"
    if expected.strip():
        assert same(expected, printed), f"{said}printed\n{printed}instead of\n{expected}"


def same(expected, printed):
    """Whether it is what is expected, where blanks at the ends of lines do not count."""
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    return doctest.OutputChecker().check_output(expected.strip(), printed.strip(), flags)


SHELL = {"|", ">", "&&", "<", ";"}  # what only a shell can do


def done_in(folder, command):
    """The finished command, in the folder; of exactdice alone, or with what printf prints as its
    input, in the process that has it loaded.
    """
    with chdir(folder):
        words = shlex.split(command, comments=True)
        if words[0] == "exactdice" and not SHELL & set(words):
            return run(*words[1:])
        if words[:3] == ["python", "-m", "pytest"] and not SHELL & set(words):
            return run_pytest(*words[3:])
        if words[0] == "printf" and words[2:4] == ["|", "exactdice"]:
            told, _, _ = command.partition(" | exactdice")
            return run(*words[4:], text=in_shell(told).stdout)
        return in_shell(command)


def in_shell(command):
    beside = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        command,
        shell=True,
        capture_output=True,
        text=True,
        env={**plain_environment(), "PATH": beside, "PYTHONPATH": str(ROOT)},
        timeout=120,
        check=False,
    )

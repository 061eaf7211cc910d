"""docs/how_to/continuous_integration.md says what action.yml and the formats are."""

import re

import yaml
from github_runner import ACTION, ROOT

from exactdice.report.pages.findings_writers import WRITERS

PAGE = (ROOT / "docs" / "how_to" / "continuous_integration.md").read_text(encoding="utf-8")
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
    github, hook = map(yaml.safe_load, re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL))
    *_, used = github["jobs"]["verify"]["steps"]
    assert used["with"].keys() <= ACTION["inputs"].keys()
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert hook["repos"][0]["hooks"][0]["id"] == hooks[0]["id"]

"""The endings of documents with marks: the hook and the action look for the same ones."""

import re

from command_line import ROOT

from exactdice.documents.documents import READERS

ENDINGS = {ending.removeprefix(".") for ending in READERS}


def test_the_hook_looks_at_every_ending():
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    assert set(re.search(r"files: \\\.\(([\w|]+)\)\$", hooks)[1].split("|")) == ENDINGS


def test_the_action_looks_at_every_ending():
    action = (ROOT / "action.yml").read_text(encoding="utf-8")
    assert set(re.findall(r"':\(icase\)\*\.(\w+)'", action)) == ENDINGS

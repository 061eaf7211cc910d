"""What people look for in the root of the repository."""

import re

import yaml
from page_blocks import DOCS, ROOT

import exactdice


def test_the_citation_is_of_this_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert str(citation["version"]) == exactdice.__version__


def test_every_guide_is_named_where_a_contributor_begins():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    guides = {path.name for path in (DOCS / "contributing").glob("*.md")}
    linked = set(re.findall(r"\(docs/contributing/(\w+\.md)\)", text))
    assert guides - linked == {"index.md"}

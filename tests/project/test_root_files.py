"""What people look for in the root of the repository, and the pages of decisions."""

import re

import pytest
import yaml
from page_blocks import DOCS, ROOT

import exactdice

DECISIONS = sorted((DOCS / "decisions").glob("[0-9]*.md"))
LONGEST = 40  # lines of a decision
ADDRESS = re.compile(r"[\w.+-]+@[\w-]+\.\w+|mailto:")


@pytest.fixture(scope="module")
def citation():
    return yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))


def test_the_citation_is_of_this_version(citation):
    assert str(citation["version"]) == exactdice.__version__


def test_the_citation_has_what_its_format_requires(citation):
    """Citation File Format 1.2.0: four keys are required; an entity has a name, no given names."""
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()
    assert citation["cff-version"] == "1.2.0"
    assert citation["type"] in ("software", "dataset")
    assert citation["authors"] == [{"name": "The exactdice developers"}]
    assert citation["license"] == "MIT"


@pytest.mark.parametrize("name", ["SECURITY.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md"])
def test_no_address_is_named_that_nobody_reads(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert not ADDRESS.search(text)


def test_every_guide_is_named_where_a_contributor_begins():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    guides = {path.name for path in (DOCS / "contributing").glob("*.md")}
    linked = set(re.findall(r"\(docs/contributing/(\w+\.md)\)", text))
    assert guides - linked == {"index.md", "mutation.md"}


def test_decisions_are_numbered_without_gaps():
    numbers = [int(path.name[:4]) for path in DECISIONS]
    assert len(numbers) >= 12
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_is_short_and_says_why(path):
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences"]
    assert len(text.splitlines()) < LONGEST

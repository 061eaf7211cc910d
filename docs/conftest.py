"""Each page is a file of tests: its dialogues of Python run as doctests, and its other blocks of
code as `tests/project/page_blocks.py` says. `python -m pytest docs/how_to/dice.md` tests one page.
"""

import tempfile
from pathlib import Path

import pytest
from kept_environment import kept_environment

collect_ignore = ["conftest.py", "conf.py"]  # no modules with doctests


@pytest.fixture(autouse=True)
def the_environment_is_left_as_it_was():
    """No page finds what the dialogue of another one has left in the environment."""
    with kept_environment():
        yield


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.File | None:
    """The page as a file of tests, beside the doctests that pytest finds in it by itself."""
    return Page.from_parent(parent, path=file_path) if file_path.suffix == ".md" else None


class Page(pytest.File):
    """A page of the documentation."""

    def collect(self):
        """One test: the commands of a page build on each other."""
        yield Blocks.from_parent(self, name="blocks")


class Blocks(pytest.Item):
    """The blocks of code of a page, in their order."""

    def runtest(self):
        """Run them in a folder of their own."""
        from page_blocks import run_page

        with tempfile.TemporaryDirectory() as folder:
            run_page(self.path, Path(folder))

    def repr_failure(self, excinfo):
        """What is not as the page says, without the way there."""
        if isinstance(excinfo.value, AssertionError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self):
        """The page."""
        return self.path, 0, f"blocks of {self.path.name}"

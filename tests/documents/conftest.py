"""Documents that tests write."""

import pytest

from exactdice.jobs.allowance import Allowance
from exactdice.report.documents import verification as checking
from exactdice.report.documents.documents import read_document
from exactdice.report.documents.verification import Wanted, verified
from exactdice.solvers.stores.cache import NAME, Cache

USUAL = Wanted()


@pytest.fixture
def write(tmp_path):
    def write_text(text, name="report.md"):
        file = tmp_path / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    return write_text


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("documents")


@pytest.fixture(scope="module")
def findings(folder):
    def found_in(text, name="r.md"):
        (folder / name).write_text(text, encoding="utf-8", newline="")
        document = read_document(folder / name)
        return document, checking.findings_in(document)

    return found_in


@pytest.fixture
def cached(tmp_path):
    """Verifies these files with what was found before: {path: what is found}."""

    def verify(*paths, wanted=USUAL, **limits):
        cache = Cache(tmp_path / "cache" / NAME)
        found = list(verified(paths, wanted, Allowance(jobs=2, **limits), cache))
        cache.close()
        assert [outcome.path for outcome in found] == list(paths)
        return found

    return verify

"""Documents on which `suggest` is tried."""

import pytest

from exactdice.suggesting.questions import Asker
from exactdice.suggesting.suggest import suggest


@pytest.fixture
def suggested(tmp_path):
    def of(text, name="r.md", game="dice", **options):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path, suggest(path, game, options, Asker(seconds=60))

    return of

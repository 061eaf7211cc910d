"""Documents that tests write."""

import pytest


@pytest.fixture
def write(tmp_path):
    def write_text(text, name="report.md"):
        file = tmp_path / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return file

    return write_text

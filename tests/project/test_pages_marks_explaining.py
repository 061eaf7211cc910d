"""The marks of the pages that explain hold, as their readers would verify them."""

import pytest
from command_line import run
from marked_pages import EXPLAINING
from page_blocks import page_name


@pytest.mark.parametrize("page", EXPLAINING, ids=page_name)
def test_the_marks_of_a_page_hold(page):
    done = run("verify", "--strict", page)
    assert done.returncode == 0, done.stdout + done.stderr

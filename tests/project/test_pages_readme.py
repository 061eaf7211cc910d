"""The README does what it says."""

from page_blocks import ROOT, run_page


def test_the_blocks_of_the_readme_do_what_it_says(tmp_path):
    """Those of each page of docs/ run when the page itself is tested: docs/conftest.py."""
    run_page(ROOT / "README.md", tmp_path)

"""The README does what it says, and shows what is drawn today."""

from command_line import run
from matplotlib.image import imread
from page_blocks import ROOT, run_page


def test_the_blocks_of_the_readme_do_what_it_says(tmp_path):
    """Those of each page of docs/ run when the page itself is tested: docs/conftest.py."""
    run_page(ROOT / "README.md", tmp_path)


def test_the_picture_of_the_readme_is_what_is_drawn_today(tmp_path):
    """But for how letters are smoothed, which the versions of libraries decide."""
    title = "Dice Battle: the optimal number of dice, i points against j"
    picture = tmp_path / "drawn.png"
    run("plot", "OPT(i,j)", "i=0..99", "j=0..99", "--title", title, "-o", picture)
    drawn, kept = imread(picture), imread(ROOT / "docs" / "pictures" / "optimal_dice.png")
    assert drawn.shape == kept.shape
    assert (abs(drawn - kept) > 0.1).mean() < 0.02

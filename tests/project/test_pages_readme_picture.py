"""The README shows what is drawn today."""

from command_line import run
from matplotlib.image import imread
from page_blocks import ROOT


def test_the_picture_of_the_readme_is_what_is_drawn_today(tmp_path):
    """But for how letters are smoothed, which the versions of libraries decide."""
    title = "Dice Battle: the optimal number of dice, i points against j"
    picture = tmp_path / "drawn.png"
    run("plot", "OPT(i,j)", "i=0..99", "j=0..99", "--title", title, "-o", picture)
    drawn, kept = imread(picture), imread(ROOT / "docs" / "pictures" / "optimal_dice.png")
    assert drawn.shape == kept.shape
    assert (abs(drawn - kept) > 0.1).mean() < 0.02

"""How pictures that the command line writes look, as it was told."""

MAP = ["plot", "EG(i,j)", "i=0..4", "j=0..4", "dice=2", "target=5"]


def test_plot_takes_what_says_how_it_looks(run, tmp_path):
    """A PNG says its width and height in pixels in bytes 16 to 24."""
    picture = tmp_path / "a.png"
    look = ["--size", "5x4", "--dpi", "60", "--style", "paper", "--font", "serif", "--decimal", ","]
    words = ["--levels", "1/2,0.75", "--label", "i=meine Punkte", "--label", "value="]
    code, out, err = run(*MAP, *look, *words, "--title", "T", "-o", str(picture))
    assert (code, out, err) == (0, f"wrote {picture}\n", "")
    header = picture.read_bytes()[16:24]
    assert [int.from_bytes(header[:4]), int.from_bytes(header[4:])] == [300, 240]
    assert run("plot", "EP(d)", "best_dice(d)", "d=1..3", "-o", str(picture))[0] == 0

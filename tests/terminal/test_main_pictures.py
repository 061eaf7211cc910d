"""Pictures that the command line writes."""


def test_plot_writes_pictures(run, tmp_path):
    words = ["plot", "OPT(i,j)", "i=0..4", "j=0..4", "dice=3", "target=5", "-o"]
    for name, start in (("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.pdf", b"%PDF")):
        assert run(*words, str(tmp_path / name))[0] == 0
        assert (tmp_path / name).read_bytes().startswith(start)


def test_a_map_of_a_statement_shows_true_and_false(run, tmp_path):
    """As glyphs in an SVG have no text, the figure is drawn and its bar read."""
    from exactdice.pictures.by_query import draw_made
    from exactdice.tables.table import make_table

    table = make_table(["i + j > 0"], {"i": range(2), "j": range(2)}, {})
    bar = draw_made([table], None, "").axes[1]
    assert [label.get_text() for label in bar.get_yticklabels()] == ["false", "true"]
    words = ["plot", "EG(i,j) > 0", "i=0..4", "j=0..4", "dice=2", "target=5", "-o"]
    assert run(*words, str(tmp_path / "a.png"))[0] == 0

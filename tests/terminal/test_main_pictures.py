"""Pictures that the command line writes."""


def test_plot_writes_pictures(run, tmp_path):
    words = ["plot", "OPT(i,j)", "i=0..9", "j=0..9", "dice=3", "target=10", "-o"]
    for name, start in (("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.pdf", b"%PDF")):
        assert run(*words, str(tmp_path / name))[0] == 0
        assert (tmp_path / name).read_bytes().startswith(start)

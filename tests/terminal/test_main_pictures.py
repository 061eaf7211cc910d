"""Pictures that the command line writes."""

from command_line import run


def test_plot_writes_pictures(tmp_path):
    for name, start in (("a.png", b"\x89PNG"), ("a.svg", b"<?xml"), ("a.pdf", b"%PDF")):
        assert (
            run(
                "plot", "OPT(i,j)", "i=0..9", "j=0..9", "dice=3", "target=10", "-o", tmp_path / name
            ).returncode
            == 0
        )
        assert (tmp_path / name).read_bytes().startswith(start)

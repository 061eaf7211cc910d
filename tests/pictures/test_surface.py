"""How large maps and surfaces are in vector formats, and how their letters are kept."""

import pytest

from exactdice import Look, plot
from exactdice.pictures.figure import save_figure


@pytest.mark.parametrize(
    ("look", "most"), [(Look(), 200_000), (Look(style="paper", surface=True), 500_000)]
)
def test_a_vector_format_holds_no_path_for_each_cell(tmp_path, look, most):
    """Of 2,500 cells: they are one image, whose letters and axes are paths."""
    figure = plot("P(d,k) + 0 * d", d=range(1, 51), k=range(1, 51), look=look)
    for name in ("map.svg", "map.pdf"):
        save_figure(figure, tmp_path / name)
        assert (tmp_path / name).stat().st_size < most
    text = (tmp_path / "map.svg").read_text()
    assert text.count("<path") < 300
    assert 1 <= text.count("<image") <= 3


def test_letters_in_a_pdf_on_paper_are_letters(tmp_path):
    """Fonts of type 42 can be searched and copied; those of type 3 are refused by printers."""
    save_figure(plot("EP(d)", d=range(1, 4), look=Look(style="paper")), tmp_path / "a.pdf")
    written = (tmp_path / "a.pdf").read_bytes()
    assert b"STIXGeneral" in written
    assert b"/Type3" not in written

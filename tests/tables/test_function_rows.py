from exactdice import DiceBattle, parameter, solve
from exactdice.tables.function_rows import function_latex, notes_latex, rows_text

P = parameter("p", 0, 1)


def test_every_row_fits_a_line_and_every_note_is_named_once():
    gain = solve(DiceBattle(2, 8, weights=(P, 1 - P))).value
    text = rows_text(gain)
    rows = [line for line in text.splitlines() if line.startswith("|")]
    notes = [line for line in text.splitlines() if line.startswith("[")]
    assert len(rows) == 2 + len(gain.pieces.pieces)
    assert max(map(len, rows)) <= 100
    for number, note in enumerate(notes, 1):
        assert note.startswith(f"[{number}] ")
        assert any(f"[{number}]" in row for row in rows)
    assert len(set(notes)) == len(notes)


def test_few_pieces_are_cases_and_many_are_numbered_rows():
    few = solve(DiceBattle(2, 3, weights=(P, 1 - P))).value
    many = solve(DiceBattle(2, 5, weights=(P, 1 - P))).value
    assert function_latex(few).count(r"\\") == 2
    assert r"0.531010\ldots \le p \le 0.569840\ldots" in function_latex(few)
    assert function_latex(many).startswith(r"\begin{array}{rll} 1 & ")
    assert "$p^{3} - p^{2} + 2 p - 1$" in notes_latex(few).replace(
        "-1 + 2 p - p^{2} + p^{3}", "p^{3} - p^{2} + 2 p - 1"
    )

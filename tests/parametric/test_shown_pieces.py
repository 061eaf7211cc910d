from html.parser import HTMLParser

from exactdice import DiceBattle, parameter, solve

P = parameter("p", 0, 1)
SOLUTION = solve(DiceBattle(2, 3, weights=(P, 1 - P)))


class Cells(HTMLParser):
    """The texts of the cells, row by row."""

    def __init__(self):
        super().__init__()
        self.rows = []

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data):
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data


def test_a_notebook_shows_a_row_for_each_piece():
    page = SOLUTION._repr_html_()
    reader = Cells()
    reader.feed(page)
    heading, *rows = reader.rows
    assert heading == ["", "p from", "p to", "best", "best at p to", "value"]
    ends = ["0", *(f"{point.decimal(6)}…" for point in SOLUTION.breaks), "1"]
    assert [row[1] for row in rows] == ends[:-1]
    assert [row[2] for row in rows] == ends[1:]
    assert [row[3:5] for row in rows] == [["2", "1, 2"], ["1", "1"], ["1", "1, 2"]]
    assert "1 - 4\N{NO-BREAK SPACE}p + 10" in page
    assert "p<sup>6</sup>" in page
    assert "value to MAX for each p" in page


def test_a_function_without_choices_has_no_column_for_them():
    reader = Cells()
    reader.feed(SOLUTION.value.derivative()._repr_html_())
    assert reader.rows[0] == ["", "p from", "p to", "value"]

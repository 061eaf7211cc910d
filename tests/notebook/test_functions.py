"""The commands as functions: what they return is exact, and is what the commands print."""

from fractions import Fraction

import pytest
from command_line import run

import exactdice
from exactdice import ExactDiceError, die, plot, table, value, verify
from exactdice.report.claims.claim import Verdict

MARKED = "EP(5) is 8.64<!-- exactdice: EP(5) --> and 9.1<!-- exactdice: EP(5) -->"


def test_a_value_is_the_exact_number_itself():
    found = value("EG(0,0)", dice=1, target=2)
    assert found == Fraction(13, 18)  # 1 - 2(1 - p)p/(1 - ...) by hand: README
    assert isinstance(found, Fraction)
    assert type(found + 1) is Fraction
    assert hash(found) == hash(Fraction(13, 18))
    assert repr(found) == "Fraction(13, 18)"
    assert type(value("1 + 1")) is int
    assert value("1 < 2") is True


@pytest.mark.parametrize(
    ("query", "options", "expected"),
    [
        ("P(d, k)", {"d": 2, "k": 7}, None),
        ("2d6", {}, die(6) + die(6)),
        ("probability(2d6, x)", {"x": 7}, Fraction(1, 6)),
        ("EP(5)", {"weights": (1, 1, 1, 1, 1, 5)}, None),
        ("value_to_mover(12, 30, 5)", {"game": "pig", "target": 40}, None),
    ],
)
def test_options_of_python_are_those_of_the_command(query, options, expected):
    found = value(query, **options)
    if expected is not None:
        assert found == expected
    else:
        written = [f"{key}={_plain(option)}" for key, option in options.items()]
        assert str(Fraction(found)) == run("value", query, *written).stdout.strip()


def _plain(option):
    return ",".join(map(str, option)) if isinstance(option, tuple) else option


def test_a_table_has_its_exact_rows_and_every_format():
    found = table("probability(2d6, x)", x=range(2, 5), style="dec:3", decimal=",")
    # Of 36 throws 1, 2 and 3 sum to 2, 3 and 4.
    assert found.rows == [(2, Fraction(1, 36)), (3, Fraction(2, 36)), (4, Fraction(3, 36))]
    assert found.heading == ["x", "probability(2d6, x)"]
    assert found.to_csv().splitlines()[1] == "2;0,028"
    assert (
        found.to_markdown()
        == run(
            "table", "probability(2d6, x)", "x=2..4", "--style", "dec:3", "--decimal", ","
        ).stdout
    )
    assert "\\toprule" in found.to_latex()
    assert found.to_html().count("<td>") == 6
    assert str(found) == repr(found) == found.to_markdown()


def test_a_table_of_several_queries_and_of_laws():
    assert table("EP(d)", "P(d, 1)", d="1..2").rows[0] == (1, Fraction(7, 2), Fraction(1, 6))
    laws = table("2d2", "d(3)")
    assert [row[0] for row in laws.rows] == [1, 2, 3, 4]
    assert [row[1] * 4 for row in laws.rows] == [0, 1, 2, 1]  # 1, 2, 1 of 4 throws
    words = table("gain(a, b)", a=["blind", "random"], b=["blind", "random"], dice=1, target=2)
    assert words.rows[0][1] == words.rows[1][2]  # with one die all play alike


def test_a_plot_is_a_figure_that_shows_itself():
    from matplotlib.figure import Figure

    figure = plot("EP(d)", d=range(1, 6))
    assert isinstance(figure, Figure)
    assert figure.get_suptitle() == "EP(d)"
    heights = [bar.get_height() for bar in figure.axes[0].patches]
    exact = [1 + (4 * d - 1) * Fraction(5, 6) ** d for d in range(1, 6)]
    assert heights == pytest.approx([float(score) for score in exact])
    assert figure._repr_png_().startswith(b"\x89PNG")
    assert isinstance(plot("2d6", "3d4", title="laws"), Figure)
    assert isinstance(plot("kernel(chomp(2,3))"), Figure)


def test_the_domain_of_a_symbol_that_the_query_names_is_drawn():
    rules = {"weights": "p,1-p", "dice": 1, "target": 2}
    (axes,) = plot("EG(0,0) - p", p="0..1/2", **rules).axes
    (curve,) = [line for line in axes.lines if len(line.get_xdata()) > 2]
    assert (min(curve.get_xdata()), max(curve.get_xdata())) == (0, 0.5)
    (bars,) = plot("EG(0,0) - p", p="0..1..1/2", **rules).axes
    assert [tick.get_text() for tick in bars.get_xticklabels()] == ["0", "1/2", "1"]


def test_verify_takes_a_text_or_a_path(tmp_path):
    file = tmp_path / "report.md"
    file.write_text(MARKED)
    for document in (MARKED, file, str(file)):
        found = verify(document)
        assert [one.verdict for one in found] == [Verdict.ROUNDED, Verdict.CONTRADICTED]
        assert (len(found), found.holds, found[1].correct) == (2, False, "8.6")
        assert "+EP(5) is 8.64" in found.patch
    assert verify("8.64<!-- exactdice: EP(5) -->").holds
    assert str(verify(file)).splitlines()[0].endswith("report.md: report.md")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: value("EP(5"), "query 'EP\\(5'"),
        (lambda: value("EP(5)", dice=0.5), "dice must be an int, a Fraction"),
        (lambda: value("probability(d(3), 1)", weights=None), "weights must be an int"),
        (lambda: value("EP(d)", d=range(1, 4)), "d must have one value here"),
        (lambda: value("EP(5)", colour=3), "colour"),
        (lambda: table(), "a query is missing"),
        (lambda: table("EP(d)", d=range(1, 3), style="odd"), "style"),
        (lambda: plot("EP(d)"), "needs one or two ranges"),
        (lambda: verify(5), "a document must be a path, or a text"),
    ],
)
def test_what_is_wrong_is_one_line(call, message):
    with pytest.raises(ExactDiceError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_names_at_the_root_are_functions_and_no_rooms():
    for name in ("value", "table", "plot", "verify"):
        assert callable(getattr(exactdice, name))
        assert getattr(exactdice, name) is getattr(exactdice.cli.notebook.functions, name)

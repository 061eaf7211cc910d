r"""The table of spellings: what people print, the number that it means, and what is refused.

Each row says a text, the document's decimal mark (empty: either), the value, how many decimals of
the value it shows (`-`: it is meant exactly), and the printed error where there is one. Spaces that
cannot be seen are written <nbsp> and <thin>.
"""

from fractions import Fraction

import pytest

from exactdice.exact.errors import ClaimsError
from exactdice.exact.numbers import NEAREST, Interval, Rounding
from exactdice.report.claims.entry import parse_settings
from exactdice.report.printed.numbers import (
    is_empty_cell,
    is_read_in_text,
    parse_interval,
    parse_printed,
    parse_uncertain,
    printed_word,
    readings,
)

READ = r"""
0.5347 | . | 5347/10000 | 4
.5347 | . | 5347/10000 | 4
.50 % | . | 1/200 | 4
\num{.5} | . | 1/2 | 1
-1. | . | -1 | 0
4.489e-03 | . | 4489/1000000 | 6
1e5 | . | 100000 | -5
5,0 \cdot 10^{-5} | , | 1/20000 | 6
10^{-3} | . | 1/1000 | -
≈ 8.70 | . | 87/10 | 2
$\simeq 8{,}70$ | , | 87/10 | 2
≈ 1 in 25 | . | 1/25 | -
≈ 0.67 ± 0.01 | . | 67/100 | 2 | 1/100
1,234.5 | . | 2469/2 | 1
1,234,567.8 | . | 12345678/10 | 1
1'234 | . | 1234 | 0
1 234,5 | , | 2469/2 | 1
12 345 678 | . | 12345678 | 0
1\,234{,}5 | , | 2469/2 | 1
12<thin>345,678<thin>9 | , | 123456789/10000 | 4
-0.703 | , | -703/1000 | 3
0.1(6) | , | 1/6 | -
0,1\overline{6} | . | 1/6 | -
2 1/3 | . | 7/3 | -
49/(2^3·3^3) | . | 49/216 | -
[0; 2, 1, 3] | . | 4/11 | -
1 in 25 | . | 1/25 | -
1 in 2.5 | . | 2/5 | -
(5 / 36) | . | 5/36 | -
1 in 1,234,567 | . | 1/1234567 | -
1:24 | . | 1/25 | -
0.0672 ± 0.001 | . | 672/10000 | 4 | 1/1000
0.0672 \pm 0.001 | . | 672/10000 | 4 | 1/1000
8 ± 1 | . | 8 | 0 | 1
1,234.5 ± 0.5 | . | 2469/2 | 1 | 1/2
0.0672 ± 0 | . | 672/10000 | 4 | 0
(6.72 ± 0.10) % | . | 672/10000 | 4 | 1/1000
(-6.72 ± 0.10) % | . | -672/10000 | 4 | 1/1000
6.72(10)e-2 | . | 672/10000 | 4 | 1/1000
\num{0.0672(10)} | . | 672/10000 | 4 | 1/1000
\num{6.72(10)e-2} | . | 672/10000 | 4 | 1/1000
\qty{6.72(10)}{\percent} | . | 672/10000 | 4 | 1/1000
"""
UNCERTAIN = r"""
0.0672(10) | . | 672/10000 | 4 | 1/1000
672(10) | . | 672 | 0 | 10
0.0672 ± 0.001 | . | 672/10000 | 4 | 1/1000
1,234.5(2) | . | 2469/2 | 1 | 1/5
"""
REFUSED = r"""
 | | must look like
abc | | must look like
1.2.3 | | at most one decimal mark
1,23.5 | . | must look like
12 34 | | must look like
5e-  | | must look like
1e99999999 | | an exponent must be at most
4.5 e-3 | | must look like
≈ | | must look like
ca 8.70 | | must look like
8.703 | , | write 8703 or 8,703
8{,}703 | . | write 8703 or 8.703
1,234 | . | write 1234 or 1.234
1 in 10,000 | . | write 10000 or 10.000
2.5 in 25 | | must look like
0 of 25 | | must look like
7 of 6 | | at most n
2 in 0 | | is 0
1 / 2 / 3 | | must look like
1 / 0 | | is 0
1 in -25 | | of 1 or more
0:0 | | must not both be 0
± 0.5 | | must look like
0.5 ± -0.1 | | the error unsigned
0.5 ± 0.1 ± 0.2 | | must look like
1/2 ± 0.1 | | must be decimals
0.5 ± 1/10 | | must be decimals
6.72 ± 0.10 % | | with value and error alike
0.5 ± 0.1) | | must look like
(50 % ± 1 %) % | | must look like
(0.5) | | must look like
16.6(6) % | | an uncertainty or a period
672(10) | | must look like
0.0672(1.0) | | must look like
\num[round-mode=places]{0.0672(10)} | | must look like
0,65 0,66 | | must look like
--1 | | must look like
½ | | must look like
٣ | | must look like
"""


def rows(table):
    """The cells of each row, with the spaces that cannot be seen."""
    lines = [line for line in table.strip("\n").split("\n") if line]
    spaces = {"<nbsp>": "\u00a0", "<thin>": "\u202f"}
    for name, space in spaces.items():
        lines = [line.replace(name, space) for line in lines]
    return [[cell.strip(" ") for cell in line.split("|")] for line in lines]


def expected(cells):
    """(value, decimals, error)."""
    value, places, *error = cells
    shown = None if places == "-" else int(places)
    return Fraction(value), shown, Fraction(error[0]) if error else None


@pytest.mark.parametrize(("text", "decimal", "meant"), [(r[0], r[1], r[2:]) for r in rows(READ)])
def test_read(text, decimal, meant):
    printed = parse_printed(text, decimal or None)
    assert (printed.value, printed.places, printed.error) == expected(meant)
    assert printed.text == text


@pytest.mark.parametrize(
    ("text", "decimal", "meant"), [(r[0], r[1], r[2:]) for r in rows(UNCERTAIN)]
)
def test_read_as_uncertain(text, decimal, meant):
    printed = parse_uncertain(text, decimal or None)
    assert (printed.value, printed.places, printed.error) == expected(meant)
    assert printed.spelled(printed.value) == text


@pytest.mark.parametrize(("text", "decimal", "word"), rows(REFUSED))
def test_refused(text, decimal, word):
    with pytest.raises(ClaimsError) as caught:
        parse_printed(text, decimal or None)
    assert word in str(caught.value)
    assert "\n" not in str(caught.value)


EXACT_FORMS = ("2 1/3", "49/(2^3·3^3)", "0.1(6)", "[0; 2, 1, 3]", "10", "-10^{2}", r"0,1\over")
TRIPS = [row for row in rows(READ) if not row[0].startswith(EXACT_FORMS) or row[3] != "-"]


@pytest.mark.parametrize(("text", "decimal", "value"), [row[:3] for row in TRIPS])
def test_a_number_is_spelled_as_it_was(text, decimal, value):
    again = parse_printed(text, decimal or None).spelled(Fraction(value))
    no_sign = text.replace("+.5", ".5").replace("00.703", "0.703")
    assert again == no_sign


@pytest.mark.parametrize(
    ("like", "value", "text"),
    [
        (".5347", Fraction(1, 4), ".2500"),
        ("-1.", -Fraction(7, 3), "-2."),
        ("4.489e-03", Fraction(1, 200), "5.000e-03"),
        ("≈ 8.70", Fraction(8636, 1000), "≈ 8.64"),
        ("1,234.5", 9876543, "9,876,543.0"),
        ("1 in 25", Fraction(1, 7), "1 in 7"),
        ("1 in 25", Fraction(2, 7), "1 in 4"),  # 3.5 to the even number
        ("1 in 25", Fraction(5, 2), "5/2"),
        ("1 in 25", 0, "0"),
        ("1:24", Fraction(1, 6), "1:5"),
        ("(5 / 36)", Fraction(1, 6), "(1 / 6)"),
        ("1:24", Fraction(3, 2), "3/2"),
        ("0.0672 ± 0.001", Fraction(1, 3), "0.3333 ± 0.001"),
        ("(6.72 ± 0.10) %", Fraction(1, 3), "(33.33 ± 0.10) %"),
        (r"\num{0.0672(10)}", Fraction(1, 3), r"\num{0.3333(10)}"),
    ],
)
def test_another_value_is_spelled_alike(like, value, text):
    assert parse_printed(like).spelled(value) == text


@pytest.mark.parametrize(
    ("text", "decimal", "is_noted"),
    [("8.70", ",", True), ("8,70", ",", False), ("8,70", ".", True), ("1,234.5", ",", True),
     ("1.234.567", ".", True), ("1.234.567", ",", False), ("0.1(6)", ",", True),
     ("0.5 ± 0.1", ",", True), ("0,5 ± 0.1", ",", True), ("1 in 2.5", ",", True),
     (r"\num{8.70}", ",", False), ("8.70", None, False), ("≈ 8.70", ",", True)],
)  # fmt: skip
def test_the_other_decimal_mark_is_noted(text, decimal, is_noted):
    note = parse_printed(text, decimal).note
    assert note == ("written with the other decimal mark" if is_noted else "")


@pytest.mark.parametrize(
    ("text", "decimal", "values"),
    [
        ("8.703", ",", [8703, Fraction(8703, 1000)]),
        ("1,296", None, [Fraction(1296, 1000), 1296]),
        ("8.703 %", ",", [Fraction(8703, 100), Fraction(8703, 100_000)]),
        ("1 in 10,000", ".", [Fraction(1, 10_000), Fraction(1, 10)]),
        ("8.70", ",", [Fraction(87, 10)]),
        ("0.703", ",", [Fraction(703, 1000)]),
        ("1,234.5", None, [Fraction(2469, 2)]),
    ],
)
def test_what_a_mark_before_three_digits_may_mean(text, decimal, values):
    assert [printed.value for printed in readings(text, decimal)] == values


# --- what a number may have been before rounding --------------------------------------------------

CELLS = [
    ("0.25", "0.245", "0.255"),
    ("64.9 %", "0.6485", "0.6495"),
    ("4.489e-03", "0.0044885", "0.0044895"),
    ("1,234.5", "1234.45", "1234.55"),
    ("-0.00", "-0.005", "0"),
    ("3/8", "3/8", "3/8"),
    ("1 in 25", "2/51", "2/49"),
    ("0.0672 ± 0.001", "0.06715", "0.06725"),
]


@pytest.mark.parametrize(("text", "low", "high"), CELLS)
def test_the_values_that_are_printed_so(text, low, high):
    assert parse_printed(text).cell == Interval(Fraction(low), Fraction(high))


@pytest.mark.parametrize("text", [text for text, *_ in CELLS])
def test_inside_its_cell_a_value_is_printed_so_and_outside_not(text):
    printed = parse_printed(text)
    low, high = printed.cell.lower, printed.cell.upper
    for k in range(-3, 14):
        value = low + (high - low) * Fraction(k, 10)
        if low < value < high:
            assert printed.shows(value, Rounding.HALF_EVEN)
        if value < low or value > high:
            assert not any(printed.shows(value, mode) for mode in NEAREST)


def test_of_one_in_n_the_whole_number_is_rounded():
    printed = parse_printed("1 in 25")
    assert Rounding.HALF_EVEN in printed.modes(Fraction(100, 2545))  # 25.45
    assert Rounding.DOWN in printed.modes(Fraction(100, 2599))
    assert Rounding.HALF_EVEN not in printed.modes(Fraction(100, 2555))
    assert printed.modes(0) == printed.modes(Fraction(-1, 25)) == ()
    assert printed.modes(Fraction(1, 25)) == tuple(Rounding)


# --- intervals ------------------------------------------------------------------------------------

INTERVALS = [
    "0.33 and 0.34", "0.33 to 0.34", "0.33–0.34", "0.33 – 0.34", "0.33-0.34", "0.33--0.34",
    "0.33 - 0.34", "[0.33, 0.34]", "[0.33; 0.34]", "[0,33; 0,34]", "[0,33, 0,34]", "]0.33, 0.34[",
    "0,33 à 0,34", "0,33 et 0,34", "0,33 und 0,34", "0,33 bis 0,34", "between 0.33 and 0.34",
    "from 0.33 to 0.34", "entre 0,33 et 0,34", "zwischen 0,33 und 0,34", "von 0,33 bis 0,34",
    "$0.33$ and $0.34$", "$0.33$--$0.34$", "$[0.33, 0.34]$", "33–34 %", "33 % to 34 %",
    "33 to 34 %", r"33\,\%--34\,\%", ".33 to .34", "3.3e-1 to 3.4e-1", "3.3e-1-3.4e-1",
    "0.33...0.34", "0.33~to~0.34", "**0.33 to 0.34**", "0.33—0.34", "(0.33, 0.34)",
]  # fmt: skip


@pytest.mark.parametrize("text", INTERVALS)
def test_an_interval_is_read(text):
    low, high = parse_interval(text)
    assert (low.value, high.value) == (Fraction(33, 100), Fraction(34, 100))
    assert low.places == high.places == 2


def test_intervals_with_signs():
    for text in ("-0.2 to -0.1", "−0.2–−0.1", "−0.2 – −0.1", "[-0.2, -0.1]", "-0.2 and -0.1"):
        assert [end.value for end in parse_interval(text)] == [Fraction(-1, 5), Fraction(-1, 10)]
    low, high = parse_interval("-0.2 to 0.1")
    assert (low.value, high.value) == (Fraction(-1, 5), Fraction(1, 10))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("0.34 to 0.33", "must be at most the second"),
        ("[1,2,3]", "not clear"),
        ("-0.2--0.1", "not clear"),
        ("0.33", "must look like"),
        ("0.33 and", "must look like"),
        ("0.33 or 0.34", "must look like"),
        ("0.33 ± 0.01 to 0.34", "must look like"),
        ("1:2 to 2:1", "must look like"),
        ("-" * 5000, "at most 300 characters"),
        ("-" * 300, "must look like"),
    ],
)
def test_an_interval_is_refused(text, word):
    with pytest.raises(ClaimsError, match=word):
        parse_interval(text)


# --- words and empty cells ------------------------------------------------------------------------

WORDS = {"Tie": 0, "1st wins": 1, "half": Fraction(1, 2), "1:0": 1, "--": 0}


@pytest.mark.parametrize(
    ("text", "value"),
    [("Tie", 0), ("tie", 0), (" TIE ", 0), ("**Tie**", 0), (r"\textbf{Tie}", 0), ("1st wins", 1),
     ("1st  Wins", 1), (r"\textsc{half}", Fraction(1, 2)), ("1:0", 1), ("--", 0),
     (r"$\text{Tie}$", 0)],
)  # fmt: skip
def test_a_word_with_a_declared_meaning(text, value):
    printed = printed_word(text, WORDS)
    assert (printed.value, printed.places, printed.text) == (value, None, text.strip())


def test_other_texts_are_no_words():
    for text in ("0.5", "1:24", "Ties", "T", "2nd wins", ""):
        assert printed_word(text, WORDS) is None


@pytest.mark.parametrize(
    ("words", "message"),
    [({"Tie": 0, "tie": 1}, "are the same"), ({"$$": 1}, "must not be empty"),
     ({"x": 0.5}, "float")],
)  # fmt: skip
def test_words_that_mean_nothing_are_refused(words, message):
    with pytest.raises(ValueError, match=message):
        parse_settings({}, words, {})
    assert parse_settings({}, WORDS, {}).words == WORDS


def test_cells_that_print_no_number():
    empty = ["", " ", "-", "--", "---", "−", "–", "—", "n/a", "N/A", "$-$", "{--}", "**—**", "n.a."]
    assert all(map(is_empty_cell, [*empty, r"\textemdash", "$--$"]))
    assert not any(map(is_empty_cell, ["0", "x", "?", "-1", "nan", "...", "0.5"]))


def test_in_running_text_blanks_part_numbers_and_colons_stand_in_proportions():
    assert all(map(is_read_in_text, ["0.5", ".5", "1,234.5", "1'234", "1 in 25", "0.5 ± 0.1"]))
    refused = ["2 +-1", "3{,}", ",5", "{,}5", "1 234", "1:24", "5.", "1 in 25 000", "≈ 1 234.5"]
    assert not any(map(is_read_in_text, refused))

"""What is recorded of entries, against other ways to the same numbers."""

from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_entries import catalogue, entry, printed

from exactdice.catalogue.entry import Answer
from exactdice.catalogue.reading import read_catalogue
from exactdice.catalogue.recorded import (
    answer_of,
    computed,
    findings_of,
    made_proof,
    with_record,
    write_record,
)
from exactdice.catalogue.written import catalogue_text
from exactdice.errors import ExactDiceError


def answer(query, **options):
    return answer_of(entry(query=query, options=options))


# --- numbers from elsewhere -----------------------------------------------------------------------


def test_seven_with_two_dice_is_counted():
    throws = [*product(range(1, 7), repeat=2)]
    chance = Fraction(sum(a + b == 7 for a, b in throws), len(throws))
    assert answer("chance(2d6, 7)").value == str(chance)


def test_the_deviation_of_two_dice_squares_to_the_variance():
    decimals = Fraction(answer("sd(2d6)").decimals)
    half = Fraction(1, 2 * 10**30)
    variance = Fraction(sum((a + b - 7) ** 2 for a, b in product(range(1, 7), repeat=2)), 36)
    assert (decimals - half) ** 2 < variance < (decimals + half) ** 2


def test_the_better_of_two_dice_is_counted():
    best = [max(pair) for pair in product(range(1, 5), repeat=2)]
    law = ", ".join(f"{x}: {Fraction(best.count(x), len(best))}" for x in range(1, 5))
    assert answer("max_of(d(4), d(4))").value == f"{{{law}}}"


def test_chomp_is_counted_by_excluding():
    @cache
    def grundy(rows):
        """Of a bar whose rows have these lengths; the bar of one square is lost."""
        reached = set()
        for row, length in enumerate(rows):
            for column in range(length):
                if (row, column) != (0, 0):
                    reached.add(grundy(rows[:row] + tuple(min(r, column) for r in rows[row:])))
        return min(set(range(len(reached) + 1)) - reached)

    assert answer("grundy(chomp(3, 4))").value == str(grundy((4, 4, 4)))


def test_pig_to_ten_is_iterated():
    target = 10
    win = dict.fromkeys(product(range(target), repeat=3), 0.0)  # own, other, turn

    def of(own, other, turn):
        return 1.0 if own + turn >= target else win[own, other, turn]

    for _ in range(60):
        for own, other, turn in win:
            rolled = sum(of(own, other, turn + face) for face in range(2, 7))
            rolled += 1 - win[other, own, 0]
            held = 1.0 if own + turn >= target else 1 - win[other, min(own + turn, target - 1), 0]
            win[own, other, turn] = max(rolled / 6, held)
    assert abs(win[0, 0, 0] - float(answer("pig_win(0, 0, 0)", target=10).decimals)) < 1e-9


# --- the shapes of answers ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "options", "recorded"),
    [
        ("chance(2d6, 7)", {}, ("1/6", "0.166666666666666666666666666667", (1, 3))),
        ("chance(3d2, 6)", {}, ("1/8", "0.125", (1, 4))),
        ("0 - 1/3", {}, ("-1/3", "-0.333333333333333333333333333333", (1, 2))),
        ("2 + 2", {}, ("4", "", (3, 1))),
        ("modes(2d6)", {}, ("{7}", "", None)),
        ("1 < 2", {}, ("true", "", None)),
        ("OPT_all(0, 0)", {"dice": 2, "target": 2}, ("{1}", "", None)),  # 5/6 > 25/36
        ("d(2)", {}, ("{1: 1/2, 2: 1/2}", "", None)),
        ("sd(2d6)", {}, ("sqrt(210)/6", "2.415229457698239762286444026195", None)),
    ],
)
def test_an_answer_has_a_shape(query, options, recorded):
    value, decimals, bits = recorded
    digest = sha256(value.encode()).hexdigest()
    assert answer(query, **options) == Answer(value, decimals, False, bits, digest)


@pytest.mark.parametrize("query", ["chomp(3, 4)", "EP(d)", "optimal"])
def test_what_is_no_value_is_refused(query):
    with pytest.raises(ExactDiceError):
        answer(query)


@given(st.integers(-(10**40), 10**40), st.integers(1, 10**40))
def test_decimals_are_within_half_of_the_last_place(numerator, denominator):
    number = Fraction(numerator, denominator)
    decimals = answer_of(entry(query=f"{numerator} / {denominator}")).decimals
    if number.denominator == 1:
        assert decimals == ""
    else:
        assert abs(Fraction(decimals) - number) <= Fraction(1, 2 * 10**30)


def test_a_long_fraction_is_recorded_by_its_digest():
    long = Fraction(1, 6**40)
    found = answer_of(entry(query="chance(40d6, 40)"))
    assert found.value == str(long)
    longer = answer_of(entry(query="chance(100d6, 100)"))
    assert longer.value == ""
    assert longer.sha256 == sha256(f"1/{6**100}".encode()).hexdigest()
    assert longer.bits == (1, (6**100).bit_length())


def test_bounds_are_recorded_by_the_digits_that_they_decide():
    exact = answer_of(entry(query="pig_win(0, 0, 0)", options={"target": 8}))
    within = answer_of(entry(query="pig_win(0, 0, 0)", options={"target": 8, "digits": 9}))
    assert (within.enclosed, within.value, within.bits, within.sha256) == (True, "", None, "")
    places = len(within.decimals) - 2
    assert places >= 8
    rounded = round(Fraction(exact.value), places)
    assert Fraction(within.decimals) == rounded


# --- printed numbers ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "fields", "said"),
    [
        ("0.1667", {}, ("correctly rounded", "")),
        ("1/6", {"meant": {"kind": "exact"}}, ("exact", "")),
        ("0.1666", {}, ("truncated", "")),
        ("0.1669", {}, ("contradicted", "0.1667")),
        ("0.17", {"meant": {"kind": "about"}}, ("within what it says", "")),
        ("11", {"query": "chance(2d6, 7) * 66"}, ("exact", "")),
        ("0.25", {"query": "chance(d(f), 1)", "options": {"f": 4}}, ("exact", "")),
        ("Seven is likely.", {"query": "1/6 > 1/7", "meant": {"kind": "statement"}}, ("true", "")),
    ],
)
def test_a_printed_number_has_the_verdict_of_verify(number, fields, said):
    one = entry(printed=(printed(number, **fields),))
    assert computed(one).judged == (said,)


def test_the_options_of_an_entry_are_given_for_its_printed_numbers():
    one = entry(
        query="EG(0, 0)",
        options={"dice": 1, "target": 2},
        printed=(printed("13/18"), printed("0.1667", query="chance(2d6, 7)")),
    )
    assert [str(found.verdict) for found in findings_of(one)] == ["exact", "correctly rounded"]


def test_a_record_takes_the_place_of_the_old_one():
    one = entry(printed=(printed("0.2", verdict="exact"),))
    after = with_record(one, computed(one))
    assert (after.printed[0].verdict, after.printed[0].correct) == ("correctly rounded", "")
    assert after.answer.value == "1/6"


# --- proofs ---------------------------------------------------------------------------------------


def test_a_proof_is_the_same_file_each_time():
    one = entry(proof="pig target=3")
    assert made_proof(one) == made_proof(one)


@pytest.mark.parametrize(
    ("proof", "said"),
    [
        ("", "seven has no proof file"),
        ("pg target=3", "did you mean pig"),
        ("pig tarket=3", "did you mean target"),
        ("pig target=3 digits=x", "digits must be a whole number"),
    ],
)
def test_a_proof_that_cannot_be_made_says_why(proof, said):
    with pytest.raises(ExactDiceError, match=said):
        made_proof(entry(proof=proof))


def test_what_others_changed_while_an_entry_was_computed_stays(tmp_path):
    file = tmp_path / "small.toml"
    seven, changed = entry("seven"), entry("eight", "chance(2d6, 8)", note="written meanwhile")
    file.write_text(catalogue_text(catalogue(seven, changed)))
    write_record(seven, computed(seven), file)
    assert read_catalogue(file).entries == (with_record(seven, computed(seven)), changed)


def test_an_entry_that_was_changed_while_it_was_computed_is_not_recorded(tmp_path):
    file = tmp_path / "small.toml"
    file.write_text(catalogue_text(catalogue(entry(query="chance(2d6, 8)"))))
    before = file.read_bytes()
    with pytest.raises(ExactDiceError, match="entry seven was changed while it was computed"):
        write_record(entry(), computed(entry()), file)
    assert file.read_bytes() == before

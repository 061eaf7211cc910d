"""Claims about choices and numbers that depend on how ties are broken.

In Nim with heaps of 2 and 2 the player to move loses, so every move of its is optimal, and so is
every answer that leaves two equal heaps. By hand: taking a whole heap is answered by taking the
other, 2 moves; taking one stick is answered by taking one of the other heap, 1 and 1 are left, and
two moves more end it: 4 moves.
"""

import pytest

from exactdice.claims.claims_file import read_claims
from exactdice.claims.judging import verify
from exactdice.claims.verdict import Verdict, exit_status
from exactdice.documents.documents import read_document

NIM = '[given]\ngame = "nim"\nheaps = [2, 2]\n'


@pytest.fixture
def found(tmp_path):
    """The finding on one claim of a file that begins with these lines."""

    def find(printed, value, before="", own=""):
        file = tmp_path / "a.toml"
        file.write_text(f'{before}\n[[claim]]\nprinted = "{printed}"\nvalue = "{value}"\n{own}\n')
        (finding,) = verify(read_claims(file))
        return finding

    return find


TURNS = "turns(optimal, optimal)"


def test_another_optimal_choice_holds_strictly_and_all_are_listed(found):
    # With 99 points each a single point wins, which any number of dice scores.
    first, other = found("1", "OPT(99, 99)"), found("10", "OPT(99, 99)")
    assert (first.verdict, other.verdict) == (Verdict.EXACT, Verdict.ANOTHER)
    assert other.reason == "all optimal ones are {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}"
    assert exit_status([other], strict=True) == 0


def test_a_choice_that_is_not_optimal_is_wrong_and_the_optimal_ones_are_listed(found):
    wrong = found("11", "OPT(99, 99)")
    assert wrong.verdict == Verdict.CONTRADICTED
    assert wrong.reason == "it is one of {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}"
    assert found("3", "OPT(97, 97)").reason == ""  # there is but one


@pytest.mark.parametrize(
    ("printed", "verdict", "said"),
    [
        ("2", Verdict.EXACT, ""),
        ("4", Verdict.OTHER_TIES, "ties = last gives it"),
        ("3", Verdict.OTHER_TIES, "ties = random gives it"),
        ("3.4", Verdict.OTHER_TIES, "a mixture gives it"),
        ("4.04", Verdict.CONTRADICTED, ""),
        ("4.00", Verdict.OTHER_TIES, "[2, 4]"),
        ("5", Verdict.CONTRADICTED, ""),
    ],
)
def test_a_number_holds_that_another_optimal_strategy_gives(found, printed, verdict, said):
    finding = found(printed, TURNS, NIM)
    assert finding.verdict == verdict
    assert said in finding.reason


@pytest.mark.parametrize(
    ("ties", "printed", "verdict"),
    [
        ("first", "2", Verdict.EXACT),
        ("first", "4", Verdict.CONTRADICTED),
        ("last", "4", Verdict.EXACT),
        ("last", "2", Verdict.CONTRADICTED),
        ("random", "3", Verdict.EXACT),
        ("any", "2", Verdict.EXACT),
        ("any", "3.4", Verdict.OTHER_TIES),
    ],
)
def test_a_document_says_how_its_programme_breaks_ties(found, ties, printed, verdict):
    finding = found(printed, TURNS, f'[document]\nties = "{ties}"\n{NIM}')
    assert finding.verdict == verdict


def test_an_unknown_tie_break_is_one_line(tmp_path):
    file = tmp_path / "a.md"
    file.write_text("<!-- exactdice document: ties=frist -->\n1<!-- exactdice: 1 -->\n")
    with pytest.raises(ValueError, match=r"a\.md:1: ties must be one of .*did you mean first"):
        read_document(file)


def test_the_words_of_a_document_mean_numbers(tmp_path):
    file = tmp_path / "a.tex"
    file.write_text(
        '% exactdice document: words="Tie=0, 1st wins=1"\n'
        "\\begin{document}\n"
        "\\exactly{wins(nim(2,2))}{tie}\n"
        "\\exactly{wins(nim(1,2))}{\\textbf{1st wins}}\n"
        "\\exactly{wins(nim(1,2))}{2nd wins}\n"
        "\\end{document}\n"
    )
    verdicts = [one.verdict for one in verify(read_document(file))]
    assert verdicts == [Verdict.EXACT, Verdict.EXACT, Verdict.UNREADABLE]


@pytest.mark.parametrize("words", ["Tie", "Tie=", "=0", "Tie=x", "Tie=0, tie=1"])
def test_words_without_a_meaning_are_one_line(tmp_path, words):
    file = tmp_path / "a.md"
    file.write_text(f'<!-- exactdice document: words="{words}" -->\n1<!-- exactdice: 1 -->\n')
    with pytest.raises(ValueError, match=r"a\.md:1: words"):
        read_document(file)


def test_empty_cells_claim_nothing(tmp_path):
    file = tmp_path / "a.md"
    file.write_text(
        "<!-- exactdice table: P(1, k) k=2..5 -->\n"
        "| k | P |\n|---|---|\n| 2 | 1/6 |\n| 3 | -- |\n| 4 | n/a |\n| 5 | 1/6 |\n"
    )
    assert [one.claim.printed.text for one in verify(read_document(file))] == ["1/6", "1/6"]


# --- sentences, and queries of which no range is known --------------------------------------------


@pytest.mark.parametrize(
    ("statement", "given", "verdict"),
    [
        ("OPT(99, 99) = 5", "", Verdict.OTHER_TIES),
        ("5 = OPT(99, 99)", "", Verdict.OTHER_TIES),
        ("OPT(99, 99) = 11", "", Verdict.FALSE),
        ("all(i, 98..99, OPT(99, i) = 10)", "", Verdict.OTHER_TIES),
        ("OPT(97, 97) = 5", "", Verdict.FALSE),
        (f"{TURNS} = 4", NIM, Verdict.OTHER_TIES),
        (f"{TURNS} > 3", NIM, Verdict.OTHER_TIES),
        (f"{TURNS} > 4", NIM, Verdict.FALSE),
        (f"{TURNS} < 3", NIM, Verdict.TRUE),
    ],
)
def test_a_sentence_holds_that_is_true_for_another_optimum(tmp_path, statement, given, verdict):
    file = tmp_path / "a.toml"
    file.write_text(f'{given}\n[[claim]]\nstatement = "{statement}"\n')
    (finding,) = verify(read_claims(file))
    assert finding.verdict == verdict


def test_a_tie_break_that_is_declared_decides_a_sentence(tmp_path):
    file = tmp_path / "a.toml"
    claim = f'[[claim]]\nstatement = "{TURNS} = 4"\n'
    for ties, verdict in (("first", Verdict.FALSE), ("last", Verdict.TRUE)):
        file.write_text(f'[document]\nties = "{ties}"\n{NIM}{claim}')
        assert [one.verdict for one in verify(read_claims(file))] == [verdict]


def test_with_ties_broken_at_random_any_optimal_choice_may_be_printed(found):
    assert found("4", "OPT(99, 99)", '[document]\nties = "random"\n').verdict == Verdict.ANOTHER


@pytest.mark.parametrize(
    ("printed", "value", "verdict"),
    [
        ("16", f"{TURNS} ** 2", Verdict.OTHER_TIES),  # 4 moves when the last is taken
        ("4", f"max({TURNS}, 0)", Verdict.OTHER_TIES),
        ("4", f"abs({TURNS})", Verdict.OTHER_TIES),
        ("10", f"{TURNS} ** 2", Verdict.UNDECIDED),  # a mixture may give it
        ("-0.0", f"2.96 - {TURNS}", Verdict.OTHER_TIES),  # -0.04 when they are taken at random
    ],
)
def test_where_no_range_is_known_the_tie_breaks_by_name_are_tried(found, printed, value, verdict):
    assert found(printed, value, NIM).verdict == verdict


def test_a_wrong_number_says_the_range_over_all_optima(found):
    assert found("5", TURNS, NIM).reason == ("over all optimal strategies it is in [2, 4]")

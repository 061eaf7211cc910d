"""What is printed of optimal mixtures, of which there are several.

Kuhn (1950): the first player bluffs with 1 as often as it likes, up to 1/3; then it bets with 3
three times as often, calls with 2 by 1/3 more often, never bets with 2 and never calls with 1.
"""

import pytest

from exactdice.report.claims.claim import Verdict, exit_status
from exactdice.report.claims.entry import read_claims
from exactdice.report.claims.judging import verify
from exactdice.report.documents.documents import read_document

OTHER, WRONG, OPEN = Verdict.OTHER_TIES, Verdict.CONTRADICTED, Verdict.UNDECIDED
BLUFF, KING, CALL = (
    "probability(strategy(1), bet)",
    "probability(strategy(3), bet)",
    "probability(strategy(2, check, bet), call)",
)
KUHN = '[given]\ngame = "kuhn"\n'
# One throw of 1, 2 or 3 dice of which half the faces bust, for 2 points. By counting, one die and
# two are as good against each other, and better than three by 1/6 and by 733/7776: so whoever never
# throws three is optimal.
EVEN = "[given]\ndice = 3\nweights = [3, 1, 2]\nbust_score = 2\n"


@pytest.fixture
def verdicts(tmp_path):
    """The findings on claims (printed, query or sentence, run)."""

    def judged(given, *claims):
        lines = [given]
        for printed, value, *run in claims:
            key = "value" if any(mark.isdigit() for mark in printed) else "statement"
            lines.append(f'[[claim]]\nprinted = "{printed}"\n{key} = "{value}"')
            lines += [f'run = "{name}"' for name in run]
        file = tmp_path / "a.toml"
        file.write_text("\n".join(lines))
        return verify(read_claims(file))

    return judged


ENTRIES = [
    ("1/3", BLUFF, OTHER),
    ("0.34", BLUFF, WRONG),
    ("0.30", CALL, WRONG),  # 1/3 at least
    ("1/5", "probability(strategy(2), bet)", WRONG),
    ("1/2", f"{KING} - {BLUFF}", OTHER),
    ("1/2", "probability(strategy(2, bet, player=min), call)", WRONG),  # MIN has one strategy
    ("{check: 2/3, bet: 1/3}", "strategy(1)", OTHER),
    ("{check: 1/2, bet: 1/2}", "strategy(1)", WRONG),
    # A strategy that always bets with 3 never comes there, and may do anything.
    ("1/2", "probability(strategy(3, check, bet), call)", OPEN),
    ("{fold: 1}", "strategy(3, check, bet)", OPEN),
]


@pytest.mark.parametrize(("printed", "query", "verdict"), ENTRIES)
def test_an_entry_holds_that_an_optimal_strategy_has(verdicts, printed, query, verdict):
    (found,) = verdicts(KUHN, (printed, query))
    assert found.verdict == verdict


def test_entries_that_are_possible_alone_must_be_possible_together(verdicts):
    bluff, king, call = verdicts(KUHN, ("1/3", BLUFF), ("1/2", KING), ("0.67", CALL))
    assert (bluff.verdict, king.verdict, call.verdict) == (OPEN, OPEN, OTHER)
    assert "none together with 1/2 (2)" in bluff.reason
    named = verdicts(KUHN, ("1/3", BLUFF, "a"), ("1/2", KING, "a"))
    assert [one.verdict for one in named] == [WRONG, WRONG]
    # The entry of the strategy that the programme finds counts as well: it never bluffs.
    first, other = verdicts(KUHN, ("0", BLUFF), ("1", KING))
    assert (first.verdict, other.verdict) == (OPEN, OPEN)


# The king is bet three times as often as the jack: 3a rounds to 0.9 for no a that rounds to 0.2.
TOGETHER = [
    ("0.2", "0.9", WRONG),
    ("0.2", "0.8", OTHER),  # 0.25 and 0.75, rounded half to even
    ("0.3", "0.7", WRONG),  # 0.25 and 0.75, but half up the one and half down the other
    ("0.3", "0.6", WRONG),
    ("0.1", "0.5", Verdict.TRUNCATED),  # from 0.17; at 0.15 and 0.45 no way of rounding gives both
    ("0.31", "0.95", Verdict.TRUNCATED),  # from 0.317
]


@pytest.mark.parametrize(("bluff", "king", "verdict"), TOGETHER)
def test_entries_together_are_all_rounded_or_all_cut_off(verdicts, bluff, king, verdict):
    found = verdicts(KUHN, (bluff, BLUFF, "a"), (king, KING, "a"))
    assert [one.verdict for one in found] == [verdict, verdict]


@pytest.mark.parametrize(
    ("one", "other"), [("0.4", "0.4"), ("0.39", "0.59"), ("0.7", "0.5"), ("40 %", "40 %")]
)
def test_chances_of_one_draw_are_1_together(verdicts, one, other):
    queries = [f"probability(one_shot_strategy(), {k})" for k in (1, 2)]
    found = verdicts(EVEN, (one, queries[0], "a"), (other, queries[1], "a"))
    assert {one.verdict for one in found} == {WRONG}


@pytest.mark.parametrize("bluff", ["0", "1/12", "1/3"])
def test_a_whole_strategy_of_kuhns_family_holds(verdicts, bluff):
    king, call = {"0": ("0", "1/3"), "1/12": ("25 %", "0.417"), "1/3": ("1", "2/3")}[bluff]
    found = verdicts(KUHN, (bluff, BLUFF), (king, KING), (call, CALL))
    assert {one.verdict for one in found} <= {OTHER, Verdict.EXACT, Verdict.ROUNDED}


def test_several_strategies_of_one_document_are_told_apart_by_run(verdicts):
    family = [("0", BLUFF, "a"), ("0", KING, "a"), ("1/3", BLUFF, "b"), ("1", KING, "b")]
    assert OPEN not in {one.verdict for one in verdicts(KUHN, *family)}
    assert OPEN in {one.verdict for one in verdicts(KUHN, *(one[:2] for one in family))}


@pytest.mark.parametrize(
    ("printed", "verdict"),
    [
        ("about 0.34", OTHER),
        ("about 0.4", WRONG),
        ("0.25 ± 0.01", Verdict.CONSISTENT),
        ("0.6 ± 0.01", WRONG),
    ],
)
def test_a_number_near_is_judged_by_the_nearest_optimal_strategy(verdicts, printed, verdict):
    (found,) = verdicts(KUHN, (printed, BLUFF))
    assert found.verdict == verdict


ESTIMATES = [  # printed, query, games, verdict
    ("0.2", BLUFF, 1000, Verdict.CONSISTENT),
    ("0.5", BLUFF, 1000, WRONG),
    ("0.33", BLUFF, 3, OPEN),
    ("0.2", "strategy(1) == bet", 1000, Verdict.CONSISTENT),
    (
        "0.20",
        "probability(strategy(2, bet, player=min), call)",
        1000,
        WRONG,
    ),  # MIN has one strategy
    ("0.9", "probability(strategy(3, check, bet), call)", 1000, OPEN),
]


@pytest.mark.parametrize(("printed", "query", "games", "verdict"), ESTIMATES)
def test_an_estimate_is_judged_by_the_likeliest_optimal_strategy(
    tmp_path, printed, query, games, verdict
):
    file = tmp_path / "a.toml"
    claim = f'[[claim]]\nprinted = "{printed}"\nvalue = "{query}"\nkind = "montecarlo"\n'
    file.write_text(f"{KUHN}{claim}n = {games}\n")
    (found,) = verify(read_claims(file))
    assert found.verdict == verdict


SENTENCES = [
    (f"{BLUFF} = 0", OTHER),
    (f"0 <= {BLUFF} <= 1/3", Verdict.TRUE),
    (f"{KING} = 3 * {BLUFF}", Verdict.TRUE),
    (f"{BLUFF} = 1/3 and {KING} = 1", OTHER),
    (f"{BLUFF} = 1/3 and {KING} = 0", Verdict.FALSE),  # each alone is true for some
    (f"{BLUFF} != 1/3 and {KING} = 1", Verdict.FALSE),
    ("bet not in support(strategy(2))", Verdict.TRUE),
    ("any(c, 1..3, probability(strategy(c), bet) > 1/2)", OTHER),
    ("not (call in support(strategy(1, check, bet)))", Verdict.TRUE),
]


@pytest.mark.parametrize(("sentence", "verdict"), SENTENCES)
def test_a_sentence_says_for_which_optimal_strategies_it_is_true(verdicts, sentence, verdict):
    (found,) = verdicts(KUHN, ("so", sentence))
    assert found.verdict == verdict
    which = {OTHER: "for some", Verdict.TRUE: "for every", Verdict.FALSE: "for no"}[verdict]
    assert found.reason.startswith(f"{which} optimal strategy")


THROWS = [
    ("1/2", "probability(one_shot_strategy(), 2)", OTHER),
    ("0.2", "probability(one_shot_strategy(), 3)", WRONG),
    ("{1: 1/2, 2: 1/2}", "one_shot_strategy()", OTHER),
    ("{1: 1/2, 3: 1/2}", "one_shot_strategy()", WRONG),
    ("0.12", "one_shot_gain(optimal, dice(3))", OTHER),
    ("0.0", "one_shot_gain(optimal, dice(3))", Verdict.TRUNCATED),
    ("0.2", "one_shot_gain(optimal, optimal)", WRONG),
    ("never", "not (3 in support(one_shot_strategy()))", Verdict.TRUE),
]


@pytest.mark.parametrize(("printed", "query", "verdict"), THROWS)
def test_a_matrix_game_with_several_optimal_mixtures(verdicts, printed, query, verdict):
    (found,) = verdicts(EVEN, (printed, query))
    assert found.verdict == verdict


def test_the_simultaneous_battle_at_a_state(verdicts):
    given = f'{EVEN}game = "simultaneous-battle"\ntarget = 1\n'
    found = verdicts(
        given, ("{1: 0.3, 2: 0.7}", "strategy(0, 0)"), ("0.3", "at_least(strategy(), 3)")
    )
    assert [one.verdict for one in found] == [OTHER, WRONG]
    joint = verdicts(
        given, ("0.3", "probability(strategy(), 1)"), ("0.3", "probability(strategy(), 2)")
    )
    assert [one.verdict for one in joint] == [OPEN, OPEN]


def test_what_no_mixture_has_is_refuted_within_bounds_too(verdicts):
    given = '[given]\ngame = "simultaneous-battle"\ndice = 3\ntarget = 6\ndigits = 20\n'
    (found,) = verdicts(given, ("1/2", "probability(strategy(0, 0), 1)"))
    assert found.verdict == WRONG


def test_what_is_not_linear_in_one_mixture_is_left_open(verdicts):
    squared, modes = verdicts(KUHN, ("1/9", f"{BLUFF} ** 2"), ("so", "modes(strategy(1)) = {bet}"))
    assert (squared.verdict, modes.verdict) == (OPEN, OPEN)


@pytest.fixture
def found(tmp_path):
    """The finding on one claim of a file that begins with these lines."""

    def find(printed, value, before="", own=""):
        file = tmp_path / "a.toml"
        file.write_text(f'{before}\n[[claim]]\nprinted = "{printed}"\nvalue = "{value}"\n{own}\n')
        (finding,) = verify(read_claims(file))
        return finding

    return find


NIM = '[given]\ngame = "nim"\nheaps = [2, 2]\n'
TURNS = "turns(optimal, optimal)"


def test_another_optimal_choice_holds_strictly_and_all_are_listed(found):
    # With 99 points each a single point wins, which any number of dice scores.
    first, other = found("1", "OPT(99, 99)"), found("10", "OPT(99, 99)")
    assert (first.verdict, other.verdict) == (Verdict.EXACT, Verdict.ANOTHER)
    assert other.reason == "all optimal ones are {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}"
    assert exit_status([other], strict=True) == 0


def test_a_number_outside_the_range_over_ties_is_wrong(found):
    verdicts = [found(number, f"over_ties({TURNS})", NIM).verdict for number in ("9.0", "3.0")]
    assert verdicts == [Verdict.CONTRADICTED, Verdict.UNDECIDED]


@pytest.mark.parametrize(
    ("printed", "verdict", "said"),
    [
        ("2", Verdict.EXACT, ""),
        ("4", Verdict.OTHER_TIES, "ties = last gives it"),
        ("3.4", Verdict.OTHER_TIES, "a mixture gives it"),
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
        ("last", "4", Verdict.EXACT),
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


@pytest.mark.parametrize("words", ["Tie", "=0", "Tie=x", "Tie=0, tie=1"])
def test_words_without_a_meaning_are_one_line(tmp_path, words):
    file = tmp_path / "a.md"
    file.write_text(f'<!-- exactdice document: words="{words}" -->\n1<!-- exactdice: 1 -->\n')
    with pytest.raises(ValueError, match=r"a\.md:1: words"):
        read_document(file)


# --- sentences, and queries of which no range is known --------------------------------------------


@pytest.mark.parametrize(
    ("statement", "given", "verdict"),
    [
        (f"{TURNS} = 4", f'[document]\nties = "first"\n{NIM}', Verdict.FALSE),
        (f"{TURNS} = 4", f'[document]\nties = "last"\n{NIM}', Verdict.TRUE),
        ("OPT(99, 99) = 5", "", Verdict.OTHER_TIES),
        ("OPT(99, 99) = 11", "", Verdict.FALSE),
        ("all(i, 98..99, OPT(99, i) = 10)", "", Verdict.OTHER_TIES),
        (f"{TURNS} = 4", NIM, Verdict.OTHER_TIES),
        (f"{TURNS} < 3", NIM, Verdict.TRUE),
    ],
)
def test_a_sentence_holds_that_is_true_for_another_optimum(tmp_path, statement, given, verdict):
    file = tmp_path / "a.toml"
    file.write_text(f'{given}\n[[claim]]\nstatement = "{statement}"\n')
    (finding,) = verify(read_claims(file))
    assert finding.verdict == verdict


@pytest.mark.parametrize(
    ("printed", "value", "verdict"),
    [
        # Every move of Nim with two heaps of two loses, so each is as good.
        ("1/2", "probability(strategy(), (0, 2))", Verdict.OTHER_TIES),
        ("16", f"{TURNS} ** 2", Verdict.OTHER_TIES),  # 4 moves when the last is taken
        ("4", f"max({TURNS}, 0)", Verdict.OTHER_TIES),
        ("10", f"{TURNS} ** 2", Verdict.UNDECIDED),  # a mixture may give it
        ("-0.0", f"2.96 - {TURNS}", Verdict.OTHER_TIES),  # -0.04 when they are taken at random
    ],
)
def test_where_no_range_is_known_the_tie_breaks_by_name_are_tried(found, printed, value, verdict):
    assert found(printed, value, NIM).verdict == verdict

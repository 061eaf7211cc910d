"""--proved: what is printed rests on a solution that the checker accepted, whatever the
solver answers.
"""

import json
from fractions import Fraction

import pytest
from command_line import run

from exactdice import DiceBattle, Interval, backward_induction, checker, proof, solve
from exactdice.exact.errors import ExactDiceError, UnsolvableError
from exactdice.games.dice_battle import sweep as dice_battle_sweep
from exactdice.proofs.solutions import write_checked_proof
from exactdice.query import strategies
from exactdice.query.evaluate import evaluate_query
from exactdice.query.proving import READ_OFF, proving
from exactdice.query.words import QUANTITIES, Word
from exactdice.report.claims.claim import Verdict
from exactdice.report.documents.verification import findings_in, proved_findings_in, read_documents

AT_ONCE = Word("simultaneous")
COVERED = [
    ("EG(0, 0)", {"dice": 3, "target": 9}),
    ("OPT(1, 2)", {"dice": 3, "target": 9}),
    ("OPT_all(1, 2)", {"dice": 3, "target": 9}),
    ("OPT_last(1, 2)", {"dice": 3, "target": 9}),
    ("last(optimal_actions(1, 2))", {"dice": 3, "target": 9}),
    ("EG(1, 2)", {"dice": 3, "target": 4, "variant": AT_ONCE}),
    ("strategy(1, 2)", {"dice": 3, "target": 4, "variant": AT_ONCE}),
    ("value(1, 2)", {"dice": 3, "target": 9}),
    ("value_to_mover(1, 2, MIN)", {"dice": 3, "target": 9}),
    ("first(optimal_actions())", {"game": Word("pig"), "target": 8}),
    ("action_value(2, 1, 2)", {"dice": 3, "target": 9}),
    ("mixed_over(1, 2)", {"dice": 3, "target": 4, "variant": AT_ONCE}),
    ("pig_win(0, 3, 0)", {"target": 8}),
    ("pig_hold(0, 3)", {"target": 8}),
    ("pig_holds(0, 3)", {"target": 8}),
    ("value(1, 3)", {"game": Word("pig"), "target": 8}),
    ("optimal_actions(1, 3, 4)", {"game": Word("pig"), "target": 8}),
    ("tokens_score(1, 2, 3, 4)", {}),
    ("one_shot_value()", {"dice": 3}),
    ("one_shot_strategy()", {"dice": 3}),
    ("domineering(3, 3)", {}),
    ("grundy(chomp(3, 3))", {}),
    ("kernel(nim(2, 3))", {}),
    ("kernel_steps(wythoff(3, 4))", {}),
    ("winning_moves(nim(3, 4, 5))", {}),
    ("wins(subtraction(7, 1, 2, 3))", {}),
    ("optimal_actions()", {"game": Word("domineering"), "rows": 2, "columns": 3}),
    ("first(optimal_actions(3))", {"game": Word("subtraction"), "heap": 7}),
    ("strategy(player=min)", {"game": Word("one_shot_battle"), "dice": 3}),
    ("probability(strategy(1, 2), 2)", {"dice": 3, "target": 4, "variant": AT_ONCE}),
    ("value()", {"game": Word("kuhn")}),
    ("strategy(1)", {"game": Word("kuhn")}),
    ("strategy(2, bet, player=min)", {"game": Word("kuhn")}),
    ("value()", {"game": Word("kuhn"), "digits": 3}),
]
UNCOVERED = [
    ("gain(optimal, blind)", {"dice": 3, "target": 9}),
    ("pig_win(0, 3, 2)", {"target": 8}),
    ("tokens_score(1, 2, 3)", {"policy": Word("random")}),
    ("tokens_score(1, 2, 3)", {"policy": Word("optimal", (), (("score", Word("any")),))}),
    ("wins(nim(1, 2))", {"misere": 1}),
    ("one_shot_gain(optimal, blind)", {"dice": 3}),
    ("phantom(2, 2)", {}),
    ("domineering(3, 9)", {}),
    ("1 + 1", {}),
    ("mean(roll_distribution(2))", {}),
    # a file has one strategy of each player, and says of no other whether it is optimal
    ("optimal_actions(1)", {"game": Word("kuhn")}),
    ("probability_range(bet, 1)", {"game": Word("kuhn")}),
    ("gain(optimal, random)", {"game": Word("kuhn")}),
]


@pytest.mark.parametrize(("query", "given"), COVERED)
def test_a_value_read_off_a_solution_is_proved_and_the_same(query, given):
    with proving() as book:
        value = evaluate_query(query, given)
    assert value == evaluate_query(query, given)
    assert book.required(query) == book.proofs
    assert all(line.startswith(("value ", "Grundy value ")) for line in book.proofs)


@pytest.mark.parametrize(("query", "given"), UNCOVERED)
def test_a_value_that_no_proof_covers_is_said_to_be_none(query, given):
    with proving() as book:
        value = evaluate_query(query, given)
    assert value == evaluate_query(query, given)
    assert book.proofs == ()
    with pytest.raises(ExactDiceError, match="is not covered by the checker"):
        book.required(query)


def test_bounds_are_proved_and_hold_the_exact_value():
    for query, given in (
        ("pig_win(0, 3, 0)", {"target": 8}),
        ("EG(1, 2)", {"dice": 3, "target": 4, "variant": AT_ONCE}),
    ):
        with proving() as book:
            bounds = evaluate_query(query, given | {"digits": 12})
        assert isinstance(bounds, Interval)
        assert bounds.lower <= evaluate_query(query, given) <= bounds.upper
        assert bounds.width <= Fraction(1, 10**12)
        assert book.proofs


def test_every_quantity_with_a_proof_is_tried_here():
    assert {
        name for name in READ_OFF if any(query.startswith(f"{name}(") for query, _ in COVERED)
    } == READ_OFF
    assert set(QUANTITIES) > READ_OFF


# --- a faulty solver ------------------------------------------------------------------------------

GAME = DiceBattle(dice=4, target=12)


class Faulty(dice_battle_sweep.Side):
    """A side that takes what is worst for it, as a solver might whose arithmetic fails."""

    guide = property(lambda _: None, lambda *_: None)  # which would rule it out

    def __init__(self, throws, laws, _extreme):
        super().__init__(throws, laws, max)


@pytest.fixture
def wrong_choices(monkeypatch):
    """While it lasts the solver of the battle chooses wrongly; what is solved meanwhile is
    forgotten.
    """
    forgotten = strategies.checked(strategies._check_solution, size=4)(lambda game: solve(game))
    monkeypatch.setattr("exactdice.query.analysis.solved", forgotten)
    monkeypatch.setattr("exactdice.games.dice_battle.sweep.Side", Faulty)


EXPECTED = backward_induction(GAME).value  # without floats
OPTIONS = {"dice": 4, "target": 12}


@pytest.mark.usefixtures("wrong_choices")
def test_a_faulty_solver_gives_a_wrong_value_that_proving_refuses():
    assert evaluate_query("EG(0, 0)", OPTIONS) != EXPECTED  # the solver is trusted
    with pytest.raises(checker.Rejected, match="the best actions are"):
        checker.check(proof(solve(GAME)))
    with (
        proving(),
        pytest.raises(
            UnsolvableError,
            match=r"^the proof of the solution of DiceBattle\(.*\) is rejected: state ",
        ),
    ):
        evaluate_query("EG(0, 0)", OPTIONS)


@pytest.mark.usefixtures("wrong_choices")
def test_what_was_solved_without_a_proof_is_proved_before_it_is_used_so():
    """A wrong solution that is kept from earlier queries is not taken for a proved one."""
    evaluate_query("EG(0, 0)", OPTIONS)
    with proving(), pytest.raises(UnsolvableError, match="is rejected"):
        evaluate_query("OPT(0, 0)", OPTIONS)


@pytest.mark.usefixtures("wrong_choices")
def test_a_claim_is_not_judged_by_a_solution_that_is_rejected(tmp_path):
    (tmp_path / "r.md").write_text("0.5<!-- exactdice: EG(0, 0) dice=4 target=12 -->\n")
    (document,) = read_documents([tmp_path / "r.md"])
    ((plain,), (proved,)) = findings_in(document), proved_findings_in(document)
    assert (plain.verdict, plain.proofs) == (Verdict.CONTRADICTED, None)
    assert (proved.verdict, proved.proofs) == (Verdict.UNCHECKED, ())
    assert "is rejected: state " in proved.reason


@pytest.mark.usefixtures("wrong_choices")
def test_a_wrong_proof_is_not_written(tmp_path):
    with pytest.raises(UnsolvableError, match="nothing is written"):
        write_checked_proof(solve(GAME), tmp_path / "p.json")
    assert list(tmp_path.iterdir()) == []


def test_right_products_give_the_right_value():
    assert evaluate_query("EG(0, 0)", OPTIONS) == EXPECTED


# --- at the terminal ------------------------------------------------------------------------------


def test_value_proved_prints_the_value_and_what_was_proved():
    plain, proved = (
        run("value", "EG(0,0)", "dice=3", "target=9"),
        run("value", "EG(0,0)", "dice=3", "target=9", "--proved"),
    )
    assert (proved.returncode, proved.stdout) == (0, plain.stdout)
    assert proved.stderr.startswith("proved: value ")
    assert proved.stderr.endswith(
        "over 81 states of a race to 9 with up to 3 dice of 6 faces weighted 1:1:1:1:1:1, a "
        "throw with a 1 scoring 1\n"
    )
    entry = json.loads(
        run("value", "EG(0,0)", "dice=3", "target=9", "--proved", "--format", "json").stdout
    )
    assert entry["proved"] == [proved.stderr.removeprefix("proved: ").strip()]
    assert "proved" not in json.loads(
        run("value", "EG(0,0)", "dice=3", "target=9", "--format", "json").stdout
    )


def test_value_proved_refuses_with_one_line_what_no_proof_covers():
    done = run("value", "gain(optimal, blind)", "dice=3", "target=9", "--proved")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "error: gain(optimal, blind) is not covered by the checker (gain): the value is "
        "computed exactly, without --proved\n"
    )


DOCUMENT = """0.5<!-- exactdice: EG(0, 0) dice=1 target=1 -->,
1<!-- exactdice: EG(0, 0) dice=1 target=1 -->,
8.636<!-- exactdice: EP(5) --> and
0<!-- exactdice: gain(blind, blind) dice=1 target=1 variant=simultaneous -->.
"""


def test_verify_proved_says_which_values_are_proved(tmp_path):
    (tmp_path / "r.md").write_text(DOCUMENT)
    plain, proved = run("verify", tmp_path / "r.md"), run("verify", "--proved", tmp_path / "r.md")
    assert plain.returncode == proved.returncode == 1
    assert "; proved\n" not in plain.stdout
    assert proved.stdout.count("; proved\n") == 2
    assert (
        "2 of 4 values are read off solutions that the checker accepts, the others are "
        "computed exactly\n"
    ) in proved.stdout
    claims = json.loads(run("verify", "--proved", tmp_path / "r.md", "--format", "json").stdout)[
        "documents"
    ][0]["claims"]
    assert [bool(claim["proved"]) for claim in claims] == [True, True, False, False]
    assert claims[0]["proved"][0].startswith(
        "value 1 to the first player, over 1 states of a race to 1 "
    )


def test_a_mixture_within_bounds_is_not_called_proved():
    given = {"variant": "simultaneous", "dice": 4, "target": 4}
    with proving() as book:
        evaluate_query("strategy(0,3)", given)
    assert book.proofs
    with proving() as book:
        evaluate_query("strategy(0,3)", {**given, "digits": 5})
    assert not book.proofs
    assert "optimal up to 10^-digits" in " ".join(book.uncovered)

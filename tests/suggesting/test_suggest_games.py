"""`suggest` on documents about a game: what the head of the document says is not said again."""

from exactdice.claims.verdict import Verdict


def test_options_that_differ_from_the_head_of_the_document_are_said(suggested):
    head = '<!-- exactdice document: dice=5 decimal="." -->\n'
    _, found = suggested(f"{head}So EP(5) = 8.636 and best_dice(10) = 6.\n", game="dice-battle")
    assert [one.mark for one in found.proposals][:1] == ["exactdice: EP(5)"]
    assert all(
        one.findings[0].verdict in (Verdict.ROUNDED, Verdict.EXACT) for one in found.proposals
    )


def test_the_game_is_said_where_it_is_not_the_usual_one(suggested, tmp_path):
    # Against Pig to a single point the first throw that is no 1 wins: 5/6 + 1/36 * 5/6 + ... = 6/7.
    _, found = suggested("So win(optimal, optimal) = 0.857.\n", game="pig", target="1")
    (one,) = found.proposals
    assert one.mark == "exactdice: win(optimal, optimal) game=pig target=1"
    assert one.findings[0].verdict == Verdict.ROUNDED

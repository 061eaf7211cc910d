"""What others published of hold at 20 against itself."""

from exactdice import Pig, decimal_text, hold_at, payoff_law


def test_hold_at_20_against_itself():
    """T. W. Neller, http://nifty.stanford.edu/2010/neller-pig/advantage.html: "The actual value is
    approximately .5347".
    """
    assert decimal_text(payoff_law(Pig(), (hold_at(20), hold_at(20))).probability(1), 4) == "0.5347"

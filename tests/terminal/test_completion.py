"""What Tab offers."""

from types import SimpleNamespace

from exactdice.query.words import QUANTITIES
from exactdice.terminal.completion import complete_option, complete_query


def test_every_quantity_is_offered_with_its_summary():
    offered = dict(complete_query(""))
    assert offered == {f"{name}(": quantity.summary for name, quantity in QUANTITIES.items()}


def test_options_of_several_quantities_stand_together():
    offered = complete_option(SimpleNamespace(params={"query": "EP(2) + EG(0,0) + no_such(1)"}), "")
    assert {"faces=", "bust=", "target="} <= set(offered)
    assert len(offered) == len(set(offered))

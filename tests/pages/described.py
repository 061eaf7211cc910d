"""What the page of every game says, whichever game it is."""

from exactdice.pages.description import example_options, own_words
from exactdice.query.games_by_name import maker_named, options_of
from exactdice.query.states import fields_of
from exactdice.query.worked import worked_queries


def nothing_is_left_out(name, told):
    maker = maker_named(name)
    game = maker(**example_options(name, maker))
    begun = [line.split("=")[0].split()[0] for line in told if line.strip()]
    assert told[0] == name
    for option in options_of(maker):
        assert option in begun
    named = hasattr(game.start, "_fields")
    said = ", ".join(fields_of(game)) if named else "without fields, written as the start below"
    assert f"state: {said}" in told
    for query in worked_queries(game).values():
        (line,) = [line for line in told if line.strip().startswith(f"{query} ")]
        assert " = " in line or " is refused: " in line
    for word in own_words(name):
        assert f"  {word.signature}  {word.summary}" in told


def own_words_have_values(name, told):
    own = [k for k, line in enumerate(told) if line.startswith("words of its own")]
    deep = [line for k in own for line in told[k:] if line.startswith("    ")]
    assert len(deep) == len(list(own_words(name)))
    assert all(" = " in line and " is refused: " not in line for line in deep)


def refused(told):
    """The words that the page refuses to work out."""
    return {line.split("(")[0].strip() for line in told if " is refused: " in line}

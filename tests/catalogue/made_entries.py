"""Small catalogues for the tests of this room."""

from exactdice.catalogue.entry import Catalogue, Entry, Family, Printed

DICE = Family("dice", "Dice", "Throws of dice.")


def entry(name="seven", query="chance(2d6, 7)", **fields):
    """An entry of the family of dice; what is not said is short."""
    usual = {"title": "Seven", "rules": "Two dice are thrown.", "unit": "probability"}
    return Entry(name, "dice", query=query, **{**usual, **fields})


def catalogue(*entries):
    return Catalogue((DICE,), entries)


def printed(number, source="A book", **fields):
    return Printed(number, source, **fields)

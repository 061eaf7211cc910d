"""The options of queries and games as a table, from the register."""

import markdown_parts as markdown

from exactdice.query.games_by_name import GAMES, options_of
from exactdice.query.words import QUANTITIES
from exactdice.report.pages.description import limits_of, option_text

MEANINGS = {
    "after": "rules of Hog applied when the points are added, in order",
    "alike": "what four or more alike score in Farkle: as `three` of them and the others "
    "apart, or `doubled` with each die beyond three",
    "ante": "what both players pay before the cards are dealt",
    "banned": "cells that no domino may cover, row and column: `banned=(0,1),(2,2)` or "
    "`banned=0,1,2,2`",
    "bet": "what a bet adds to what its player has paid; a raise adds as much again",
    "bets": "the same in the two rounds of Leduc poker: `bets=2,4`",
    "betting": "who may begin to bet in poker with one card: both players (`kuhn`), or the first "
    "alone, who else shows the cards (`neumann`) or folds (`borel`)",
    "beyond": "what a throw beyond the last square does: the piece stays (`stay`), has "
    "arrived (`arrive`) or comes back as far (`bounce`)",
    "bids": "whether the bids of Goofspiel are `open`, or `hidden` so that a player learns only "
    "who has won the prize",
    "bust": "the face that makes a throw a bust; in words of one throw `none` for plain sums",
    "bust_score": "what a throw scores in which any die shows the bust face",
    "cards": "n for the cards 1 to n: of each player in Goofspiel, of the deck in Kuhn poker",
    "categories": "those of the sheet of Yahtzee or yatzy: `categories=ones,twos,yahtzee`; without "
    "it all that the dice have",
    "column": "where the queen stands",
    "columns": "columns of the board",
    "dice": "most dice of a throw; in the token game how many are thrown; in liar's dice how many "
    "each player throws: `dice=2,1`",
    "digits": "certified bounds 10^-N apart instead of fractions",
    "faces": "faces of each die: 6, or as many as there are weights",
    "game": "the game that a word of every game is about: a name, or on the command line "
    "`FILE.py:CLASS`",
    "fields": "over how many fields the units of Colonel Blotto are split",
    "goal": "points that win Hog",
    "heap": "size of the heap",
    "heaps": "sizes of the heaps",
    "jumps": "ladders and snakes from one square to another, `jumps=(2,7),(8,3)`; `milton-"
    "bradley` is the board of that name, `none` has none",
    "joker": "what a Yahtzee may do once its category is written: `free`, `forced` (it must be "
    "written into the category of its face while that is free), or `none` (nothing special)",
    "knock": "whether a pawn sends back the one that it lands on",
    "line": "discs in a row that win",
    "lists": "how many lists each player has, of index u_0, u_1, ...; without it all lists",
    "misere": "who cannot move wins",
    "most": "most tokens that may be removed after one throw",
    "pays": "whether the players of Goofspiel are paid the `difference` of their prizes, "
    "or 1, 0 or -1 for a `win`; in Colonel Blotto the number of `fields` won minus those lost, or "
    "1, 0 or -1 for the `majority`",
    "player": "whose strategies are meant: `max`, or `min`",
    "players": "1 or 2",
    "policy": "the [strategy](strategies.md) of the token game: `optimal`, `random`, "
    '`worst`, `optimal(score=any)`, `by_table("mine.csv")`, ...',
    "prizes": "whether the prizes of Goofspiel come at `random`, in ascending `order` or "
    "`reversed`",
    "raises": "how often a bet may be made or raised in a round, the first bet included",
    "ranks": "n for the ranks 1 to n of a deck of cards",
    "rerolls": "how often dice may be thrown again in a turn of Yahtzee or yatzy",
    "row": "where the queen stands",
    "rows": "rows of the board",
    "score": "what the tokens left score: their number (`count`), their `sum`, read as one"
    " number (`digits`), or 1 unless none is left (`any`)",
    "single": "whether one die alone may or must be thrown",
    "single_when": "when it is: no token above its largest face is left (`high_gone`), or the "
    "tokens left sum to at most that face (`low_sum`)",
    "sow_sad": "whether a throw of Hog with a 1 scores 1",
    "squares": "squares of the track; the last one is the end",
    "straight": "what 1-2-3-4-5-6 scores in Farkle; 0 for nothing special",
    "suits": "how many cards of each rank a deck has",
    "takes": "how many may be taken in a move",
    "target": "points that end the game",
    "threshold": "the total of the upper section of Yahtzee that earns its bonus",
    "tied": "whether a prize on which the bids are equal is `discarded`, or `carried` on "
    "to the next one",
    "tokens": "n for the tokens 1 to n, or their numbers: `tokens=2,4,8`",
    "u0": "first term of the sequence u_n of the examination",
    "units": "units of each player of Colonel Blotto",
    "units_of_min": "those of MIN; without it as many as those of MAX",
    "upper_bonus": "the points of that bonus; 0 for none",
    "variant": "`turns`, or `simultaneous` where both throw at once",
    "weights": "weights of the faces 1, 2, ...: `weights=1,1,2`; whole numbers are relative,"
    " other numbers are probabilities and sum to 1",
    "wild": "whether ones count as the face of any bid in liar's dice",
    "wild_rank": "whether bids of wild ones rank above those of the other faces (`high`, as in "
    "Dudo) or below them (`low`)",
    "yahtzee_bonus": "the points of each Yahtzee after one that scored 50; 0 for none",
    "zero": "the rule of Hog for no dice",
}


def all_options() -> str:
    """A table of every option: meaning, default, and who takes it."""
    rows = (_row(name) for name in option_names())
    head = ["option", "meaning", "default and limits", "taken by"]
    return markdown.table(head, rows)


def option_names() -> list[str]:
    """The options of all words and of all games, in the order of the alphabet."""
    of_words = {name for quantity in QUANTITIES.values() for name in quantity.options}
    of_games = {name for maker in GAMES.values() for name in options_of(maker)}
    return sorted(of_words | of_games)


def _row(name: str) -> list[str]:
    anchor = f'<a id="option-{name.replace("_", "-")}"></a>'
    return [f"{anchor}`{name}`", MEANINGS[name], _defaults(name), _takers(name)]


def _defaults(name: str) -> str:
    """Each default and what the option may be, with the games where there are several."""
    games: dict[str, list[str]] = {}
    for game, maker in GAMES.items():
        if name in options_of(maker):
            default = option_text(name, options_of(maker)[name])
            said = markdown.code(default) if "=" in default else "left out"
            limits = markdown.text(limits_of(maker, name))
            games.setdefault(f"{said}, {limits}".rstrip(", "), []).append(game)
    if not games:
        return _default_of_words(name)
    if len(games) == 1:
        return next(iter(games))
    return "; ".join(f"{said} ({', '.join(names)})" for said, names in games.items())


def _default_of_words(name: str) -> str:
    found = {
        option_text(name, quantity.options[name])
        for quantity in QUANTITIES.values()
        if name in quantity.options
    }
    said = (markdown.code(text) if "=" in text else "left out" for text in sorted(found))
    return ", ".join(said)


def _takers(name: str) -> str:
    """The games that take the option, and the words that belong to none of them."""
    games = [game for game, maker in GAMES.items() if name in options_of(maker)]
    if games:
        return ", ".join(games)
    words = [one.name for one in QUANTITIES.values() if name in one.options]
    if len(words) > MANY:
        return "every word of games" if name in ("game", "digits") else "many words"
    return ", ".join(map(markdown.code, words))


MANY = 12  # words that are named one by one

"""What a query is about, in words of English, French and German, and whether a text says them.

A number that merely equals an answer proves nothing: the text beside it must say what was asked. A
query has a few subjects, one for each word in it, and each must be said: `mean(explode(d(6)))` a
mean, an explosion and a die.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from functools import lru_cache

# Words of each subject; with a hyphen the beginnings of words.
SUBJECTS = {
    "die": "dice die throw- thrown roll rolls roll- dés lancer- lancé- jets würfel- wurf- geworfen",
    "sum": "sum sums total- score- points somme- summe- augen- punkte-",
    "mean": "mean means average- expect- moyen- espér- mittel- durchschnitt- erwart-",
    "spread": "variance- deviation- spread écart varianz- streuung- standardabweichung-",
    "best of": "advantage better best higher highest larger largest maximum lowest dropped "
    "avantage meilleur- maximum vorteil besser- höchst- größ-",
    "worst of": "disadvantage worse worst lower lowest smaller smallest minimum désavantage pire "
    "minimum nachteil schlecht- kleinst- niedrig-",
    "explosion": "explo- again encore erneut nochmal-",
    "pairs": "attack- defend- army armies attaqu- défens- armée- angreif- angriff- verteidig- "
    "armee-",
    "hand": "straight- house kind yahtzee- suite- carré- brelan- yams straße- strasse- pasch- "
    "kniffel-",
    "gain": "gain- advantage edge worth value- payoff- profit- avantage vaut valeur gagn- gewinn- "
    "vorteil wert- auszahlung-",
    "player": "player- joueur- spieler-",
    "win": "win wins winning won winner victor- beat beats gagn- victoire- gewinn- sieg-",
    "loss": "lose loses losing lost loss losses perd- défaite- verlier- verlor- verlust- "
    "niederlage-",
    "draw": "draw draws drawn tie ties tied nul nulle nuls égalité unentschieden- gleichstand",
    "length": "turn turns round- length long- lasts moves throws tours durée coups runde- züge "
    "dauer-",
    "best": "best optimal- optimum meilleur- beste-",
    "response": "response- respond- reply replies réponse- répond- antwort-",
    "mixture": "mixture- mixed mix mélange- mixte- misch- gemischt-",
    "states": "state states position- état- zustand- zustände- stellung-",
    "chance": "chance- probab- likel- odds wahrscheinlich-",
    "blind": "blind- aveugle-",
    "optimal": "optim- best perfect- meilleur- parfait- beste-",
    "random": "random- hasard aléatoire- zufall- zufäll-",
    "simultaneous": "simultan- gleichzeitig-",
}
# The subjects of words of queries, of which one must be said; none of those that need not be.
MEANT = {
    "chance": (),
    "d": ("die", "sum", "pairs"),
    "dice": ("die",),
    "P": ("die",),
    "Q": ("die",),
    "EP": ("mean", "sum"),
    "score": ("sum",),
    "sd": ("spread",),
    "variance": ("spread",),
    "max_of": ("best of",),
    "highest": ("best of",),
    "min_of": ("worst of",),
    "explode": ("explosion",),
    "pairs_won": ("pairs",),
    "EG": ("gain", "player"),
    "gain": ("gain", "player"),
    "value": ("gain",),
    "after": ("gain",),
    "payoff": ("gain",),
    "win": ("win", "loss"),
    "turns": ("length",),
    "OPT": ("best",),
    "best_dice": ("best",),
    "best_dice_real": ("best",),
    "first_best": ("best",),
    "best_response": ("response",),
    "best_response_of_min": ("response",),
    "one_shot_strategy": ("mixture", "best"),
    "positions": ("states",),
}
# Subjects that say which throw is meant: a sentence that says one is about no other throw.
THROWS = ("pairs", "hand")
GERMAN = {"der", "das", "und", "ist", "den", "mit"}

Subject = tuple[str, ...]  # alternatives


def subject_of(name: str) -> Subject | None:
    """The subject of a word of a query; None for one that need not be said.

    >>> subject_of("EG"), subject_of("chance"), subject_of("pig_win"), subject_of("hold_at")
    (('gain', 'player'), None, ('win', 'loss'), ('hold-',))
    """
    last = ([part for part in name.split("_") if len(part) > 2] or [""])[-1]
    for key in (name, last):
        if key in MEANT:
            return MEANT[key] or None
        if key in SUBJECTS:
            return (key,)
    return (f"{last.removesuffix('s')}-" if last else name,)  # no text says a single letter


def says(words: Set[str], subject: Subject) -> bool:
    """Whether one of these words says the subject.

    >>> says({"the", "average"}, ("mean",)), says({"die", "und", "der"}, ("die",))
    (True, False)
    """
    known = words - {"die"} if words & GERMAN else words
    return any(map(_pattern(subject).fullmatch, known))


def is_said(subjects: Iterable[Subject], words: Set[str]) -> bool:
    """Whether these words say each of the subjects."""
    return all(says(words, subject) for subject in subjects)


@lru_cache(maxsize=256)  # of far fewer subjects
def _pattern(subject: Subject) -> re.Pattern[str]:
    words = " ".join(SUBJECTS.get(part, part) for part in subject).split()
    beginnings = (re.escape(word).replace(r"\-", r"\w*") for word in words)
    return re.compile("|".join(beginnings))

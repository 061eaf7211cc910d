"""Words that change the number beside them, in English, French and German: a document in one of
these languages may hold words of another.
"""

from __future__ import annotations

import re

SIGN_WORDS = frozenset(["minus", "negative", "moins", "negativ", "neg", "négatif"])
OPERATION_WORDS = """
    plus times fois mal over durch hoch sqrt root racine wurzel
    log ln lg exp sin cos tan arcsin arccos arctan sinh cosh tanh point virgule komma comma
    puissance
    half twice double demi doppelt halb divided multiplied geteilt divisé
    moitié hälfte zweimal dreimal inverse opposé carré kehrwert quadrat reciprocal
    thrice triple quadruple tenfold hundredfold triplé dreifach vierfach zehnfach
"""
# `the square of 0.5`, `a third of 0.5`: alone such a word may name something else.
FUNCTION_WORDS = """
    opposite negation complement square cube reciprocal logarithm logarithms
    exponential factorial sine cosine tangent floor ceiling modulus absolute multiple power
    opposé négation complément complémentaire cube logarithme exponentielle
    factorielle sinus cosinus tangente multiple
    gegenteil komplement logarithmus fakultät exponentialfunktion
    kosinus tangens doppelte dreifache vierfache zehnfache vielfache potenz
    third quarter fifth sixth tenth hundredth thousandth tiers quart dixième centième drittel
    viertel zehntel hundertstel
"""
CHANGES_OF = frozenset(FUNCTION_WORDS.split())
SCALE_WORDS = """
    percent pct prozent promille percentage percentages pourcent pourcents procent bp bps
    hundred hundert thousand thousands million millions billion billions trillion
    mille milliers milliard milliards tausend mio mrd millionen milliarden mn bn tsd dozen
    tenth hundredth thousandth thousandths millionth millionths ppm ppb
    tenths hundredths zehntel
    hundertstel tausendstel milliardstel dixième dixièmes centième centièmes millième millièmes
    prozentpunkt prozentpunkte prozentpunkten hundreds dozens billionth billionths milliarde
    trillions trillionth trillionths vh dizaine dizaines douzaine douzaines centaine centaines
    dutzend basispunkt basispunkte basispunkten
    permil permill permille thou mil mils fold lakh lakhs crore crores gross myriad myriads db
    mln mlrd tn teur bio billionen trillionen quadrillion quadrillions billiarde billiarden ppt
    millionième millionièmes millionstel kilo mega giga milli micro tenfold hundredfold thousandfold
    fach pourcentage pourcentages fourth fourths
"""
UNITS = frozenset(SCALE_WORDS.split())  # after a number, also `in percent` and `(percent)`
# After a number, but in brackets they say it again, as in `0.5 (half)`.
SHARES = """
    e x k g t pp over divided power hoch squared cubed carré cube exp half halves third thirds
    quarter quarters fifth fifths sixth sixths demi tiers quart quarts halbe drittel viertel
    sechstel modulo mod multiplied multiplié multipliée divisé divisée geteilt multipliziert
    negative negativ négatif négative
"""
CHANGES = SIGN_WORDS | frozenset(OPERATION_WORDS.split()) | UNITS  # before a number
BLANK = r"[ \u00a0]"


def word_pattern(words: str) -> str:
    """A pattern of any of these words, whole."""
    return rf"(?<![^\W\d_])(?:{'|'.join(sorted(words.split(), key=len, reverse=True))})(?![^\W_])"


# `the sum of 1 and 0.5`
OF_TWO_WORDS = """
    sum product difference quotient ratio somme produit différence rapport summe produkt differenz
    verhältnis
"""
OF_TWO = frozenset(OF_TWO_WORDS.split())
BETWEEN_TWO = frozenset(["and", "by", "to", "et", "par", "à", "und", "durch", "zu"])
PER_CENT = re.compile(
    rf"(?:per|pour|pro|vom|von|sur|auf|parts per|in an?|in one|of an?|out{BLANK}of an?"
    rf"|out{BLANK}of one|out{BLANK}of|points?{BLANK}de{BLANK}pour)[ \u00a0-]*"
    r"(?:percent|cent|mill?e|thousand|tausend|hundred|hundert|million|100(?!\d)|1000(?!\d))",
    re.IGNORECASE,
)
# `in Prozent: 16.67` says what the number is, unless it says so itself.
IN_PERCENT = re.compile(
    rf"\b(?:in|en|as|als){BLANK}(?:an?{BLANK})?"
    r"(?:%|per[ \u00a0-]?cent|prozent|pour[ \u00a0-]?cent|pourcentage|percentage|promille|‰"
    r"|thousand(?:th)?s|hundred(?:th)?s|million(?:th)?s|tausend(?:stel)?|hundertstel|milliers"
    r"|centièmes|millièmes|ppm|ppb|bps|bp|basis points?)\Z|[(\[][ \u00a0]?[%‰]\Z",
    re.IGNORECASE,
)
UNIT = rf"(?:[%‰]|{word_pattern(' '.join(UNITS))})"
# What scales a number when it stands behind it.
BEHIND = re.compile(
    rf"{UNIT}|{word_pattern(SHARES)}|[-‐‑][^\W\d_]|{PER_CENT.pattern}"
    rf"|(?:in|as|en|als|au|given in|expressed in)(?:{BLANK}|[$({{\"'“]){{1,5}}(?:an?{BLANK})?{UNIT}"
    rf"|(?:times|fois|mal|by|par|durch|point|virgule|komma|comma){BLANK}?"
    rf"(?:\d|(?:(?:an?|one){BLANK})?(?:ten|zehn|dix|cent|{UNIT}))"
    rf"|,{BLANK}(?:in|en){BLANK}{UNIT}|‘{UNIT}|of{BLANK}1{BLANK}?%|Bio\.|p\.{BLANK}?cent"
    rf"|(?:to|au|im|à la|zum){BLANK}(?:the{BLANK})?(?:[^\W\d_]{{2,12}}{BLANK})?"
    rf"(?:power|carré|cube|quadrat|puissance)"
    rf"|(?:and|et|und){BLANK}(?:an?{BLANK}|ein{BLANK})?(?:half|demie?|halb|third|quarter)"
    rf"|(?:below|under|unter|sous){BLANK}(?:zero|null|zéro)"
    rf"|times{BLANK}as\b|mal{BLANK}so\b|fois{BLANK}(?:plus|moins)\b"
    rf"|basis{BLANK}points?|points?{BLANK}de{BLANK}(?:pourcentage|base|[$]?%)"
    rf"|v\.{BLANK}?H\b|p\.{BLANK}?c\b"
    r"|(?:to|zu|contre|against)[ \u00a0$]{1,3}(?:1(?![\d.,]\d|\d)|one\b|eins\b)",
    re.IGNORECASE,
)

FACTOR = re.compile(r"[$ ]{0,3}(?:[×·]|x ?10|10[\^⁻]|times)", re.IGNORECASE)


def scales_in_brackets(text: str) -> bool:
    """Whether brackets behind a number that hold this text say its unit, as `(values in %)`, and no
    number of their own, or a factor, as `(×10⁻³)`.
    """
    if any(character.isdecimal() for character in text):
        return FACTOR.match(text) is not None
    words = {word.lower() for word in re.findall(r"[^\W\d_]+", text)}
    return any(sign in text for sign in "%‰×·\ufffd") or not UNITS.isdisjoint(words)

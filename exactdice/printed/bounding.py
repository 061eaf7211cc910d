r"""What certainly bounds a number in a text: lists of what may stand on its left and on its right.

Whatever they do not name, such as an unknown command, may print a sign, a digit, an exponent or a
percent sign, so the number beside it may be a part of another. Left and right are as `typeset`
prints them. A number `in braces` is one whose mark says where it begins and ends; in a formula it
may be an operand, as in `$x - \exactly{q}{0.5}$`, where before another mark only `x - 0.5` as a
whole would be meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from .chances import ONE_IN, ONE_WORDS
from .decimals import MINUS
from .typeset import BREAK, EDGE, KEEPING, OPEN, UNKNOWN, WIDE

SIGNS = frozenset("+-−–‐‑⁃﹣－＋±∓")
OPERATIONS = SIGNS | frozenset("/⁄∕÷*·⋅×∙^_√%‰‱⁺⁻")
RELATIONS = frozenset("=<>≤≥≈≃≅≡≠≲≳∼→⇒⟶∈")
EMOJI = frozenset("✅🎲⭐")  # none that looks like a sign of an operation, as ✖ and ✓ do
BLANKS = f" {KEEPING}"
# Looked through on the left. What closes is among it, since a quotation or a formula that ends
# before the number closes after a word, which then decides.
OPENING = f"{BLANKS}{OPEN}$¤{{}}`\"'“”‘’„«»‚"
BRACKETS = "(["
CLOSING = f"{BLANKS}$¤}}{{`\"'”“’»«)]"  # looked through on the right

SIGNED = re.compile(rf"[$*_`{{(\\]*[+{MINUS}]")
# A decimal that continues no group of three digits: `12 345.6` is one number, `12 34.5` is two.
SEPARATE = re.compile(r"[$*_`{]*(?!\d{3}(?!\d))\d+(?:[.,]|\{[.,]\})\d", re.ASCII)
# The only dot before its number is that of ca. or the like.
NO_DOT = rf"[^\d.,{MINUS}]*"
PER = re.compile(rf"{NO_DOT}(?:(?:(?<=c)|(?<=ca)|(?<=env)|(?<=approx))\.{NO_DOT})?[1-9]", re.ASCII)
# A letter of a word. Superscripts, subscripts and vulgar fractions are \w too, but scale a number.
LETTER = r"[^\W\d_\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209f\u2150-\u218b]"
LETTERS = re.compile(rf"{LETTER}+")
# Of a text reversed, so that the search starts at its end and stays short in a long line.
LAST_WORD = re.compile(rf"{LETTER}+(?![^\W_])")
TAG = re.compile(r"</?[A-Za-z]{1,10}>\Z")
LAST_WORDS = 60  # characters in which the last word and the last bracket are looked for
# Documents are written in English, French and German: a word of any of these that may change the
# number is known in each.
OPERATION_WORDS = """
    minus negative moins plus negativ times fois mal over durch hoch sqrt root racine wurzel
    log ln lg exp sin cos tan point virgule komma comma puissance
    half twice double demi doppelt halb neg divided multiplied geteilt divisé
    moitié hälfte zweimal dreimal inverse opposé carré kehrwert quadrat reciprocal
    thrice triple quadruple tenfold hundredfold triplé dreifach vierfach zehnfach
"""
# `the square of 0.5`: alone such a word may name something else.
FUNCTION_WORDS = """
    opposite negation negative complement square cube root reciprocal inverse logarithm logarithms
    log exponential factorial sine cosine tangent floor ceiling modulus absolute multiple power
    opposé négation complément complémentaire carré cube racine inverse logarithme exponentielle
    factorielle sinus cosinus tangente double triple quadruple multiple puissance
    gegenteil negation komplement quadrat wurzel kehrwert logarithmus fakultät exponentialfunktion
    kosinus tangens doppelte dreifache vierfache zehnfache vielfache potenz
"""
SCALE_WORDS = """
    percent pct prozent promille percentage percentages pourcent pourcents procent pp bp bps
    hundred hundert thousand thousands million millions billion billions trillion
    mille milliers milliard milliards tausend mio mrd millionen milliarden mn bn tsd dozen
    power hoch squared cubed carré cube e x k g t
    tenth hundredth thousandth thousandths millionth millionths ppm ppb divided over
    half halves third thirds quarter quarters fifth fifths sixth sixths tenths hundredths
    demi tiers quart quarts halbe drittel viertel sechstel zehntel exp
    hundertstel tausendstel milliardstel dixième dixièmes centième centièmes millième millièmes
    prozentpunkt prozentpunkte prozentpunkten hundreds dozens billionth billionths milliarde
    trillions trillionth trillionths vh dizaine dizaines douzaine douzaines centaine centaines
    dutzend basispunkt basispunkte basispunkten
    permil permill permille thou mil mils fold lakh lakhs crore crores gross myriad myriads db
"""
SPOKEN = frozenset(OPERATION_WORDS.split())  # before a number
FUNCTIONS = frozenset(FUNCTION_WORDS.split())
# `the sum of 1 and 0.5`
OF_TWO_WORDS = """
    sum product difference quotient ratio somme produit différence rapport summe produkt differenz
    verhältnis
"""
OF_TWO = frozenset(OF_TWO_WORDS.split())
BETWEEN_TWO = frozenset(["and", "by", "to", "et", "par", "à", "und", "durch", "zu"])
CLAUSE = re.compile(r"[.;:|=\n](?!\d)")
SCALING = frozenset(SCALE_WORDS.split())  # after a number
PER_CENT = re.compile(
    r"(?:per|pour|pro|vom|von|sur|parts per|in an?|in one|out[ \u00a0]of an?|out[ \u00a0]of one"
    r"|out[ \u00a0]of)[ \u00a0-]*"
    r"(?:cent|mill?e|thousand|tausend|hundred|hundert|million|100(?!\d)|1000(?!\d))",
    re.IGNORECASE,
)
PHRASES = re.compile(
    r"basis[ \u00a0]points?|points?[ \u00a0]de[ \u00a0](?:pourcentage|base|[$]?%)"
    r"|v\.[ \u00a0]?H\b|p\.[ \u00a0]?c\b"
    r"|(?:to|zu|contre|against)[ \u00a0$]+(?:1(?![\d.,]\d|\d)|one\b|eins\b)",  # the odds
    re.IGNORECASE,
)
# `in Prozent: 16.67` says what the number is, unless it says so itself.
IN_PERCENT = re.compile(
    r"\b(?:in|en|as|als)[ \u00a0](?:an?[ \u00a0])?"
    r"(?:%|per[ \u00a0-]?cent|prozent|pour[ \u00a0-]?cent|pourcentage|percentage|promille|‰"
    r"|thousand(?:th)?s|hundred(?:th)?s|million(?:th)?s|tausend(?:stel)?|hundertstel|milliers"
    r"|centièmes|millièmes|ppm|ppb|bps|bp|basis points?)\Z|[(\[][ \u00a0]?[%‰]\Z",
    re.IGNORECASE,
)
# `a third of 0.5`; alone such a word may count, as in `the third: 0.5`.
SHARE_WORDS = """
    third quarter fifth sixth tenth hundredth thousandth tiers quart dixième centième drittel
    viertel zehntel hundertstel
"""
SHARES = frozenset(SHARE_WORDS.split())
# `in %`, `as a percentage`: a unit is said after such words.
UNIT_SAID = re.compile(
    r"(?:in|as|en|als|au|given in|expressed in)[ \u00a0$({\"'“]+(?:an?[ \u00a0]+)?"
    r"(?P<unit>[%‰]|[^\W\d_]+)",
    re.IGNORECASE,
)
RESTATING = """
    e x k g t pp over divided power hoch squared cubed carré cube exp half halves third thirds
    quarter quarters fifth fifths sixth sixths demi tiers quart quarts halbe drittel viertel
    sechstel
"""
UNITS = SCALING - frozenset(RESTATING.split())  # not `0.5 (half)`, which says it again
NUMBER_NAMES = frozenset(["ten", "zehn", "dix", "cent", "mille", *UNITS])
TIMES_SAID = re.compile(r"[ \u00a0]*(?:(?:an?|one)[ \u00a0]+)?(?P<name>[^\W\d_]+)", re.IGNORECASE)
# Signs before digits; else `3 times`, `0.5 point`, `1 in total`.
BEFORE_DIGITS = frozenset(
    ["times", "fois", "mal", "by", "par", "durch", "point", "virgule", "komma", "comma"]
)
# `1 in 6`, `5 out of 36`, `1 sur 6`: a whole number on one side of such a word and one on the other
# are one chance. After a number with decimals only 100 counts: `25.5 of 100` is a percentage.
PARTS = ("in", "of", "sur", "von", "to", "auf", "aus")
CHANCE = re.compile(rf"(?:out[ \u00a0])?(?:{'|'.join(PARTS)})[ \u00a0$]+(?P<of>\d+)", re.IGNORECASE)
# `5<!-- --> out of 36` counts; out of 100, 1000 or the like it may be a percentage.
OUT_OF = re.compile(r"out[ \u00a0]of[ \u00a0]+(?!10*(?!\d))\d+(?![.,]?\d)", re.IGNORECASE)


@dataclass(frozen=True)
class Number:
    """A number as its source writes it, and what is known of the place where it stands."""

    text: str
    in_formula: bool  # whether a formula is open before it
    in_braces: bool = False  # whether it stands in braces of its own

    @property
    def is_signed(self) -> bool:
        """Whether it begins with a sign."""
        return SIGNED.match(self.text) is not None

    @property
    def is_whole(self) -> bool:
        """Whether it shows digits alone."""
        last = self.text.strip("$*_`{} ").rpartition(" ")[2]  # N of `1 in N`
        return last.strip("$*_`{}").isdecimal()

    @property
    def may_be_count(self) -> bool:
        """Whether it is a whole number above 1, which no chance is."""
        text = self.text.strip("$*_`{} ")
        return text.isdecimal() and text.lstrip("0") not in ("", "1")

    @property
    def is_one(self) -> bool:
        """Whether it is the 1 of the odds `24.5 to 1`."""
        return self.text.strip("$*_`{} ") == "1"

    @property
    def may_be_per(self) -> bool:
        """Whether it may be N of `1 in N`: of 1 or more, with no percent sign and no minus."""
        return "%" not in self.text and PER.match(self.text) is not None

    @property
    def is_chance(self) -> bool:
        """Whether it is written as `1 in N`."""
        return ONE_IN.search(self.text) is not None


# --- the left side --------------------------------------------------------------------------------


def begins_after(left: str, number: Number) -> bool:
    """Whether a number certainly begins after this text."""
    text = left.rstrip(OPENING + BRACKETS)
    opening = left[len(text) :]
    pair = PAIR_BEFORE.search(left.translate(BRACES)) if text.endswith("/") else None
    if pair and _is_of_pair(pair, number):  # then what stands before its bracket decides
        return begins_after(pair.string[: pair.start() + 1], number)
    if "$" in opening:  # the formula begins after the text
        number = replace(number, in_formula=False)
    if _is_said_before(left) or _is_in_percent(left, number) or _goes_on_a_chance(left, number):
        return False
    # Last, because all of a long number is searched for a chance.
    return _is_bounded_by(text, opening, number) and (
        _leads_to_chance(text, opening) or not number.is_chance
    )


def _is_bounded_by(text: str, opening: str, number: Number) -> bool:
    """Whether the last character of the text, with the opening signs after it, bounds the number
    that follows.
    """
    last = text[-1:]
    if last in ("", EDGE, BREAK):
        return not _signs_through(text, number)
    if last in RELATIONS and last != ">" and text[:-1].rstrip(OPENING)[-1:] in SIGNS:
        return False
    if last in RELATIONS or (last == "|" and not number.in_formula):
        # a tag ends in > too, and `-|` may be a sign before the bar of an absolute value
        return not TAG.search(text[-13:]) and (
            last != "|" or text[-2:-1] not in SIGNS or text[-3:-2] == "|"
        )
    is_in_brackets = number.text.startswith("(") and not number.in_formula
    if is_in_brackets and " " in opening and RESTATED.search(text[-LAST_WORDS:]):
        return True
    if last == "*" and _is_spaced(opening) and text[:-1].rstrip(OPENING)[-1:] in ("", EDGE):
        return True  # the sign of a footnote
    if last in OPERATIONS:
        return _after_operation(text, opening, number)
    if last in ".,:;!?…—#&)]":
        return _after_punctuation(text, opening, number)
    if LETTERS.match(last):
        return _after_word(text, opening, number)
    if last in EMOJI:
        return _is_spaced(opening) and not number.in_formula
    return last.isnumeric() and _after_digits(opening, number)


# A pair in brackets, `(0.25/0.75)`, beside one of its two decimals; whole numbers are a fraction.
PAIR_BEFORE = re.compile(r"[(][+\-−–]?\d+[.,]\d+(?P<percent>[ \u00a0]?%)?/\Z", re.ASCII)
PAIR_AFTER = re.compile(r"/[+\-−–]?\d+[.,]\d+(?P<percent>[ \u00a0]?%)?[)]", re.ASCII)
DECIMAL = re.compile(r"[+\-−–]?\d+[.,]\d+(?:[ \u00a0]?%)?", re.ASCII)
BRACES = str.maketrans("", "", "{}")


def _is_of_pair(found: re.Match[str], number: Number) -> bool:
    """Whether the number is one of the pair, both of which are percentages or neither is."""
    is_plain = DECIMAL.fullmatch(number.text.replace("\\%", "%")) and not number.in_formula
    return bool(is_plain) and bool(found["percent"]) == ("%" in number.text)


# What a fraction in brackets says again: `0.1667 (1/6)`, `16.7 % (1/6)`, but no product `2 (1/3)`.
RESTATED = re.compile(r"\d[.,]\d+\Z|\d[ \u00a0]?%\Z", re.ASCII)
SIGN_WORDS = frozenset(["minus", "negative", "moins", "negativ", "neg", "négatif"])
NEAR_WORDS = """
    about around approximately approx roughly nearly almost exactly precisely just some only circa
    ca c environ env presque exactement précisément juste etwa rund ungefähr fast genau knapp gut
    every each jeder jede jedem jeden chaque
"""
JOINING_WORDS = "of by the a de du la le par aus von der dem"
NEARNESS = frozenset(NEAR_WORDS.split())
FILLERS = NEARNESS | frozenset(JOINING_WORDS.split())
ABBREVIATED = frozenset(["ca", "approx", "env", "c", "neg"])
SIGN_ALONE = re.compile(r"\$[^\w\s]\$\Z")


def _is_said_before(left: str) -> bool:
    """Whether a sign or an operation stands or is said before the fillers, such as `about`, that
    the text ends with: `minus exactly`, `square root of`, `−(about`.
    """
    if _is_of_two(left.rstrip(OPENING + BRACKETS)[-2 * LAST_WORDS :]):
        return True
    *_, text = _before_fillers(left, FILLERS)
    passed = left[len(text) :] if text != left.rstrip(OPENING + BRACKETS) else ""
    word = _last_word(text)
    if not passed:
        return _last_word(text.rstrip(f".,:)]{OPENING}")) in SIGN_WORDS
    if text[-1:] in ":,":
        return _last_word(text[:-1]) in SIGN_WORDS
    is_alone = text[-1:] in "−+±√" or SIGN_ALONE.search(text + passed[:1]) is not None
    return word in SPOKEN | SHARES | FUNCTIONS or (
        text[-1:] in OPERATIONS
        and bool(text)
        and (is_alone or passed[0] in BRACKETS or _is_sign_of(text, passed))
    )


def _is_of_two(text: str) -> bool:
    """Whether a sum or the like is said, whose second part follows."""
    if _last_word(text) not in BETWEEN_TWO:
        return False
    clause = CLAUSE.split(text)[-1].lower()
    return not OF_TWO.isdisjoint(LETTERS.findall(clause))


SIGN_OF_ABBREVIATED = re.compile(
    rf"[{BLANKS}]*(?:{'|'.join(sorted(ABBREVIATED))})\.", re.IGNORECASE
)


def _is_sign_of(text: str, passed: str) -> bool:
    """Whether the sign that the text ends with is one of what follows: `-ca. 0.5`, `-about 0.5`;
    the hyphen of a word, as in `well-nigh`, is none.
    """
    if LETTERS.match(text[-2:-1]):
        return False
    is_hyphen = text[-1] == "-"
    return passed[0] not in BLANKS or (is_hyphen and SIGN_OF_ABBREVIATED.match(passed) is not None)


def _before_fillers(left: str, fillers: frozenset[str]) -> Iterator[str]:
    """The text without the opening signs at its end, then without one more of these words, such
    as `about`, or of the signs ≈, each time.
    """
    text = left.rstrip(OPENING + BRACKETS)
    yield text
    word = _last_word(text)
    while word in fillers or text[-1:] in ("≈", "∼") or _is_abbreviated(text):
        end = len(text) - (len(word) or 1)
        rest = text[:-1] if _is_abbreviated(text) else text[:end]
        text = rest.rstrip(OPENING + BRACKETS)
        yield text
        word = _last_word(text)


def _is_in_percent(left: str, number: Number) -> bool:
    """Whether a percentage is said before a number that does not say it itself."""
    text = left.rstrip(f":=)]{OPENING}")[-LAST_WORDS:]
    return "%" not in number.text and IN_PERCENT.search(text) is not None


def _is_abbreviated(text: str) -> bool:
    return text.endswith(".") and _last_word(text[:-1]) in ABBREVIATED


def _signs_through(text: str, number: Number) -> bool:
    """Whether a sign above, or in a formula in the cell before, may belong to the number."""
    before = text.rstrip(OPENING + BREAK + (EDGE if number.in_formula else ""))
    is_further_back = len(before) < len(text)
    return is_further_back and before[-1:] in OPERATIONS | {UNKNOWN}


def _after_operation(text: str, opening: str, number: Number) -> bool:
    if text[-1] == "%":
        return _after_digits(opening, number)
    # What is printed before other numbers is a part of the expression that is meant as a whole.
    return (
        number.in_braces
        and number.in_formula
        and not number.is_signed
        and _is_operation(text[:-1], text[-1])
    )


# An operand and its scripts, of a text reversed as LAST_WORD is. Braces of anything else may be
# those of a command's argument, which is no operand, and so may be what follows a command that is
# not known, as in `\phantom x`.
OPERAND = re.compile(
    r"(?:(?:\}[^{}]*\{|[A-Za-z0-9α])[_^]){0,2}"
    r"(?P<base>[A-Za-zα](?![A-Za-z])|\d+|\)(?![+*/=−–-])|\][^\[\]]+\[|!(?=[A-Za-z0-9)]))"
    rf"(?![_^{UNKNOWN}]|[{BLANKS}][_^{UNKNOWN}])"
)


def _is_operation(left: str, sign: str) -> bool:
    """Whether a sum or a product follows this text; one of digits may be a power of ten."""
    text = left.rstrip(BLANKS)
    operand = OPERAND.match(text[::-1])
    if operand is None or WIDE in left[len(text) :]:  # a wide space parts, as after a label
        return False
    is_sum = sign in f"+{MINUS}"
    return is_sum or (sign in "·⋅×" and not operand["base"].isdecimal())


def _after_punctuation(text: str, opening: str, number: Number) -> bool:
    last, before = text[-1], text[:-1]
    if last in ".,":
        return _after_point(before, opening, number)
    if last in ":—":
        touching = before.rstrip("}”\"'’»*`$")[-1:]
        return (
            bool(LETTERS.match(touching))
            or touching in (")", "]")
            or _spaced_colon(before, opening)
            or _after_label(before, opening, number)
        )
    if last in ")]":
        return (
            _is_spaced(opening) and not (number.is_signed or number.in_formula) and _is_aside(text)
        )
    spoken = _last_word(before) in SPOKEN
    return (
        _is_spaced(opening)
        and OPEN not in opening
        and not (spoken or (number.in_formula and last != ";"))
    )


def _spaced_colon(before: str, opening: str) -> bool:
    """`3: 0.5` and `x : 0.5` but no proportion `1 : 6`."""
    operand = before.rstrip(BLANKS)
    return (
        _is_spaced(opening)
        and bool(operand)
        and (operand == before or LETTERS.match(operand[-1]) is not None)
    )


# What a French colon or a dash stands after, with a blank: a call, a bracket that holds a word,
# `d = 5`, or a name with its number such as `Question 5`. Of a text reversed, as LAST_WORD is.
LABEL = re.compile(
    rf"\)(?P<inside>[^()]{{0,50}})\((?P<called>\w?)"
    rf"|\d{{1,9}}[{BLANKS}]?=[{BLANKS}{OPEN}]{{0,3}}(?P<name>\w)"
    rf"|\d{{1,9}}[{BLANKS}]?(?:(?:°n|\.on|\.rn|#)[{BLANKS}])?(?P<word>{LETTER}{{1,30}})",
    re.IGNORECASE,
)
OF_RATIOS = """
    odds ratio ratios chance chances rapport cote cotes proportion verhältnis quote im um with
    wette stand score
"""
RATIOS = frozenset(OF_RATIOS.split())


def _after_label(before: str, opening: str, number: Number) -> bool:
    """`EP(5) : 8,636` and `Question 5 : 8,636`, but no proportion `5 : 8` of whole numbers."""
    if number.is_whole or number.in_formula or not _is_spaced(opening):
        return False
    operand = before.rstrip(OPENING)[-LAST_WORDS:]
    found = LABEL.match(operand[::-1])
    if found is None:
        return False
    if found["word"] is None:
        named = (found["called"], found["name"], found["inside"])
        return any(LETTERS.search(text or "") for text in named)
    word = found["word"][::-1]
    is_parted = not operand.rstrip("0123456789").endswith(word)
    return is_parted and word[0].isupper() and word.lower() not in RATIOS


def _after_point(before: str, opening: str, number: Number) -> bool:
    """Not within a decimal: `0, 65` may be one, `1, 2, 3` is a list."""
    if not _is_spaced(opening):
        return False
    if not before[-1:].isnumeric():
        return not number.is_signed or not number.in_formula
    zero = re.search(r"(?<![\d.,])0\Z", before[-3:], re.ASCII)
    return not (number.is_whole and (zero or number.in_formula))


def _is_aside(text: str) -> bool:
    """Whether the bracket that closes here holds words or a plain number, and no sum."""
    opened = max(text.rfind("(", -LAST_WORDS), text.rfind("[", -LAST_WORDS))
    inside = text[opened + 1 : -1] if opened >= 0 else text[-LAST_WORDS:-1]
    return LETTERS.search(inside) is not None or not OPERATIONS & set(inside)


def _after_word(text: str, opening: str, number: Number) -> bool:
    """After a word that names no operation; a letter of a formula may be a factor."""
    word, bracketed = _last_word(text), any(bracket in opening for bracket in BRACKETS)
    if not word or not (_is_spaced(opening) or bracketed):
        return bool(bracketed) and not number.in_formula
    before = text[: len(text) - len(word)].rstrip(OPENING)
    if _is_hedged(word, before):
        return False
    if word in SPOKEN or (number.in_formula and (number.is_signed or not number.in_braces)):
        return False
    single = (
        len(word) == 1
        and word.isascii()
        and (number.is_signed or OPEN in opening or _is_times(word, text))
    )
    return not single


# What a chance such as `1 in 25` follows: after other words, as in `player 1 in 25 games`, the 1
# may be no part of it.
LEADS_TO_CHANCE = """
    is are was were be being than to at only chance chances probability odds happens wins loses
    est sont était soit à seulement chance probabilité gagne perd
    ist sind war wahrscheinlichkeit nur gewinnt verliert beträgt
"""


# `2/6 or 1 in 3`, but not `a 2 or 1 in 3 throws`
SAID_AGAIN = re.compile(r"\d(?:[.,/]\d+|[ \u00a0]?%)[ \u00a0](?:or|ou|oder)\Z", re.ASCII)


def _leads_to_chance(text: str, opening: str) -> bool:
    """Whether `1 in N` after this text is certainly a chance."""
    if any(bracket in opening for bracket in BRACKETS):
        return True
    if text[-1:] in ("", EDGE, BREAK, ":", "|") or text[-1:] in RELATIONS:
        return True
    if SAID_AGAIN.search(text[-LAST_WORDS:]):
        return True
    return _last_word(text) in CHANCE_LEADS or _is_abbreviated(text)


HEDGES = frozenset(
    [
        "about",
        "around",
        "approximately",
        "roughly",
        "nearly",
        "almost",
        "environ",
        "presque",
        "etwa",
        "rund",
        "circa",
        "ca",
        "ungefähr",
        "fast",
    ]
)


def goes_on_a_list(left: str, joins: frozenset[str]) -> bool:
    """Whether more of a list, as `0.1, 0.2 and`, may stand before."""
    text = left.rstrip(OPENING)
    return text[-1:] in (",", ";") or _last_word(text) in joins


CHANCE_LEADS = HEDGES | FILLERS | frozenset(LEADS_TO_CHANCE.split())
COUNT_WORDS = """
    two three four five six seven eight nine ten deux trois quatre cinq six sept huit neuf dix
    zwei drei vier fünf sechs sieben acht neun zehn once einmal
"""
COUNTS = ONE_WORDS | frozenset(COUNT_WORDS.split())
COUNTED = frozenset(["chance", "chances", "time", "times", "case", "fois", "mal", "fall"])
TO_ONE = frozenset(["to", "zu", "contre"])  # of the odds 24.5 to 1
COUNTED_FROM = frozenset([*PARTS, *TO_ONE, "per", "pro", "every", "alle"])
FROM = frozenset(["from", "between", "de", "entre", "von", "zwischen"])  # what a range begins with
DIGITS = "0123456789"


def _goes_on_a_chance(left: str, number: Number) -> bool:
    """Whether the number may be N of a chance such as `1 in N`, `one in about N` or `1 to N`, or 1
    of the odds `24.5 to 1`.
    """
    return any(_counts_from(text, number) for text in _before_fillers(left, NEARNESS))


def _counts_from(text: str, number: Number) -> bool:
    """Whether the text ends with a count and a word such as `in`, so that the number is the other
    part of a chance.
    """
    # A command such as \approx prints a relation.
    text = text.rstrip(OPENING + BRACKETS + "".join(RELATIONS))
    word = _last_word(text)
    if word not in COUNTED_FROM or not (number.is_whole or number.may_be_per):
        return False
    before = _without_noun(text[: len(text) - len(word)].rstrip(OPENING))
    if _last_word(before) in COUNTS:
        return True
    shorter = before.rstrip(DIGITS)
    if shorter == before:
        return False
    has_decimals = shorter[-1:] in (".", ",") and shorter[-2:-1].isdecimal()
    first = _last_word(before.rstrip(f"{DIGITS}.,{OPENING}"))
    is_range = first in FROM and word in TO_ONE
    if has_decimals:
        return word in TO_ONE and number.is_one and not is_range
    return number.is_whole or not is_range


def _without_noun(text: str) -> str:
    """The text without the words that may stand between the parts of a chance, as in `one chance
    in 25` and `1 out of 25`.
    """
    if text.lower().endswith("out"):
        text = text[:-3].rstrip(OPENING)
    last = _last_word(text)
    return text[: -len(last)].rstrip(OPENING) if last in COUNTED else text


def _is_hedged(word: str, before: str) -> bool:
    """Whether a sign or its name stands before the word: `minus about 0.5`."""
    return word in HEDGES and (_last_word(before) in SPOKEN or before[-1:] in ("\u2212", "+", "±"))


def _last_word(text: str) -> str:
    """The word with which the text ends, in small letters, "" when it ends with none."""
    found = LAST_WORD.match(text[: -LAST_WORDS - 1 : -1])
    return found[0][::-1].lower() if found else ""


def _is_times(word: str, text: str) -> bool:
    """Whether this letter at the end of the text is written for a sign of multiplication."""
    before = text[:-1].rstrip(OPENING)[-1:]
    return word == "x" and (before.isnumeric() or before in (")", "]"))


def _after_digits(opening: str, number: Number) -> bool:
    """After a space that parts neither groups of digits nor a whole number and its fraction."""
    # Emphasis that opens may be a product, and blanks of a formula print nothing.
    parted = (
        " " in opening and KEEPING not in opening and OPEN not in opening and not number.in_formula
    )
    bracketed = any(bracket in opening for bracket in BRACKETS)
    return parted and (bracketed or SEPARATE.match(number.text) is not None)


def _is_spaced(opening: str) -> bool:
    return any(blank in opening for blank in BLANKS)


# --- the right side -------------------------------------------------------------------------------

# Digits that are a number of their own: no group of three, and after them punctuation, the end of
# the cell or another word, but no sign of an operation.
PLAIN_DIGITS = re.compile(
    rf"(?!\d{{3}}(?!\d))\d+(?:[.,]\d+)?[,;.:!?)]*(?:\Z|[|{EDGE}{BREAK}]| "
    rf"(?:\Z|[|(\d]|{LETTER}{{2}}))"
)
# What follows a point or a comma that is punctuation and no decimal mark.
AFTER_POINT = re.compile(r"(?:\Z|[ \u00a0\x1e\n\x02)\]”’\"'»|;:—–]|[^\W\d_]|\.\.)")
FACTOR = re.compile(r"[ \u00a0{$\x02]*(?:[^\W\d_]|\((?![0-9]))")
SINGLE = re.compile(rf"{LETTER}(?![^\W_]|[{BLANKS}]*[+\-−–]?[{BLANKS}]*\d)")
COMPOUND = re.compile(rf"[-‐‑]{LETTER}")  # `0.5-fold`
# `0.5 (in %)`, and a factor in brackets: `0.5 (×10⁻³)`.
SCALED_ASIDE = re.compile(
    r"[(\[][$ ]{0,3}(?:(?:in|en)[$ ]{1,3})?"
    r"(?:[%‰×·]|percent|per cent|pour cent|prozent|ppm|x ?10|10[\^⁻]|times)",
    re.IGNORECASE,
)
PERIOD = re.compile(r"\(\d{1,20}\)")  # of a repeating decimal, as in 0.1(6)
NOTE = re.compile(r"[(\[][\^@A-Za-z]")  # words in brackets, a footnote, a citation
MARKUP = str.maketrans("", "", f"{BLANKS}{{}}$")
POWER_LETTER = re.compile(r"[eE][+\-−–]*\d|[xX]\d")  # of a text without MARKUP


def ends_before(right: str, number: Number) -> bool:
    """Whether a number certainly ends before this text."""
    text = right.lstrip(CLOSING + OPEN)
    closing = right[: len(right) - len(text)]
    first = text[:1]
    if OPEN in closing and first.isnumeric():  # the asterisk may be a product
        return False
    if first in ("", EDGE):
        return True
    if first == BREAK:  # digits of a new line are another number, other text as after a space
        rest = text.lstrip(OPENING + BREAK)
        is_letter = SINGLE.match(rest) is not None  # of the next line
        return rest[:1].isdecimal() or is_letter or ends_before(" " + rest, number)
    if text.startswith(("…", "...")) and not _is_spaced(closing):
        return False  # the digits go on
    if first in RELATIONS or first in "?;|„‘…—€£¥&":
        return True
    pair = None if _is_spaced(closing) else PAIR_AFTER.match(text.translate(BRACES))
    if pair and _is_of_pair(pair, number):  # then what stands behind its bracket decides
        return ends_before(pair.string[pair.end() :], number)
    if first in ".,:!":
        return _before_punctuation(text, closing, number)
    if first in "([":
        return _before_bracket(text, closing)
    if COMPOUND.match(text) and not (number.in_formula or closing):
        return False
    if first in SIGNS:  # a sum goes on; its operands are numbers of their own
        return True
    if first in "·⋅×∙":  # so does a product, unless a power of ten belongs to the number
        return (
            FACTOR.match(text, 1) is not None
            and not _names_factor(text[1:])
            and not POWER_LETTER.match(text[1:].translate(MARKUP))
        )
    if LETTERS.match(first):
        return _before_word(text, closing, number)
    return first.isdecimal() and _before_digits(text, closing, number)


def _before_bracket(text: str, closing: str) -> bool:
    if SCALED_ASIDE.match(text) or _is_unit_aside(text):
        return False
    if _is_spaced(closing) and not PERIOD.match(text):
        return True
    return NOTE.match(text) is not None


def _is_unit_aside(text: str) -> bool:
    """Whether the brackets hold a unit such as `values in %`, and no number of their own."""
    inside = re.split(r"[)\]]", text[1:LAST_WORDS], maxsplit=1)[0]
    if any(character.isdecimal() for character in inside):
        return False
    words = {word.lower() for word in LETTERS.findall(inside)}
    return "%" in inside or "‰" in inside or UNKNOWN in inside or bool(words & UNITS)


def _names_factor(text: str) -> bool:
    """Whether a number in words follows: `ten`, `a thousand`."""
    found = TIMES_SAID.match(text)
    return found is not None and found["name"].lower() in NUMBER_NAMES


def _before_punctuation(text: str, closing: str, number: Number) -> bool:
    rest = text[1:].lstrip("${}`")
    if text[0] == "!":  # of a whole number or in a formula a factorial
        return not (number.in_formula or number.is_whole or rest[:1].isdecimal())
    if text[0] == ":":
        return not rest[:1].isnumeric() and not (
            _is_spaced(closing) and rest.lstrip(BLANKS)[:1].isnumeric()
        )
    is_zero = number.is_whole and number.text.strip("$*_`{} ") == "0"
    parted = (number.in_formula or is_zero) and rest.lstrip(BLANKS)[:1].isnumeric()
    return AFTER_POINT.match(rest) is not None and not parted


def _before_word(text: str, closing: str, number: Number) -> bool:
    """Before a word that scales nothing; in a formula a letter is another factor."""
    found = LETTERS.match(text)
    word = found[0].lower() if found else ""
    rest = text[len(word) :].lstrip(OPENING)
    if POWER_LETTER.match(text.translate(MARKUP)):
        return False
    if len(word) == 1 and (number.in_formula or "$" in closing):
        return True
    if not (closing or (number.in_braces and len(word) > 1)):
        return False
    unit = UNIT_SAID.match(text)
    if unit and (unit["unit"] in "%‰" or unit["unit"].lower() in UNITS):
        return False
    if PHRASES.match(text):
        return False
    if word in BEFORE_DIGITS:
        return not rest[:1].isnumeric() and not _names_factor(text[len(word) :])
    chance = CHANCE.match(text)
    if number.may_be_count and OUT_OF.match(text):
        return True
    if chance and (number.is_whole or chance["of"] == "100"):
        return False
    return word not in SCALING and not PER_CENT.match(text)


def _before_digits(text: str, closing: str, number: Number) -> bool:
    """After a space, when they can be no group of three digits, no fraction and no power."""
    parted = closing.strip("${}`\"'”’»)]") == " " and not number.in_formula
    return parted and PLAIN_DIGITS.match(text) is not None and not _shows_thousandths(number.text)


def _shows_thousandths(number: str) -> bool:
    """Whether a group of digits may follow its decimals, since they are groups of three."""
    _, point, decimals = number.replace(",", ".").rpartition(".")
    return bool(point) and sum(character.isdecimal() for character in decimals) % 3 == 0

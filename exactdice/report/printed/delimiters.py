r"""Delimiters of numbers: what may stand beside one in a text, so that it is a number of its own.

A number is delimited by what this list names. Anything else beside it, such as a digit, a sign, a
symbol or a command that is not known, may print a part of it, and then it is refused.

    left     where a paragraph, an item, a cell or a formula begins
             a relation: = ≈ < ≤ →
             a blank after a word, after , ; : . ? ! — or after a bracket that closes
    right    where a paragraph, an item, a cell or a formula ends
             a relation
             , ; : . ? ! before a blank or what closes
             a blank before a word, a dash with a blank behind it, or a bracket

Brackets, quotation marks and markup are looked through on both sides. Words that change the number
beside them (`minus`, `half of`, `percent`) delimit none. A number in braces of its own may also be
an operand of a formula, as in `$x - \exactly{q}{0.5}$`. Both sides are as `typeset` prints them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .numbers import ONE_IN
from .spellings import MINUS
from .typeset import BREAK, EDGE, KEEPING, OPEN, UNKNOWN, WIDE

SIGNS = frozenset("+-−–‐‑⁃﹣－＋±∓")
OPERATIONS = SIGNS | frozenset("/⁄∕÷*·⋅×∙^_√%‰‱⁺⁻")
RELATIONS = frozenset("=<>≤≥≈≃≅≡≲≳∼→⇒⟶∈")
BLANKS = f" {KEEPING}"
OPENING = f"{BLANKS}{OPEN}$¤{{}}`\"'“”‘’„«»‚"  # a quotation that ends here closes after a word
BRACKETS = "(["
CLOSING = f"{BLANKS}{OPEN}$¤{{}}`\"'”“’»«)]"
# A letter of a word. Superscripts, subscripts and vulgar fractions are \w too, but scale a number.
LETTER = r"[^\W\d_\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209f\u2150-\u218b]"
LETTERS = re.compile(rf"{LETTER}+")
# Of a text reversed, so that the search starts at its end and stays short in a long line.
LAST_WORD = re.compile(rf"{LETTER}+(?![^\W_])")
TAG = re.compile(r"</?[A-Za-z]{1,10}>\Z")  # that is text, and no markup
NEARBY = 60  # characters in which the last words and the last bracket are looked for

SIGNED = re.compile(rf"[$*_`{{(\\]*[+{MINUS}]")
# A decimal that continues no group of three digits: `12 345.6` is one number, `12 34.5` is two.
SEPARATE = re.compile(r"[$*_`{]*(?!\d{3}(?!\d))\d+(?:[.,]|\{[.,]\})\d", re.ASCII)


@dataclass(frozen=True)
class Number:
    """A number as its source writes it, and where it stands."""

    text: str
    in_formula: bool  # whether a formula is open before it
    in_braces: bool = False  # whether it stands in braces of its own

    @property
    def is_signed(self) -> bool:
        """Whether it begins with a sign."""
        return SIGNED.match(self.text) is not None

    @property
    def is_whole(self) -> bool:
        """Whether it shows digits alone, or is a chance whose N does."""
        last = self.text.strip("$*_`{} ").rpartition(" ")[2]
        return last.strip("$*_`{}").isdecimal()


# --- words that change the number beside them -----------------------------------------------------

# In English, French and German: a document in one of these languages may hold words of another.
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
NO_BREAK = r"[ \u00a0]"


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
    rf"(?:per|pour|pro|vom|von|sur|auf|parts per|in an?|in one|of an?|out{NO_BREAK}of an?"
    rf"|out{NO_BREAK}of one|out{NO_BREAK}of|points?{NO_BREAK}de{NO_BREAK}pour)[ \u00a0-]*"
    r"(?:percent|cent|mill?e|thousand|tausend|hundred|hundert|million|100(?!\d)|1000(?!\d))",
    re.IGNORECASE,
)
# `in Prozent: 16.67` says what the number is, unless it says so itself.
IN_PERCENT = re.compile(
    rf"\b(?:in|en|as|als){NO_BREAK}(?:an?{NO_BREAK})?"
    r"(?:%|per[ \u00a0-]?cent|prozent|pour[ \u00a0-]?cent|pourcentage|percentage|promille|‰"
    r"|thousand(?:th)?s|hundred(?:th)?s|million(?:th)?s|tausend(?:stel)?|hundertstel|milliers"
    r"|centièmes|millièmes|ppm|ppb|bps|bp|basis points?)\Z|[(\[][ \u00a0]?[%‰]\Z",
    re.IGNORECASE,
)
UNIT = rf"(?:[%‰]|{word_pattern(' '.join(UNITS))})"
# What scales a number when it stands behind it.
BEHIND = re.compile(
    rf"{UNIT}|{word_pattern(SHARES)}|[-‐‑][^\W\d_]|{PER_CENT.pattern}"
    rf"|(?:in|as|en|als|au|given in|expressed in)(?:{NO_BREAK}|[$({{\"'“]){{1,5}}"
    rf"(?:an?{NO_BREAK})?{UNIT}"
    rf"|(?:times|fois|mal|by|par|durch|point|virgule|komma|comma){NO_BREAK}?"
    rf"(?:\d|(?:(?:an?|one){NO_BREAK})?(?:ten|zehn|dix|cent|{UNIT}))"
    rf"|,{NO_BREAK}(?:in|en){NO_BREAK}{UNIT}|‘{UNIT}|of{NO_BREAK}1{NO_BREAK}?%|Bio\.|p\.{NO_BREAK}?cent"
    rf"|(?:to|au|im|à la|zum){NO_BREAK}(?:the{NO_BREAK})?(?:[^\W\d_]{{2,12}}{NO_BREAK})?"
    rf"(?:power|carré|cube|quadrat|puissance)"
    rf"|(?:and|et|und){NO_BREAK}(?:an?{NO_BREAK}|ein{NO_BREAK})?(?:half|demie?|halb|third|quarter)"
    rf"|(?:below|under|unter|sous){NO_BREAK}(?:zero|null|zéro)"
    rf"|times{NO_BREAK}as\b|mal{NO_BREAK}so\b|fois{NO_BREAK}(?:plus|moins)\b"
    rf"|basis{NO_BREAK}points?|points?{NO_BREAK}de{NO_BREAK}(?:pourcentage|base|[$]?%)"
    rf"|v\.{NO_BREAK}?H\b|p\.{NO_BREAK}?c\b"
    r"|(?:to|zu|contre|against)[ \u00a0$]{1,3}(?:1(?![\d.,]\d|\d)|one\b|eins\b)",
    re.IGNORECASE,
)

FACTOR = re.compile(r"[$ ]{0,3}(?:[×·]|x ?10|10[\^⁻]|times)", re.IGNORECASE)


# --- the left side --------------------------------------------------------------------------------


def is_delimited_left(left: str, number: Number) -> bool:
    """Whether a number of its own certainly begins after this text."""
    text = left.rstrip(OPENING + BRACKETS)
    opening = left[len(text) :]
    in_formula = number.in_formula and "$" not in opening
    last = text[-1:]
    if last in OPERATIONS and not (in_formula and number.in_braces) and number.text[0] != "(":
        return False
    if _is_changed(left) or _is_part_of_chance(left, number):
        return False
    if "%" not in number.text and IN_PERCENT.search(text.rstrip(f":=)]{OPENING}")[-NEARBY:]):
        return False
    if (
        ONE_IN.search(number.text)
        and not (  # `1 in N` here is certainly a chance
            any(bracket in opening for bracket in BRACKETS)
            or _is_abbreviated(text)
            or last in ("", EDGE, BREAK, ":", "|")
            or last in RELATIONS
            or _last_word(text) in CHANCE_LEADS
            or SAID_AGAIN.search(text[-NEARBY:])
        )
    ):
        return False
    if last in ("", EDGE, BREAK):  # a sign may stand on the line above, or in the cell before
        above = text.rstrip(OPENING + BREAK + (EDGE if in_formula else ""))
        return above[-1:] not in OPERATIONS | {UNKNOWN}
    if last in RELATIONS:
        is_sign = last != ">" and text[:-1].rstrip(OPENING)[-1:] in SIGNS
        return not is_sign and not TAG.search(text[-13:])
    if last == "|":  # between cells; in a formula that of an absolute value
        return not in_formula and (text[-2:-1] not in SIGNS or text[-3:-2] == "|")
    if in_formula:
        return _begins_in_formula(text, opening, number)
    return _begins_in_words(text, opening, number)


# An operand and its scripts, of a text reversed as LAST_WORD is. Braces of anything else may be
# those of a command's argument, which is no operand, and so may be what follows a command that is
# not known, as in `\phantom x`.
OPERAND = re.compile(
    r"(?:(?:\}[^{}]*\{|[A-Za-z0-9α])[_^]){0,2}"
    r"(?P<base>[A-Za-zα](?![A-Za-z])|\d+|\)(?![+*/=−–-])|\][^\[\]]+\[|!(?=[A-Za-z0-9)]))"
    rf"(?![_^{UNKNOWN}]|[{BLANKS}][_^{UNKNOWN}])"
)


def _begins_in_formula(text: str, opening: str, number: Number) -> bool:
    """After a comma or a word of a formula, or as an operand where braces say what it is."""
    sign = text[-1]
    if sign in ",;":
        return _is_spaced(opening) and not (number.is_signed or number.is_whole)
    if not number.in_braces or number.is_signed:
        return False
    if LETTERS.match(sign):
        return _is_spaced(opening) and len(_last_word(text)) > 1
    # A sum or a product follows; one of digits may be a power of ten.
    left = text[:-1].rstrip(BLANKS)
    operand = OPERAND.match(left[::-1])
    if operand is None or WIDE in text[len(left) :]:  # a wide space parts, as after a label
        return False
    return sign in "+-" or (sign in "·⋅×" and not operand["base"].isdecimal())


def _begins_in_words(text: str, opening: str, number: Number) -> bool:
    last, before = text[-1], text[:-1]
    if last in ":—":
        return _begins_after_colon(before, opening, number)
    if not _is_spaced(opening):
        return False
    if LETTERS.match(last):
        word = _last_word(text)
        may_be_factor = number.is_signed or OPEN in opening or TIMES.search(text)
        return len(word) > 1 or not (may_be_factor and word.isascii())
    if last in ";?!…":
        return True
    if last in ".,":  # `0, 65` may be one number, `1, 2, 3` is a list
        zero = re.search(r"(?<![\d.,])0\Z", before[-3:], re.ASCII)
        return not (zero and number.is_whole)
    if last in ")]":
        opened = max(text.rfind("(", -NEARBY), text.rfind("[", -NEARBY))
        inside = text[opened + 1 : -1] if opened >= 0 else text[-NEARBY:-1]
        is_aside = LETTERS.search(inside) is not None or not OPERATIONS & set(inside)
        return is_aside and not number.is_signed
    if number.text.startswith("(") and RESTATED.search(text[-NEARBY:]):
        return True
    is_parted = not {KEEPING, OPEN, "$"} & set(opening)
    return last.isdecimal() and is_parted and SEPARATE.match(number.text) is not None


TIMES = re.compile(rf"[\d)\]](?:[{BLANKS}]?x|{LETTER})\Z", re.IGNORECASE)
# What a fraction in brackets says again: `0.1667 (1/6)`, `16.7 % (1/6)`, but no product `2 (1/3)`.
RESTATED = re.compile(r"\d[.,]\d+\Z|\d[ \u00a0]?%\Z", re.ASCII)
# What a French colon or a dash stands after, with a blank: a call, a bracket that holds a word,
# `d = 5`, or a name with its number such as `Question 5`. Of a text reversed, as LAST_WORD is.
LABEL = re.compile(
    rf"\)(?P<inside>[^()]{{0,50}})\((?P<called>\w?)"
    rf"|\d{{1,9}}[{BLANKS}]?=[{BLANKS}{OPEN}]{{0,3}}(?P<name>\w)"
    rf"|\d{{1,9}}[{BLANKS}](?:(?:°n|\.on|\.rn|#)[{BLANKS}])?(?P<word>{LETTER}{{1,30}})",
    re.IGNORECASE,
)
RATIO_WORDS = "odds ratio chance chances rapport cote cotes proportion verhältnis"
RATIOS = frozenset(RATIO_WORDS.split())


def _begins_after_colon(before: str, opening: str, number: Number) -> bool:
    """`Gain: 3`, `3: 0.5`, `EP(5) : 8,636` and `Question 5 : 8,636`, but no proportion `5 : 8`."""
    touching = before.rstrip("}”\"'’»*`$")[-1:]
    operand = before.rstrip(OPENING)[-NEARBY:]
    if touching in OPERATIONS:
        return False
    if LETTERS.match(touching) or touching in (")", "]"):
        return True
    if not _is_spaced(opening):
        return False
    if LETTERS.match(operand[-1:]) or (operand == before[-NEARBY:] and operand):
        return True
    found = LABEL.match(operand[::-1])
    if found is None or number.is_whole:
        return False
    if found["word"]:
        word = found["word"][::-1]
        return word[0].isupper() and word.lower() not in RATIOS
    return LETTERS.search("".join(found.groups(""))) is not None


# Words between one that changes a number and the number: `minus about 0.5`, `square of the 0.5`.
NEAR_WORDS = """
    about around approximately approx roughly nearly almost exactly precisely just some only circa
    ca c environ env presque exactement précisément juste etwa rund ungefähr fast genau knapp gut
    every each jeder jede jedem jeden chaque
"""
NEARNESS = frozenset(NEAR_WORDS.split())
JOINING_WORDS = "of by the a de du la le par aus von der dem value valeur wert"
FILLERS = NEARNESS | frozenset(JOINING_WORDS.split())
COUNT_WORDS = """
    one two three four five six seven eight nine ten un une deux trois quatre cinq sept huit
    neuf dix ein eine einer eins zwei drei vier fünf sechs sieben acht neun zehn once einmal
"""
COUNTS = frozenset(COUNT_WORDS.split())
SCALE_SIGN = re.compile(r"[%‰×]\Z|[×x·*] ?10+[⁰¹²³⁴-⁹⁻]{0,5}\Z")
CLAUSE = re.compile(r"[.;:|=\n](?!\d)")
ABBREVIATED = frozenset(["ca", "approx", "env", "c", "neg"])


def _strip_fillers(left: str, fillers: frozenset[str]) -> str:
    """The text without the words and signs, such as `about` and ≈, that it ends with."""
    text = left.rstrip(OPENING + BRACKETS)
    while True:
        word = _last_word(text)
        if word in fillers:
            text = text[: -len(word)].rstrip(OPENING + BRACKETS)
        elif text[-1:] in ("≈", "∼") or _is_abbreviated(text):
            text = text[:-1].rstrip(OPENING + BRACKETS)
        else:
            return text


def _is_changed(left: str) -> bool:
    """Whether words before the number say that another is meant: `minus exactly`, `half`,
    `(minus)`, `square root of`, `the sum of 1 and`, `−(about`.
    """
    text = left.rstrip(OPENING + BRACKETS + BREAK)
    before = _strip_fillers(text, FILLERS)
    word = _last_word(before.rstrip("0123456789"))  # also `log10`
    unit = text.rstrip(f".,:;)]{OPENING}{BREAK}")
    if word in CHANGES or _last_word(unit) in SIGN_WORDS | UNITS:
        return True
    if unit != text and SCALE_SIGN.search(unit[-NEARBY:]):
        return True
    if word in BETWEEN_TWO and _last_word(before[: -len(word)].rstrip(OPENING)) in COUNTS:
        return True
    clause = LETTERS.findall(CLAUSE.split(text[-2 * NEARBY :].lower())[-1])
    if clause and clause[-1] in BETWEEN_TWO and not OF_TWO.isdisjoint(clause):
        return True
    return before != text and (word in CHANGES_OF or before[-1:] in OPERATIONS | {UNKNOWN})


COUNTED = frozenset(["out", "chance", "chances", "time", "times", "case", "fois", "mal", "fall"])
TO = frozenset(["to", "zu", "contre"])  # of the odds 24.5 to 1
FROM = frozenset(["from", "between", "de", "entre", "von", "zwischen"])  # what a range begins with
PARTS = TO | frozenset(["in", "of", "sur", "von", "auf", "aus", "per", "pro", "every", "alle"])


def _is_part_of_chance(left: str, number: Number) -> bool:
    """Whether it may be N of a chance such as `1 in N` and `one in about N`, or one of odds."""
    near = _strip_fillers(left, NEARNESS).rstrip(f"{''.join(RELATIONS)}{OPENING}")[-NEARBY:]
    parts = re.split(r"[^\w.,]", near.lower())
    words = list(filter(None, [part.strip("_.,") for part in parts]))
    if not words or words[-1] not in PARTS:
        return False
    before = [word for word in words[:-1] if word not in COUNTED]
    if not before or not (before[-1] in COUNTS or before[-1][-1:].isdecimal()):
        return False
    if words[-1] in TO and len(before) > 1 and before[-2] in FROM:
        return False
    is_small = "%" in number.text or re.match(r"[^\d.,]*(?:0|[.,])", number.text)
    return number.is_whole or not is_small


# What a chance such as `1 in 25` follows: after other words, as in `player 1 in 25 games`, the 1
# may be no part of it.
LEADS_TO_CHANCE = """
    is are was were be being than to at only chance chances probability odds happens wins loses
    est sont était soit à seulement chance probabilité gagne perd
    ist sind war wahrscheinlichkeit nur gewinnt verliert beträgt
"""
CHANCE_LEADS = FILLERS | frozenset(LEADS_TO_CHANCE.split())
# `2/6 or 1 in 3`, but not `a 2 or 1 in 3 throws`
SAID_AGAIN = re.compile(r"\d(?:[.,/]\d+|[ \u00a0]?%)[ \u00a0](?:or|ou|oder)\Z", re.ASCII)


def goes_on_a_list(left: str, joins: frozenset[str]) -> bool:
    """Whether more of a list, as `0.1, 0.2 and`, may stand before."""
    text = left.rstrip(OPENING)
    return text[-1:] in (",", ";") or _last_word(text) in joins


def _is_abbreviated(text: str) -> bool:
    return text.endswith(".") and _last_word(text[:-1]) in ABBREVIATED


def _last_word(text: str) -> str:
    """The word with which the text ends, in small letters, "" when it ends with none."""
    found = LAST_WORD.match(text[: -NEARBY - 1 : -1])
    return found[0][::-1].lower() if found else ""


def _is_spaced(opening: str) -> bool:
    return not frozenset(BLANKS).isdisjoint(opening)


# --- the right side -------------------------------------------------------------------------------

# Digits that are a number of their own: no group of three, and after them punctuation, the end of
# the cell or another word, but no sign of an operation.
PLAIN_DIGITS = re.compile(
    rf"(?!\d{{3}}(?!\d))\d+(?:[.,]\d+)?[,;.:!?)]*(?:\Z|[|{EDGE}{BREAK}]| "
    rf"(?:\Z|[|(\d]|{LETTER}{{2}}))"
)
# What follows a point or a comma that is punctuation and no decimal mark.
AFTER_POINT = re.compile(r"(?:\Z|[ \u00a0\x1e\n\x02)\]”’\"'»|;:—–]|[^\W\d_]|\.\.)")
# `1 in 6`, `5 of 36`; after a number with decimals only 100 counts, which makes it a percentage.
SHARE = re.compile(r"(?:out )?(?:in|of|sur|von|to|auf|aus)[ \u00a0$]+(?P<of>\d+)", re.IGNORECASE)
PERIOD = re.compile(r"\(\d{1,20}\)")  # of a repeating decimal, as in 0.1(6)
NOTE = re.compile(r"[(\[][\^@A-Za-z]")  # words in brackets, a footnote, a citation
MARKUP = str.maketrans("", "", f"{BLANKS}{{}}$")
POWER_LETTER = re.compile(r"[eE][+\-−–]*\d|[xX]\d")  # of a text without MARKUP
LETTER_ALONE = re.compile(rf"{LETTER}(?![^\W_]|[{BLANKS}]*[+\-−–]?[{BLANKS}]*\d)")


def is_delimited_right(right: str, number: Number) -> bool:
    """Whether a number of its own certainly ends before this text."""
    text = right.lstrip(CLOSING)
    closing = right[: len(right) - len(text)]
    first = text[:1]
    if OPEN in closing and first.isnumeric():  # the asterisk may be a product
        return False
    if first in ("", EDGE):
        return True
    if first == BREAK:  # digits of a new line are another number, other text as after a space
        rest = text.lstrip(OPENING + BREAK)
        is_letter = LETTER_ALONE.match(rest) is not None
        return rest[:1].isdecimal() or is_letter or is_delimited_right(" " + rest, number)
    is_spaced = _is_spaced(closing)
    if POWER_LETTER.match(text.translate(MARKUP)):
        return False
    if LETTER_ALONE.match(text):  # another factor of a formula, or a unit such as k
        is_factor = number.in_formula and "$" not in closing and text[0] not in "kM"
        return text[0] in "aày" or is_factor
    if BEHIND.match(text):
        return False
    of = SHARE.match(text)
    if of and (number.is_whole or of["of"] == "100"):
        return False
    if text.startswith(("…", "...")):  # the digits may go on
        return False
    if first == "|":  # in no row of a table
        return text[1:2] in ("", *BLANKS, EDGE, BREAK)
    if first in RELATIONS or first in "?;„‘—€£¥":
        return True
    if first in ".,:!":
        return _ends_at_punctuation(text, is_spaced, number)
    if first in "([":
        inside = re.split(r"[)\]]", text[1:NEARBY], maxsplit=1)[0]
        words = {word.lower() for word in re.findall(r"[^\W\d_]+", inside)}
        # They say its unit, as `(values in %)`, and no number of their own, or a factor `(×10⁻³)`.
        if any(character.isdecimal() for character in inside):
            scales = FACTOR.match(inside) is not None
        else:
            scales = any(sign in inside for sign in "%‰×·\ufffd") or not UNITS.isdisjoint(words)
        if scales:
            return False
        return NOTE.match(text) is not None or (is_spaced and not PERIOD.match(text))
    if first in SIGNS:  # of a sum, or a dash
        return is_spaced or number.in_formula
    if LETTERS.match(first):
        return is_spaced
    if not first.isdecimal() or number.in_formula:
        return False
    _, point, decimals = number.text.replace(",", ".").rpartition(".")
    shows_thousandths = bool(point) and sum(map(str.isdecimal, decimals)) % 3 == 0
    parted = closing.strip("${}`\"'”’»)]") == " "
    return parted and PLAIN_DIGITS.match(text) is not None and not shows_thousandths


def _ends_at_punctuation(text: str, is_spaced: bool, number: Number) -> bool:
    rest = text[1:].lstrip("${}`")
    is_before_digits = rest.lstrip(BLANKS)[:1].isnumeric()
    if text[0] == "!":  # of a whole number or in a formula a factorial
        return not (number.in_formula or number.is_whole or rest[:1].isdecimal())
    if text[0] == ":":
        return not rest[:1].isnumeric() and not (is_spaced and is_before_digits)
    is_zero = number.is_whole and number.text.strip("$*_`{} ") == "0"
    is_one_number = (number.in_formula or is_zero) and is_before_digits
    return AFTER_POINT.match(rest) is not None and not is_one_number

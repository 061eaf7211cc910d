r"""What encloses a number of LaTeX: in the braces of a command that is not known, such as \sout and
\phantom, or in a definition, readers may see it otherwise, or not at all.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from ..printed.typeset import BLOCKS, MARKUP

TOKEN = re.compile(
    r"%[^\n]*|\\(?:url|nolinkurl|path)\s?\{[^{}\n]{0,500}\}|\\(?:verb\*?|lstinline(?:\[[^\[\]]{0,99}\])?)"
    r"(?:\|[^|\n]{0,500}\||![^!\n]{0,500}!|\+[^+\n]{0,500}\+)"
    r"|\\(?P<name>[A-Za-z@]+)\*?|\\[\s\S]|(?P<options>\[[^\[\]{}]{0,200}\])|[{}]|[^\s\d=]"
)
OTHERS = r"""
    exactly exactclaim exactvalue frac dfrac tfrac cfrac binom sqrt overline num SI qty href
    hyperref textcolor colorbox fbox framebox makebox parbox raisebox resizebox scalebox adjustbox
    centerline multicolumn multirow captionof subfloat subcaptionbox footnotetext marginpar thanks
    enquote frametitle framesubtitle chapter part label tag left right mathbin mathrel mathop
    textsuperscript textsubscript subparagraph minipage uline emph author date subtitle begin end
"""
PRINTING = frozenset(f"{MARKUP} {BLOCKS} {OTHERS}".split())
# Commands by which any character of the document may be printed otherwise.
TRICKS = re.compile(
    r"\\(?P<name>aftergroup|(?:cat|math|lc|uc)code|lowercase|uppercase|every(?:math|par|display)"
    r"|DeclareMathSymbol)(?![A-Za-z@])"
)


def enclosing(text: str, at: int) -> str:
    """The command around this place, or anywhere in the document, by which what stands here may be
    printed otherwise; "" where there is none.
    """
    places, names = _groups(text)
    return names[bisect_right(places, at) - 1] or _trick(text)


@lru_cache(maxsize=2)  # each mark of a document asks for it
def _trick(text: str) -> str:
    found = TRICKS.search(text)
    return f"\\{found['name']}" if found else ""


# What stands behind \iffalse is passed over where marks are read.
CONDITION = re.compile(r"if(?!f\Z|thenelse\Z)")


@lru_cache(maxsize=2)  # each mark of a document asks for it
def _groups(text: str) -> tuple[list[int], list[str]]:
    """(where braces and conditions of TeX open and close, the outermost command that prints
    otherwise, or perhaps not at all, from there on).
    """
    places, names, opened = [0], [""], list[tuple[str, str]]()
    group, conditions = "", list[str]()
    command = ""  # whose arguments come next
    for found in TOKEN.finditer(text):
        token, before = found[0], command
        if found["name"]:
            command = found["name"]
            if CONDITION.match(command) and before not in ("newif", "let", "def"):
                is_known = command in ("iftrue", "iffalse")
                conditions.append("" if is_known else f"\\{command}")
            elif command == "fi":
                conditions = conditions[:-1]
            else:
                continue
        elif token == "{":
            is_white = command == "textcolor" and text.endswith("{white}", 0, found.start())
            is_known = not command or (command in PRINTING and not is_white)
            opened.append((command, group))
            group = group or ("" if is_known else f"\\{command}")
            command = ""
        elif token == "}" and opened:
            command, group = opened.pop()
        else:
            if token[0] != "%" and not found["options"]:
                command = ""
            continue
        places.append(found.start())
        names.append(group or next(filter(None, conditions), ""))
    return places, names

"""What is listed of formats of files, from the code that reads and writes them."""

import markdown_parts as markdown

from exactdice.report.claims.claim import Kind
from exactdice.report.claims.entry import HEAD, KEYS, KINDS_OF
from exactdice.report.claims.findings import FindingsFormat
from exactdice.report.generated import ListFormat
from exactdice.writeup.tables.output_formats import TableFormat

MEANINGS_OF_HEAD = {
    "title": "how reports name the document; the name of the file without it",
    "decimal": 'its decimal mark, `","` or `"."`; either without it',
    "alpha": "the level at which an estimate is contradicted, over the whole file; `0.01` without "
    "it",
    "ties": "how strategies of the author's programme choose among optimal actions: `first`, "
    "`last`, `random`, or `any`, which leaves it open",
    "words": 'texts that mean numbers: `words = { "Tie" = 0 }`',
}
MEANINGS_OF_KEYS = {
    "id": "its name, by which other claims refer to it; its number in the file without it",
    "where": "where the number stands, for people",
    "printed": "the number as it is printed, in quotes; of a sentence its text",
    "value": "the query that a number should equal",
    "statement": "the statement that a sentence claims, in the place of `value`",
    "kind": "how the number is meant: see below",
    "given": "options for this claim alone: `given = { target = 2 }`",
    "note": "shown when the claim does not hold",
    "n": "how many random games the number is the mean of",
    "games": "the same, where n is the name of an index",
    "run": "the sample that several estimates are of",
    "tolerance": 'how far the value may be: `0.05`, `"5 %"` of the number, `"1e-9"`',
    "level": "the chance with which a printed error holds; one standard deviation without it",
    "source": 'where the number stands in the author\'s result file: `"a.csv row=3 column=mean"`, '
    '`"a.json /runs/0/win"`',
}
MEANINGS_OF_KINDS = {
    Kind.ROUNDED: "it is rounded to the decimals it shows; without a kind",
    Kind.EXACT: "it is meant exactly",
    Kind.TRUNCATED: "its decimals are cut off",
    Kind.ABOUT: "it is near, within `tolerance`",
    Kind.INTERVAL: "two numbers, between which the value is: `0.33 to 0.34`",
    Kind.AT_MOST: "the value is at most the number",
    Kind.AT_LEAST: "the value is at least the number",
    Kind.CONVERGED: "an iteration found it, within `tolerance`",
    Kind.UNCERTAIN: "it has a printed error, `0.0672 ± 0.001` or `0.0672(10)`",
    Kind.MONTECARLO: "it is the mean of `n` random games",
    Kind.STATEMENT: "a sentence, which is true or false; where there is a `statement`",
}
MEANINGS_OF_FORMATS = {
    FindingsFormat.TEXT: "for people, a line for each claim",
    FindingsFormat.JSON: "everything that is known of each claim",
    FindingsFormat.SARIF: "SARIF 2.1.0, a result for each claim that does not hold",
    FindingsFormat.JUNIT: "a test suite for each document, a case for each claim",
    FindingsFormat.GITHUB: "annotations that GitHub shows beside the lines of a change",
    FindingsFormat.MARKDOWN: "a page with a table of what does not hold",
    FindingsFormat.HTML: "the documents as a page, each number with its verdict and exact value",
}


def head_keys() -> str:
    """A table of the keys of `[document]`."""
    rows = ([markdown.code(key), MEANINGS_OF_HEAD[key]] for key in HEAD)
    return markdown.table(["key of `[document]`", "meaning"], rows)


def claim_keys() -> str:
    """A table of the keys of `[[claim]]`, and the kinds that they belong to."""
    rows = ([markdown.code(key), MEANINGS_OF_KEYS[key], _kinds(key)] for key in (*KEYS, *KINDS_OF))
    return markdown.table(["key of `[[claim]]`", "meaning", "of which kinds"], rows)


def _kinds(key: str) -> str:
    return ", ".join(markdown.code(kind) for kind in KINDS_OF.get(key, ())) or "all"


def kinds() -> str:
    """A table of the kinds of claims."""
    rows = ([markdown.code(kind), MEANINGS_OF_KINDS[kind]] for kind in Kind)
    return markdown.table(["kind", "what it says of the number"], rows)


def findings_formats() -> str:
    """A table of the formats of `verify`."""
    rows = ([markdown.code(form), MEANINGS_OF_FORMATS[form]] for form in FindingsFormat)
    return markdown.table(["format", "what is written"], rows)


def table_formats() -> str:
    """The formats of tables, and those of lists of values."""
    tables = ", ".join(map(markdown.code, TableFormat))
    lists = ", ".join(map(markdown.code, ListFormat))
    return f"- Tables (`table --format`): {tables}.\n- Lists (`values --format`): {lists}.\n"

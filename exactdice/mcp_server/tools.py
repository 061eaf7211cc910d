"""The tools as assistants read them: what each is for, what it takes, and what answers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Event
from typing import Any

from ..errors import ExactDiceError, nearest
from ..jobs.allowance import Allowance
from ..jobs.crew import within
from . import answers
from .arguments import checked
from .documents import LONGEST_TEXT, NAMES, verify_text

# What workers need, loaded once for all of them where processes are not forked.
PRELOADED = [
    "exactdice.documents.underway",
    "exactdice.mcp_server.answers",
    "exactdice.games.all_loaded",  # of which `games` tells
]
LONGEST_QUERY = 10_000  # characters


@dataclass(frozen=True)
class Limits:
    """What a request may use, and whether what was found is kept on the disk."""

    allowance: Allowance
    is_kept: bool = True


@dataclass(frozen=True)
class Tool:
    """A tool with the schema of its arguments; `work` answers within limits until it is stopped."""

    name: str
    title: str
    description: str
    schema: Mapping[str, object]
    work: Callable[[Mapping[str, Any], Limits, Event], answers.Data]

    def answer(self, asked: Mapping[str, object], limits: Limits, stopped: Event) -> answers.Data:
        """The answer; `ExactDiceError` in one line where there is none."""
        checked(asked, self.schema)
        return self.work(asked, limits, stopped)


def named(name: str) -> Tool:
    """The tool of this name; `ExactDiceError` with all names where there is none."""
    known = {tool.name: tool for tool in TOOLS}
    if name not in known:
        raise ExactDiceError(
            f"unknown tool {name}{nearest(name, known)}: there are {', '.join(known)}"
        )
    return known[name]


def _by_worker(
    work: Callable[[Mapping[str, Any]], answers.Data],
) -> Callable[[Mapping[str, Any], Limits, Event], answers.Data]:
    """The work done by one worker."""

    def answered(asked: Mapping[str, Any], limits: Limits, stopped: Event) -> answers.Data:
        return within(limits.allowance, work, asked, stopped, PRELOADED)

    return answered


def _of_document(asked: Mapping[str, Any], limits: Limits, stopped: Event) -> answers.Data:
    return verify_text(asked, limits.allowance, stopped, limits.is_kept)


def make_ready(allowance: Allowance) -> None:
    """Load what workers need, so that the first request need not wait for it."""
    within(allowance, bool, None, preloaded=PRELOADED)


# --- schemas --------------------------------------------------------------------------------------


def _object(required: list[str], **properties: Mapping[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _text(description: str, **more: object) -> dict[str, object]:
    return {"type": "string", "description": description, **more}


def _flag(description: str) -> dict[str, object]:
    return {"type": "boolean", "description": description, "default": False}


def _options(description: str) -> dict[str, object]:
    value = {
        "type": ["string", "integer", "boolean", "array"],
        "items": {"type": ["string", "integer"]},
    }
    return {"type": "object", "description": description, "additionalProperties": value}


QUERY = _text(
    "A query, such as EP(5), EG(0,0), gain(blind, optimal), win(i,j), 2d6 >= 7, mean(4d6), "
    "1 - EP(5)/10, or a statement such as all(d, 1..5, EP(d) < EP(d + 1)). The tool `games` lists "
    "all words.",
    maxLength=LONGEST_QUERY,
)
OPTIONS = _options(
    'Options of the query, and values of names that it leaves open: {"game": "pig", "target": '
    '20, "dice": 3, "weights": "1,1,2"}. Write fractions and decimals as texts: "3/8", "0.25".'
)
RANGES = _options(
    'Ranges of the open names of the queries, {"d": "1..10"} or {"d": "1,3,5"} or {"a": '
    '"blind,optimal"}, and options, {"dice": 3}.'
)
CLAIM = _object(
    ["printed"],
    printed=_text('The number or the sentence as it is printed: "8.64", "64.9 %", "1 in 25".'),
    query=QUERY,
    statement=_text("In place of a query, where a sentence is claimed.", maxLength=LONGEST_QUERY),
    options=OPTIONS,
    kind=_text("How the number is meant; default: rounded.", enum=answers.KINDS),
    n={
        "type": ["integer", "string"],
        "description": 'Of kind montecarlo: how many random games, or "unknown".',
    },
    tolerance=_text('Of kinds about and converged: "0.5", "5 %".'),
    level=_text('Of kinds with a printed error: "0.95".'),
)
ASKED = "Nothing is rounded before it is printed, no floats are used."

TOOLS = (
    Tool(
        "value",
        "Exact value of a query",
        "The exact value of a query about dice or a small two-player game: a fraction, a law, a "
        f"set, or true or false for a statement; and the same as a decimal. {ASKED} Use it to "
        "check a number of a paper against its exact value.",
        _object(
            ["query"],
            query=QUERY,
            options=OPTIONS,
            digits={
                "type": "integer",
                "description": "Decimals of the decimal; default 6.",
                "minimum": 0,
                "maximum": 1000,
            },
            proved=_flag(
                "Also say what an independent checker accepted of the solution behind the value."
            ),
        ),
        _by_worker(answers.value),
    ),
    Tool(
        "table",
        "Table of exact values",
        "A table of one query over one or two ranges, of several queries over one range, or of "
        f"laws such as 2d6, whose rows are the outcomes. {ASKED}",
        _object(
            ["queries"],
            queries={
                "type": "array",
                "items": QUERY,
                "minItems": 1,
                "maxItems": 20,
                "description": 'Queries with open names, ["EP(d)", "best_dice(d)"], or laws.',
            },
            options=RANGES,
            format=_text("Default: markdown.", enum=answers.FORMATS),
            style=_text("How cells are written: frac (default), dec:4, mixed, factored, symbolic."),
        ),
        _by_worker(answers.table),
    ),
    Tool(
        "verify_text",
        "Verify the marked numbers of a document",
        "Compares the numbers that are marked in a text with exact values. Marks: in Markdown "
        "`8.64<!-- exactdice: EP(5) -->` and `A sentence. <!-- exactdice claim: EP(5) > 8 -->`, in "
        "LaTeX `\\exactly{EP(5)}{8.64}`, in CSV `# exactdice table: ...` before a table, in TOML "
        '[[claim]] with printed = "8.64" and value = "EP(5)". No file is read: a mark that names '
        "one is unchecked. Answers with a verdict for each claim, first those that do not hold.",
        _object(
            ["text", "format"],
            text=_text("The text of the document.", maxLength=LONGEST_TEXT),
            format=_text("What the text is written in.", enum=list(NAMES)),
            strict=_flag("A number cut off or suspect is wrong too, and a proposal not accepted."),
            proved=_flag("Use no solution that the checker rejects."),
        ),
        _of_document,
    ),
    Tool(
        "explain_verdict",
        "What a verdict means, or what a claim gets",
        "Says in words what a verdict of verify_text means; and for a claim (a printed number or "
        "sentence with its query) which verdict it gets and why, with the exact value and hints at "
        "what the printed number is the right value of.",
        _object(
            [],
            verdict=_text("A verdict.", enum=answers.VERDICTS),
            claim=CLAIM,
        ),
        _by_worker(answers.explain_verdict),
    ),
    Tool(
        "games",
        "Games and words",
        "Lists the games and the words of queries, each with its options; or describes one game: "
        "rules, options with limits, strategies, and each word with a worked query. Ask this "
        "before you write a query.",
        _object([], name=_text("A game to be described, as pig or dice-battle.")),
        _by_worker(answers.games),
    ),
)

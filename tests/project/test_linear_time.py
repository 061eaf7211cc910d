"""Readers take time linear in the file: no regular expression is ambiguous, and the work grows as
the input does.
"""

import ast
import importlib
import sys
from contextlib import suppress

import pytest
from ambiguity import ambiguity
from command_line import ROOT

from exactdice.claims import claims
from exactdice.documents import marked_tables as marked
from exactdice.documents.documents import read_document
from exactdice.documents.uncovered import uncovered
from exactdice.errors import ExactDiceError
from exactdice.interchange.arena_file import read_arena
from exactdice.interchange.efg_reader import read_efg
from exactdice.interchange.lp_reader import read_lp
from exactdice.interchange.nfg import read_nfg

BAD = {  # what is known to explode, from the issue trackers of many projects
    r"(a+)+$": "exponential",
    r"(?:\\ |\s| )+y": "exponential",
    r"(?:[ ]| )+x": "exponential",
    r"(a|a)*b": "exponential",
    r"(a|aa)+$": "exponential",
    r"(\w+\s?)*:": "exponential",
    r"\s*\s*x": "polynomial",
    r".*.*x": "polynomial",
    r"\d*[0-9]*x": "polynomial",
    r"end\s*(?:-->)?\s*$": "polynomial",
    r":(?P<words>.*?)(?:-->)?\s*$": "polynomial",
    r"a*b?a*c": "polynomial",
    r"[^\n]{0,1000}[a-z]{0,1000}x": "polynomial",
}
GOOD = [
    r"(\s|x )*y",
    r"(?:[^\n]*\n)*x",
    r"\d+\.\d+x",
    r"\s*[a-z]+\s*=x",
    r'"(?:[^"\\]|\\.)*"x',
    r"(a|b)*c",
    r"a{2,3}b",
    r"\d+(?:,\d+)*x",
    r"a*",
    r"a|b|c",
]


@pytest.mark.parametrize(("pattern", "kind"), BAD.items())
def test_the_lint_knows_bad_patterns(pattern, kind):
    assert ambiguity(pattern) == kind


@pytest.mark.parametrize("pattern", GOOD)
def test_the_lint_passes_good_patterns(pattern):
    assert ambiguity(pattern) == ""


def test_a_search_begins_anew_everywhere():
    assert ambiguity(r"\s+x") == ""
    assert ambiguity(r"\s+x", searched=True) == "polynomial"
    assert ambiguity(r"\\[^\n]*", searched=True) == ""  # cannot fail any more
    assert ambiguity(r"\\[a-z]\d", searched=True) == ""


# --- every regular expression of the package ------------------------------------------------------

SEARCHING = {"search", "finditer", "findall", "sub", "split"}
MATCHING = {"match", "fullmatch"}
GUARDED = {
    "uncovered.py"
    # a look behind keeps its search from beginning within a number, which the lint does not see:
    # large
    # texts below
}
MODULES = sorted(
    path
    for path in (ROOT / "exactdice").rglob("*.py")
    if "re." in path.read_text(encoding="utf-8") and path.name not in GUARDED
)
LOCAL = {  # names that patterns are made of within functions, each with the values it takes
    "csv_marks.py": [{"mark": mark} for mark in ",;\t"],
}


def module_of(path):
    return importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def is_re(node):
    return isinstance(node, ast.Name) and node.id == "re"


def calls_of_re(tree):
    """(function, pattern, flags) of every call of a function of `re` that takes a pattern."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and is_re(node.func.value)
            and node.func.attr != "escape"
        ):
            at = {"sub": 4, "split": 3}.get(node.func.attr, 1 if node.func.attr == "compile" else 2)
            flags = [word.value for word in node.keywords if word.arg == "flags"] + node.args[at:]
            yield node.func.attr, node.args[0], flags[0] if flags else ast.Constant(0)


def searched_names(tree):
    """The names of compiled patterns by which texts are searched, here or where they are handed
    over.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from (word.id for word in node.args if isinstance(word, ast.Name))
            if isinstance(node.func, ast.Attribute) and node.func.attr in SEARCHING:
                yield ast.unparse(node.func.value).rpartition(".")[2].partition("[")[0]


def searched_in(path):
    """(module, name) of the compiled patterns by which this module searches, its own or imported
    ones.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    home = {name.name: node.module.rpartition(".")[2] for node in imports for name in node.names}
    return {(home.get(name, path.stem), name) for name in searched_names(tree)}


SEARCHED = set().union(*map(searched_in, (ROOT / "exactdice").rglob("*.py")))


def constants(tree):
    """Names that are texts, wherever in the module."""
    found = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
    ]
    return {
        target.id: node.value.value
        for node in found
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def value_of(node, names):
    return eval(
        compile(ast.fix_missing_locations(ast.Expression(node)), "pattern", "eval"), names
    )  # our own source


def patterns_of(path):
    """(pattern, flags, searched) of the regular expressions in the module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = constants(tree) | vars(module_of(path))
    assigned = [
        node
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]
    compiled = {ast.unparse(node.value): node.targets[0].id for node in assigned}
    for function, pattern, flags in calls_of_re(tree):
        by_name = [
            name
            for value, name in compiled.items()
            if f"re.compile({ast.unparse(pattern)}" in value
        ]
        anywhere = function in SEARCHING or any((path.stem, name) in SEARCHED for name in by_name)
        anywhere |= function == "compile" and not by_name  # one that is used where it is made
        for local in LOCAL.get(path.name, [{}]):
            found = value_of(pattern, names | local)
            yield (
                found if isinstance(found, str) else found.pattern,
                int(value_of(flags, names)),
                anywhere,
            )


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_regular_expression_of_the_package_is_ambiguous(path):
    found = {
        (pattern, searched): ambiguity(pattern, flags, searched)
        for pattern, flags, searched in patterns_of(path)
    }
    assert {case: kind for case, kind in found.items() if kind} == {}


# --- work in steps --------------------------------------------------------------------------------

MARK = "<!-- exactdice: EP(5) -->"
LABELS = "<!-- exactdice table: EP(a) a={} -->\n| a | b |\n|---|---|\n| 1 | 2 |\n"
BLOCK = "<!-- exactdice table: EP(d) d=1..1 -->\nx\n<!-- exactdice end -->\n"
TABLE = "<!-- exactdice table: EP(d) d=1..1 -->"
CLAIM = '[[claim]]\nprinted = "1"\nvalue = "EP(5)"\n'
WORST = [  # (reader, what grows with n)
    ("r.md", lambda n: "8.636" + " " * n + MARK),
    ("r.md", lambda n: "1" * n + MARK),
    ("r.md", lambda n: "1 111" * n + MARK),
    ("r.md", lambda n: "0.1" + " (" * n + "3)" + MARK),
    ("r.md", lambda n: f"8.636{MARK} " * n),
    ("r.md", lambda n: f"8.636{MARK}\n" * n),
    ("r.md", lambda n: "`" * n + f"\n8.636{MARK}"),
    ("r.md", lambda n: "` `` " * n + f"8.636{MARK}"),
    ("r.md", lambda n: "<!-- " * n),
    ("r.md", lambda n: "<!-- " * n + "exactdice -->"),
    ("r.md", lambda n: "<!-- exactdice:" * n),
    ("r.md", lambda n: "<!-- exactdice: EP(5)\n" * n),
    ("r.md", lambda n: "<!-- exactdice:" * n + "-->"),
    ("r.md", lambda n: "`<!--" * n + "`"),
    ("r.md", lambda n: "> " * n + "`\n" + "a\n" * n + MARK),
    ("r.md", lambda n: "`\n" + "> - a\n" * n + MARK),
    ("r.md", lambda n: "`\n" + "".join("  " * (k % 60) + "- a\n" for k in range(n)) + MARK),
    ("r.md", lambda n: "> ```\n" * n + MARK),
    ("r.md", lambda n: "```\n" * n),
    ("r.md", lambda n: "> \t" * n + "x" + MARK),
    ("r.md", lambda n: LABELS.format("x," * n + "y")),
    ("r.md", lambda n: LABELS.format("x(" * n + "y")),
    ("r.md", lambda n: TABLE * n + "\n" * n + "| d | EP |\n|---|---|\n| 1 | 4 |\n"),
    ("r.md", lambda n: TABLE + "\n| d | EP |\n|" + " - |" * n + "x\n| 1 | 4 |\n"),
    ("r.md", lambda n: "---\n" + "a: b\n" * n),
    ("r.md", lambda n: "---\nexactdice:\n" + "".join(f"  k{k}: 1\n" for k in range(n)) + "---\n"),
    ("r.md", lambda n: f"8.636<!-- exactdice: EP(5) {'a' * n} -->"),
    (
        "r.md",
        lambda n: "8.636<!-- exactdice: EP(5) " + "".join(f"k{k}=1 " for k in range(n)) + "-->",
    ),
    ("r.tex", lambda n: "\\exactly{EP(5)}{8.636}\n" * n),
    ("r.tex", lambda n: "8.636 % exactdice: EP(5)\n" * n),
    ("r.tex", lambda n: "\\exactly" * n),
    ("r.tex", lambda n: "\\exactly{" * n),
    ("r.tex", lambda n: "\\exactly{a}{" * n),
    ("r.tex", lambda n: "\\Exactly{a}{b}" * n),
    ("r.tex", lambda n: "{" * n + "\\exactly{EP(5)}{8.636}"),
    ("r.tex", lambda n: "\\exactly{EP(5)}{" + "{" * n),
    ("r.tex", lambda n: "\\verb" * n + "|" + "x" * n),
    (
        "r.tex",
        lambda n: (
            "% exactdice table: EP(d) d=1..1\n" * n
            + "\\begin{tabular}{ll}\nd & e \\\\\n1 & 4 \\\\\n\\end{tabular}\n"
        ),
    ),
    (
        "r.tex",
        lambda n: (
            "% exactdice table: EP(d) d=1..1\n\\begin{tabular}{ll}\n"
            + "\\hline " * n
            + "x\n\\end{tabular}\n"
        ),
    ),
    (
        "r.tex",
        lambda n: (
            "\\sisetup{mode=text}\n" * n + "% exactdice table: EP(d) d=1..1\n\\begin{tabular}{ll}\n"
            "d & e \\\\\n1 & 4 \\\\\n\\end{tabular}\n" * n
        ),
    ),
    ("r.csv", lambda n: "# exactdice table: EP(d) d=1..1\nd,e\n1,4\n\n" * n),
    ("r.csv", lambda n: "# exactdice table: EP(d) d=1..1\n" + "a," * n + "\n"),
    ("r.csv", lambda n: '# exactdice table: EP(d) d=1..1\n"' + '""' * n + "x\n"),
    ("r.toml", lambda n: CLAIM + ".".join(["a"] * n) + " = 1\n"),
    (
        "r.toml",
        lambda n: CLAIM + "".join(f"{'.'.join(['b'] * 90)}{k} = 1\n" for k in range(n // 50)),
    ),
    ("r.toml", lambda n: CLAIM * n),
    ("r.toml", lambda n: CLAIM + "given = " + "[" * n),
    ("r.toml", lambda n: CLAIM + "note = '" + "x" * n + "'\n"),
    ("m.md", lambda n: BLOCK * n),
    (
        "m.md",
        lambda n: "<!-- exactdice table: EP(d) d=1..1" + " " * n + "x -->\n<!-- exactdice end -->",
    ),
    (
        "m.md",
        lambda n: "<!-- exactdice table: EP(d) d=1..1 -->\n<!-- exactdice end" + " " * n + "x",
    ),
    ("m.md", lambda n: "<!-- exactdice table: EP(d) " + "d=1 " * n + "-->\n<!-- exactdice end -->"),
    ("g.nfg", lambda n: 'NFG 1 R "x" { "A" "B" } { 1 ' + f"{n} }}" + " 1 -1" * n),
    ("g.nfg", lambda n: "NFG 1 R " + '"' * n),
    ("g.nfg", lambda n: 'NFG 1 R "x" ' + "{ " * n),
    ("g.nfg", lambda n: 'NFG 1 R "x" ' + "{ " * n + "} " * n),
    ("g.nfg", lambda n: 'NFG 1 R "x" { "A" "B" } { ' + "{ } " * n + "}"),
    ("g.efg", lambda n: 'EFG 2 R "x" { "A" "B" }\n' + 'c "" 1 "" { "a" 1 } 0\n' * n),
    ("g.efg", lambda n: 'EFG 2 R "x" { ' + '"A" ' * n),
    (
        "p.lp",
        lambda n: "max x\nst\n" + "".join(f" c{k}: x + y{k} <= 1\n" for k in range(n)) + "end",
    ),
    ("p.lp", lambda n: "max x\nst\n" + " " * n + "x"),
    ("p.lp", lambda n: "max " + "+ " * n + "x"),
    ("p.lp", lambda n: "max " + "1 x + " * n + "x"),
    ("p.lp", lambda n: "max " + "1 x +\n" * n + "x\nend"),
    ("p.lp", lambda n: "max x\nst\n" + "1 <= x <= 1\n" * n + "end"),
    ("p.lp", lambda n: "max x\nst\nx <= 1\nbounds\n" + "x free\n" * n + "end"),
    ("p.lp", lambda n: "max " + "\\" * n),
    (
        "a.json",
        lambda n: "{" + ", ".join(f'"{k}": ["{k + 1}"]' for k in range(n)) + f', "{n}": []}}',
    ),
    ("a.json", lambda n: '{"a": ' + "[" * n),
]


def read_any(path):
    readers = {".nfg": read_nfg, ".efg": read_efg, ".lp": read_lp, ".json": read_arena}
    if path.name == "m.md":
        text = marked.read_document(path)
        return [
            marked.Renewed(block, "")
            for block in marked.blocks(path, text)
            if marked._words_of(block)
        ]
    read = readers.get(path.suffix, read_document)
    return read(path)


def steps(path):
    """How many lines of Python are executed, and how many calls of C, while the file is read or
    refused.
    """
    count = 0

    def trace(_frame, _event, _argument):
        nonlocal count
        count += 1
        return trace

    claims.parsed.cache_clear()
    claims.read_number.cache_clear()
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read_any(path)
    except (ExactDiceError, RecursionError):
        pass
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize(
    ("name", "text"), WORST, ids=lambda case: case if isinstance(case, str) else ""
)
@pytest.mark.usefixtures("must_end")
def test_work_grows_as_the_file_does(tmp_path, name, text):
    """Four times the file is at most about four times the work (a quadratic reader needs sixteen
    times).
    """
    path = tmp_path / name
    path.write_text(text(150))
    read_quietly = steps(path)  # what is loaded once is loaded
    counts = []
    for n in (150, 600):
        path.write_text(text(n))
        counts.append(steps(path))
    assert counts[1] <= 6 * counts[0] + 2000, (read_quietly, counts)


HALF = "<!-- exactdice: 1/2 -->"
DENSE = [  # what each mark looks back over, in vain
    ("r.md", "$" * 80 + f"3{HALF} "),
    ("r.md", "+" * 80 + f"3{HALF} "),
    ("r.md", "3]*" * 30 + f"3*{HALF} "),
    ("r.md", "*\n" * 40 + f"0.5{HALF}\n"),
    ("r.md", f"3{HALF}" * 4),
    ("r.md", "{3} " * 20 + f"_3_{HALF} "),
    ("r.md", "3" + "*_" * 40 + HALF),
    ("r.tex", "3)" * 40 + "3 % exactdice: 1/2\n"),
    ("r.tex", "&" * 80 + r"\exactly{1/2}{3}"),
    ("r.tex", r"{\small" * 10 + r"\exactly{1/2}{3}"),
]
PER_CHARACTER = 600  # steps; one that reads again for each mark needs thousands


@pytest.mark.parametrize(
    ("name", "text"), DENSE, ids=lambda case: case if isinstance(case, str) else ""
)
@pytest.mark.usefixtures("must_end")
def test_marks_that_stand_close_do_not_look_back_over_the_same_text(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    steps(path)  # what is loaded once is loaded
    repeated = text * (8000 // len(text))
    path.write_text(repeated)
    assert steps(path) <= PER_CHARACTER * len(repeated)


@pytest.mark.parametrize(
    ("name", "text"), WORST, ids=lambda case: case if isinstance(case, str) else ""
)
@pytest.mark.usefixtures("must_end")
def test_a_large_file_of_the_worst_shape_is_read_or_refused(tmp_path, name, text):
    """What C does within a step: an exponential reader would not end, whatever the machine."""
    path = tmp_path / name
    path.write_text(text(3000))
    with suppress(ExactDiceError, RecursionError):
        read_any(path)


LONG = 200_000  # characters: a quadratic search takes hours
UNCOVERED = [
    "1",
    "1 ",
    "1\u00a0",
    "1\u00a0111",
    "1.",
    "1,1",
    "-",
    " ",
    "1 111x",
    "10^",
    "\\num{",
    "\\frac{1}{",
    "<a",
    "](",
    "\\verb|",
    "\\begin{tabular}",
    "\\ref[",
    "1cm",
    "%",
]


@pytest.mark.parametrize("suffix", [".md", ".tex", ".csv"])
@pytest.mark.parametrize("part", UNCOVERED)
@pytest.mark.usefixtures("must_end")
def test_the_numbers_that_no_claim_covers_are_found_in_linear_time(tmp_path, suffix, part):
    path = tmp_path / f"r{suffix}"
    mark = {
        ".md": f"8.636{MARK}",
        ".tex": r"\exactly{EP(5)}{8.636}",
        ".csv": "a,8.636 # exactdice: EP(5)",
    }[suffix]
    path.write_text(f"{mark}\n\n{part * (LONG // len(part))}x\n", encoding="utf-8")
    with suppress(ExactDiceError):
        list(uncovered(read_document(path)))

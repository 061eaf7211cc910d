"""Files of the shapes that take readers longest, and the steps that reading takes."""

import sys

from exactdice.exact.errors import ExactDiceError
from exactdice.interop.interchange.gambit import read_efg, read_nfg
from exactdice.interop.interchange.lp_file import read_lp
from exactdice.interop.interchange.suffixes import read_arena
from exactdice.report.claims import entry, printed_value
from exactdice.report.documents import marked_tables as marked
from exactdice.report.documents.documents import read_document
from exactdice.report.documents.marks import read_table_words
from exactdice.report.printed.source import parts_of

# --- work in steps --------------------------------------------------------------------------------

MARK = "<!-- exactdice: EP(5) -->"
LABELS = "<!-- exactdice table: EP(a) a={} -->\n| a | b |\n|---|---|\n| 1 | 2 |\n"
SHAPED = "<!-- exactdice table: EP(d) {} -->\n"
CLAIM = '[[claim]]\nprinted = "1"\nvalue = "EP(5)"\n'


def tabular(rows):
    return (
        f"% exactdice table: EP(d) d=*\n\\begin{{tabular}}{{rr}}\nd & EP \\\\ {rows}"
        "\n\\end{tabular}\n"
    )


WORST = [  # (reader, what grows with n)
    ("r.md", lambda n: "<b>x " * n + MARK),  # tags that are never closed
    ("r.md", lambda n: "8.636" + " " * n + MARK),
    ("r.md", lambda n: "1 111" * n + MARK),
    ("r.md", lambda n: "0.1" + " (" * n + "3)" + MARK),
    ("r.md", lambda n: "`" * n + f"\n8.636{MARK}"),
    ("r.md", lambda n: "` `` " * n + f"8.636{MARK}"),
    ("r.md", lambda n: "<!-- " * n),
    ("r.md", lambda n: "<!-- exactdice:" * n),
    ("r.md", lambda n: "`<!--" * n + "`"),
    ("r.md", lambda n: "`\n" + "> - a\n" * n + MARK),
    ("r.md", lambda n: "> ```\n" * n + MARK),
    ("r.md", lambda n: "```\n" * n),
    ("r.md", lambda n: LABELS.format("x," * n + "y")),
    ("r.md", lambda n: LABELS.format("x(" * n + "y")),
    ("r.md", lambda n: "---\n" + "a: b\n" * n),
    ("r.md", lambda n: f"8.636<!-- exactdice: EP(5) {'a' * n} -->"),
    (
        "r.md",
        lambda n: "8.636<!-- exactdice: EP(5) " + "".join(f"k{k}=1 " for k in range(n)) + "-->",
    ),
    ("r.md", lambda n: SHAPED.format("d=*") + "<table>" + "<tr><td>1<td>2" * n + "</table>"),
    ("r.md", lambda n: (SHAPED.format("d=*") + "<table><tr><td>1\n") * n),
    ("r.md", lambda n: SHAPED.format("d=*") + "<table>" + "<tr><td rowspan=3>1" * n + "</table>"),
    ("r.md", lambda n: LABELS.format('1..1 skip="' + "x," * n + 'b"')),
    ("r.md", lambda n: LABELS.format("1..1") + "| 1 | {" + "1: 1/2, " * n + "} |\n"),
    ("r.tex", lambda n: tabular("\\multirow{9}{*}{1} & 2 \\\\" * n)),
    ("r.tex", lambda n: tabular("\\endhead \\caption{1} \\\\" * n)),
    ("r.tex", lambda n: tabular("&" * n + "\\\\ 1")),
    ("r.tex", lambda n: "\\exactly{EP(5)}{8.636}\n" * n),
    ("r.tex", lambda n: "\\exactly" * n),
    ("r.tex", lambda n: "\\exactly{a}{" * n),
    ("r.tex", lambda n: "{" * n + "\\exactly{EP(5)}{8.636}"),
    ("r.tex", lambda n: "\\verb" * n + "|" + "x" * n),
    (
        "r.tex",
        lambda n: (
            "% exactdice table: EP(d) d=1..1\n" * n
            + "\\begin{tabular}{ll}\nd & e \\\\\n1 & 4 \\\\\n\\end{tabular}\n"
        ),
    ),
    ("r.csv", lambda n: "# exactdice table: EP(d) d=1..1\nd,e\n1,4\n\n" * n),
    ("r.csv", lambda n: '# exactdice table: EP(d) d=1..1\n"' + '""' * n + "x\n"),
    ("r.toml", lambda n: CLAIM + ".".join(["a"] * n) + " = 1\n"),
    ("r.toml", lambda n: CLAIM * n),
    ("r.toml", lambda n: CLAIM + "note = '" + "x" * n + "'\n"),
    (
        "m.md",
        lambda n: "<!-- exactdice table: EP(d) d=1..1" + " " * n + "x -->\n<!-- exactdice end -->",
    ),
    ("m.md", lambda n: "<!-- exactdice table: EP(d) " + "d=1 " * n + "-->\n<!-- exactdice end -->"),
    ("g.nfg", lambda n: "NFG 1 R " + '"' * n),
    ("g.nfg", lambda n: 'NFG 1 R "x" ' + "{ " * n + "} " * n),
    ("g.efg", lambda n: 'EFG 2 R "x" { "A" "B" }\n' + 'c "" 1 "" { "a" 1 } 0\n' * n),
    ("g.efg", lambda n: 'EFG 2 R "x" { ' + '"A" ' * n),
    ("p.lp", lambda n: "max x\nst\n" + " " * n + "x"),
    ("p.lp", lambda n: "max " + "1 x + " * n + "x"),
    ("p.lp", lambda n: "max x\nst\n" + "1 <= x <= 1\n" * n + "end"),
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
            for block in marked.blocks(path, text, [])
            if read_table_words(block.words)
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

    entry.parsed.cache_clear()
    parts_of.cache_clear()
    printed_value.read_number.cache_clear()
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read_any(path)
    except (ExactDiceError, RecursionError):
        pass
    finally:
        sys.settrace(before)
    return count

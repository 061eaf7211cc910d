"""Hostile documents: no script runs, no request leaves, and all their numbers are there."""

import json
from time import monotonic

import pytest
from reports import opened, results_of, written

from exactdice.report.documents.verification import findings_in, read_documents

RAN = "document.title = 'ran'"
HOSTILE = [
    f"<script>{RAN}</script>",
    f'<img src=x onerror="{RAN}">',
    f'<img src="https://example.org/a.png" onload="{RAN}">',
    f'<svg onload="{RAN}"><script>{RAN}</script></svg>',
    f'<iframe srcdoc="<script>{RAN}</script>" src="https://example.org"></iframe>',
    f'<a href="javascript:{RAN}" id="click">click</a>',
    f"[click](javascript:{RAN.replace(' ', '')})",
    f"[click](JaVaScRiPt:{RAN.replace(' ', '')})",
    "[click](data:text/html,<script>alert(1)</script>)",
    "[click](vbscript:msgbox)",
    f"<javascript:{RAN.replace(' ', '')}>",
    "![alt](https://example.org/pixel.png)",
    '![alt](x "\\" onerror=alert(1)")',
    '[a](https://example.org/"onmouseover="alert(1))',
    "<style>body { background: url(https://example.org/a) }</style>",
    '<div style="background: url(https://example.org/a)">styled</div>',
    '<link rel="stylesheet" href="https://example.org/a.css">',
    '<meta http-equiv="refresh" content="0; url=https://example.org">',
    '<base href="https://example.org/">',
    '<form action="https://example.org"><button>send</button></form>',
    "</section></main></body></html><script>document.title='ran'</script>",
    "<!--><script>document.title='ran'</script>-->",
    "<![CDATA[<script>document.title='ran'</script>]]>",
    "<?php <script>document.title='ran'</script> ?>",
    '<table><tr><td onclick="alert(1)" colspan="9">cell</td></tr></table>',
    '<button class="finding" data-finding="1">forged</button>',
    "`</code><script>document.title='ran'</script>`",
    "```html\n</code></pre><script>document.title='ran'</script>\n```",
    "$\\href{javascript:alert(1)}{x}$",
    "$\\htmlData{a=b}{x} \\htmlId{panel}{x} \\htmlClass{finding}{x} \\htmlStyle{color:red}{x}$",
    "$\\includegraphics{https://example.org/a.png} \\url{https://example.org}$",
    "$\\def\\x{\\x\\x}\\x$",
    "$\\rule{9999em}{9999em}$",
    "$\\textcolor{#100001}{1} \\textcolor{url(https://example.org)}{1}$",
    "$\\gdef\\frac#1#2{<script>}\\text{</span><script>document.title='ran'</script>}$",
    "$" + "\\sqrt{" * 150 + "x" + "}" * 150 + "$",
    "$" + "x^{" * 200 + "x" + "}" * 200 + "$",
    "$\\def\\x#1{" + "\\sqrt{" * 25 + "#1" + "}" * 25 + "}\\x{\\x{\\x{\\x{x}}}}$",
    "$" + "{" * 2000 + "x" + "}" * 2000 + "$",
    "$" + "x^" * 4000 + "$",
    "a\u202egnp.exe\u2066 b\u200f",
    "a\x00b\x1b[31mc\x07",
    "&#x202e; &#0; &lt;script&gt;",
    "\ufffe\uffff \ud7ff",
    "> " * 200 + "deep",
    "[" * 500 + "x" + "](" * 500,
    "*" * 3000,
    "| a |\n|---|\n" + "| <script>document.title='ran'</script> |\n" * 5,
]
# A byte 0 is refused in a file of text; only JSON can bring it in.
AS_TEXT = [text.replace("\x00", "") for text in HOSTILE]
MARK = "8.636<!-- exactdice: EP(5) -->"
SAFE = """() => ({
  scripts: document.querySelectorAll("main script, main iframe, main img, main svg, main style,"
    + " main form, main link, main meta, main object, main embed, main base").length,
  handlers: [...document.querySelectorAll("main *")].flatMap(one => [...one.attributes])
    .filter(({ name }) => name.startsWith("on")).length,
  links: [...document.querySelectorAll("main a")].map(one => one.getAttribute("href"))
    .filter(href => !/^(https?:|mailto:|#finding-)/.test(href)),
  rels: [...document.querySelectorAll("main .shown a")]
    .filter(one => !one.rel.includes("noopener")).length,
  findings: [...document.querySelectorAll(".finding[data-finding]")].map(one => one.id),
  title: document.title,
})"""


def is_inert(page, count, clicked=1):
    """Nothing ran, nothing could, and each number is there once."""
    found = page.evaluate(SAFE)
    assert "ran" not in found["title"].split()
    assert (found["scripts"], found["handlers"], found["links"], found["rels"]) == (0, 0, [], 0)
    assert sorted(found["findings"]) == sorted(f"finding-{k}" for k in range(1, count + 1))
    page.click(f"#finding-{clicked}")
    assert page.is_visible("#panel-exact")


@pytest.fixture(scope="module")
def one_by_one(tmp_path_factory):
    """Each hostile text in a document of its own."""
    folder = tmp_path_factory.mktemp("hostile")
    texts = [f"{MARK}\n\n{text}\n\nand {MARK}\n" for text in AS_TEXT]
    paths = [written(folder, f"{k}.md", text) for k, text in enumerate(texts)]
    return results_of(*paths)


def test_markdown_is_inert(browser_page, tmp_path, one_by_one):
    page = opened(browser_page, tmp_path, one_by_one)
    is_inert(page, sum(len(found) for _, found in one_by_one))
    assert sum(len(found) for _, found in one_by_one) == 2 * len(HOSTILE)


def test_latex_is_inert(browser_page, tmp_path):
    number = "\\exactly{EP(5)}{8.636}"
    body = "\n\n".join(f"{number} {text}" for text in AS_TEXT if "```" not in text)
    macros = "\\newcommand{\\a}{\\href{javascript:alert(1)}{x}}\n\\newcommand{\\__proto__}{x}\n"
    text = f"{macros}\\begin{{document}}\n{body}\n$\\a$ {number}\n\\end{{document}}\n"
    results = results_of(written(tmp_path, "a.tex", text))
    page = opened(browser_page, tmp_path, results)
    is_inert(page, len(results[0][1]))


def test_csv_is_inert(browser_page, tmp_path):
    cells = "\n".join(
        '1,8.636,"' + text.replace('"', '""').replace("\n", " ") + '"' for text in AS_TEXT
    )
    table = "# exactdice table: EP(d) d=5..6\nd,mean\n5,8.636\n6,8.703"
    text = f"# {HOSTILE[0]}\n{table}\n\n{cells}\n"
    results = results_of(written(tmp_path, "a.csv", text))
    page = opened(browser_page, tmp_path, results)
    is_inert(page, len(results[0][1]))


def test_a_notebook_is_inert(browser_page, tmp_path):
    def cell(kind, source, **more):
        return {"cell_type": kind, "source": source, "metadata": {}, **more}

    html = {"text/html": "<table><tr><td><script>document.title='ran'</script>1</td></tr></table>"}
    cells = [cell("markdown", f"{text}\n\n{MARK}") for text in HOSTILE]
    cells += [
        cell(
            "code",
            f"print('{text}')",
            execution_count=1,
            outputs=[
                {"output_type": "stream", "name": "stdout", "text": text},
                {"output_type": "display_data", "metadata": {}, "data": html},
                {"output_type": "error", "ename": text, "evalue": text, "traceback": [text]},
            ],
        )
        for text in HOSTILE
    ]
    held = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}
    results = results_of(written(tmp_path, "a.ipynb", json.dumps(held)))
    page = opened(browser_page, tmp_path, results)
    is_inert(page, len(results[0][1]))


def test_a_claims_file_is_inert(browser_page, tmp_path):
    """In titles, names, notes, places, queries, and what is printed."""
    claims = ["[document]\ntitle = '</title></script><script>document.title=1</script>'\n"]
    for text in HOSTILE:
        quoted = json.dumps(text[:150]).replace("\x7f", "")
        claims.append(
            f"[[claim]]\nid = {quoted}\nprinted = {quoted}\nvalue = {quoted}\nwhere = {quoted}\n"
            f"note = {quoted}\n[[claim]]\nprinted = '9.5'\nvalue = 'EP(5)'\nnote = {quoted}\n"
        )
    results = results_of(written(tmp_path, "a.toml", "".join(claims)))
    page = opened(browser_page, tmp_path, results)
    is_inert(page, len(results[0][1]), 2)


def test_a_number_may_stand_anywhere(browser_page, tmp_path):
    """In links, pictures, code, comments, headings, addresses: each is a button once."""
    places = (
        f"[a {MARK}](https://example.org)",
        f"![a {MARK}](https://example.org/a.png)",
        f"# Heading {MARK}",
        "**8.636**<!-- exactdice: EP(5) -->",
        "*8.636*<!-- exactdice: EP(5) -->",
        "`8.636`<!-- exactdice: EP(5) -->",
        "$8.636$<!-- exactdice: EP(5) -->",
        "$$x = 8.636$$<!-- exactdice: EP(5) -->",
        f"> - {MARK}",
        f"<b>{MARK}</b>",
        f"<div>\n{MARK}\n</div>",
        f"<table><tr><td>{MARK}</td></tr></table>",
        f"[ref]: https://example.org/{MARK}",
        f"<https://example.org/{MARK}>",
        f"~~{MARK}~~",
        "8.636<!-- exactdice: EP(5 -->",
        "Five score more than four.<!-- exactdice claim: EP(5) > EP(4) -->",
    )
    path = written(tmp_path, "a.md", "\n\n".join(places))
    (document,) = read_documents([path])
    page = opened(browser_page, tmp_path, [(document, findings_in(document))])
    assert len(document.claims) >= len(places) - 2
    is_inert(page, len(document.claims))


def test_many_slow_formulas_are_left_as_they_are_written(browser_page, tmp_path):
    slow = "$\\def\\x{\\x" + "x" * 2000 + "}\\x$"
    path = written(tmp_path, "a.md", f"{MARK}\n\n" + f"{slow}\n\n" * 300)
    begun = monotonic()
    page = opened(browser_page, tmp_path, results_of(path))
    is_inert(page, 1)
    assert monotonic() - begun < 8
    assert page.locator(".formula:not(.untypeset)").count() == 0

r"""The values that a LaTeX document asks for by \exactvalue, and the file that holds them."""

import os

import pytest

from exactdice.exact.errors import ClaimsError, ExactDiceError
from exactdice.report.generated import HEADER, file_of, values_of, written_before

BEGIN, END = "\\documentclass{article}\n\\begin{document}\n", "\\end{document}\n"


def document(tmp_path, body, name="main.tex", **options):
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(body if "document}" in body else BEGIN + body + END, newline="", **options)
    return path


def lines_of(main):
    """The lines of the file of values, without what each of them begins with."""
    header, *lines = values_of(main).text.splitlines()
    assert f"{header}\n" == HEADER
    return [line.removeprefix("\\exactdicevalue") for line in lines]


def said_of(main):
    return [str(error).removeprefix(f"{main.parent}/") for error in values_of(main).errors]


@pytest.mark.parametrize(
    ("body", "line"),
    [
        (r"\exactvalue{EP(1)}{dec:2}", "{EP(1)}{dec:2}{3.50}"),
        ("\\exactvalue{P(1,\r\n   1)}\r\n{percent:1}", r"{P(1, 1)}{percent:1}{16.7\,\%}"),
        (r"\exactvalue{best\_dice(10)}{}", r"{best\_dice(10)}{}{6}"),
        (r"\exactvalue{17 \% 5}{}", r"{17 \% 5}{}{2}"),
        (
            r"\exactvalue{EP(1) - 4}{dec:1 decimal=,}",
            r"{EP(1) - 4}{dec:1 decimal=,}{\ensuremath{-}0{,}5}",
        ),
    ],
)
def test_a_value_is_written_under_its_words_as_latex_reads_them(tmp_path, body, line):
    main = document(tmp_path, body)
    assert lines_of(main) == [line]
    assert values_of(main).errors == ()


@pytest.mark.parametrize(
    "body",
    [
        "% \\exactvalue{EP(}{}\n",
        r"\verb|\exactvalue{EP(}{}|",
        "\\begin{verbatim}\n\\exactvalue{EP(}{}\n\\end{verbatim}\n",
        r"\lstinline{\exactvalue{EP(}{}}",
        r"\newcommand{\exactvalue}[2]{}",
        r"\\exactvalue and more",
        f"{BEGIN}{END}\\exactvalue{{EP(}}{{}}",
        "50 \\% of \\exactly{EP(1)}{3.5}",
    ],
)
def test_what_is_displayed_and_what_is_no_value_asks_for_nothing(tmp_path, body):
    main = document(tmp_path, body)
    assert lines_of(main) == said_of(main) == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (r"\exactvalue{EP(1)}{roman}", "main.tex:3: expected QUERY [key=value ...] [style]"),
        (r"\exactvalue{EP(1)}", r"main.tex:3: expected {the style} in \exactvalue{query}{style}"),
        ("\n\\exactvalue{EP(1)\n\n}{}", "main.tex:4: unclosed mark: expected } after the query"),
        (
            "\\exactvalue{EP(1) % one\n}{}",
            r"main.tex:3: a comment within \exactvalue{query}{style}",
        ),
        (r"\exactvalue{EP(#1)}{}", "must be written out, without commands and arguments"),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_hides_nothing(tmp_path, body, said):
    main = document(tmp_path, f"{body}\n" + r"\exactvalue{EP(1)}{dec:1}")
    assert "{EP(1)}{dec:1}{3.5}" in lines_of(main)
    (error,) = said_of(main)
    assert said in error


def test_the_words_of_the_document_hold_for_all(tmp_path):
    head = '% exactdice document: title="A report" decimal="," faces=4\n'
    main = document(tmp_path, f"{head}{BEGIN}\\exactvalue{{P(1,1)}}{{dec:2}}{END}")
    assert lines_of(main) == ["{P(1,1)}{dec:2}{0{,}25}"]


def test_words_that_nothing_takes_are_refused(tmp_path):
    main = document(
        tmp_path, f"% exactdice document: targt=4\n{BEGIN}\\exactvalue{{P(1,1)}}{{}}{END}"
    )
    with pytest.raises(ClaimsError, match=r"main.tex: the document has the unknown option targt"):
        values_of(main)


def test_files_that_it_takes_in_are_read_once(tmp_path):
    (tmp_path / "out.tex").write_text(r"\exactvalue{EP(9)}{}")
    folder = tmp_path / "paper"
    document(folder, r"\exactvalue{EP(2)}{} \input{main} \input{parts/one}", "parts/one.tex")
    document(folder, r"\exactvalue{EP(3)}{dec:1}", "three.tex")
    document(folder, "\\exactvalue{EP(4)}{}\n\\exactvalue{EP(}{}", "four.ltx")
    document(folder, "\\exactvalue{EP(7)}{}", "table.csv")
    os.symlink("../out.tex", folder / "link.tex")
    os.symlink("three.tex", folder / "inner.tex")
    body = (
        "\\input{parts/one} \\include{three} \\input four.ltx \\input{missing} \\input{inner}\n"
        "\\input{../out} \\input{/etc/passwd} \\input{link}\n"
        "% \\input{four}\n\\includegraphics{out} \\input{table.csv} \\input{main.exact}"
    )
    main = document(folder, body)
    (folder / "main.exact.tex").write_text(f"{HEADER}\\exactvalue{{EP(8)}}{{}}")
    found = values_of(main)
    assert [line[:20] for line in lines_of(main)] == [
        "{EP(2)}{}{\\ensuremat",
        "{EP(3)}{dec:1}{7.4}",
        "{EP(4)}{}{\\ensuremat",
    ]
    names = [path.name for path in found.files]
    assert names == ["main.tex", "one.tex", "three.tex", "four.ltx"]
    assert said_of(main) == ["four.ltx:4: query 'EP(', column 4: the query ends too early"]
    left_out = [place.rpartition(": ")[2] for place in found.left_out]
    assert left_out == ["../out", "/etc/passwd", "link"]


def test_a_part_that_cannot_be_read_hides_nothing(tmp_path):
    (tmp_path / "latin.tex").write_bytes(b"caf\xe9")
    (tmp_path / "open.tex").write_text("\n\\begin{verbatim}")
    main = document(tmp_path, r"\input{latin} \input{open} \exactvalue{EP(1)}{dec:1}")
    assert lines_of(main) == ["{EP(1)}{dec:1}{3.5}"]
    latin, verbatim = said_of(main)
    assert "latin.tex:1: cannot be read: it must be UTF-8 text" in latin
    assert r"open.tex:2: expected \end{verbatim} before the end" in verbatim


@pytest.mark.parametrize(
    "data", [b"\xef\xbb\xbf\\exactvalue{EP(1)}{dec:1}", b"\r\\exactvalue{EP(1)}{dec:1}\r"]
)
def test_byte_order_marks_and_lone_returns_are_no_part_of_it(tmp_path, data):
    (tmp_path / "main.tex").write_bytes(data)
    assert lines_of(tmp_path / "main.tex") == ["{EP(1)}{dec:1}{3.5}"]


@pytest.mark.parametrize(
    ("name", "said"), [("main.md", "must be a LaTeX document"), ("no.tex", "cannot be read")]
)
def test_a_document_that_is_none_is_refused(tmp_path, name, said):
    if name.endswith(".md"):
        (tmp_path / name).write_text("text")
    with pytest.raises(ClaimsError, match=said):
        values_of(tmp_path / name)


def make_foreign(path, kind):
    if kind == "a file":
        path.write_text("my own notes")
    elif kind == "a folder":
        path.mkdir()
    elif kind == "a link":
        os.symlink(path.parent / "elsewhere", path)
    elif kind == "a link to a file of values":
        (path.parent / "other.exact.tex").write_text(HEADER)
        os.symlink("other.exact.tex", path)
    else:
        os.mkfifo(path)


@pytest.mark.parametrize(
    "kind", ["a file", "a folder", "a link", "a link to a file of values", "a pipe"]
)
def test_what_is_no_file_of_values_is_never_written_over(tmp_path, kind):
    main = document(tmp_path, r"\exactvalue{EP(1)}{}")
    make_foreign(file_of(main), kind)
    with pytest.raises(ExactDiceError, match=r"main\.exact\.tex: cannot be (?:written|read)"):
        written_before(main)


def test_a_file_of_values_differs_when_it_says_something_else(tmp_path):
    empty, full = document(tmp_path, ""), document(tmp_path, r"\exactvalue{EP(1)}{}", "full.tex")
    assert not values_of(empty).differ_from(None)  # a document without values needs no file
    assert not values_of(empty).differ_from(HEADER.encode())
    assert values_of(empty).differ_from(values_of(full).text.encode())
    assert values_of(full).differ_from(None)
    assert values_of(full).differ_from(HEADER.encode())
    assert not values_of(full).differ_from(values_of(full).text.encode())

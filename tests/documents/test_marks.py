"""A mark that an author meant is never passed over in silence, nor a word of a mark: each is read,
or refused with its place.
"""

import re
from string import ascii_lowercase

import pytest
from complaints import complaints
from hypothesis import given
from hypothesis import strategies as st

from exactdice.exact.errors import ClaimsError
from exactdice.query.evaluate import parse_word
from exactdice.report.claims.claim import Verdict, exit_status
from exactdice.report.documents import marks as marking
from exactdice.report.documents import verification as checking
from exactdice.report.documents.documents import read_document
from exactdice.report.documents.marked_tables import blocks, renewed

RIGHT = {
    ".md": "0.5<!-- exactdice: 1/2 -->\n\n",
    ".tex": "a \\exactly{1/2}{0.5}\n\n",
    ".csv": "# exactdice table: d/2 d=1..1\nd,x\n1,0.5\n\n",
}
MISSPELT = [
    (".md", "0.6<!-- Exactdice: 1/2 -->"),
    (".md", "0.6<!-- exactdice 1/2 -->"),
    (".md", "0.6<!-- exact dice: 1/2 -->"),
    (".md", "0.6<!-- exacdice: 1/2 -->"),
    (".md", "0.6<!--\n  Exactdice:\n  1/2 -->"),
    (".md", '0.6<!-- "exactdice: 1/2" -->'),
    (".md", "<!-- exactdice endd -->"),
    (".md", "<!-- exactdice tabel: EP(d) d=1..3 -->"),
    (".md", "<!-- exactdice documnt: decimal=, -->"),
    (".tex", "0.6 % Exactdice: 1/2"),
    (".tex", "\\Exactly{1/2}{0.6}"),
    (".tex", "$\\EXACTLY{1/2} {\\frac{3}{5}}$"),
    (".tex", "\\exatly{1/2}{0.6}"),
    (".csv", '"# exactdice table: d/2 d=1..1"\nd,x\n1,0.6'),
    (".csv", " # exactdice table: d/2 d=1..1\nd,x\n1,0.6"),
    (".csv", "// exactdice table: d/2 d=1..1\nd,x\n1,0.6"),
]


@pytest.mark.parametrize(("suffix", "text"), MISSPELT)
def test_a_misspelt_mark_is_one_bad_claim_and_no_other_is_lost(tmp_path, suffix, text):
    for where, whole in {
        "last": RIGHT[suffix] + text,
        "first": text + "\n\n" + RIGHT[suffix],
    }.items():
        file = tmp_path / f"{where}{suffix}"
        file.write_text(whole, encoding="utf-8")
        document = read_document(file)
        found = checking.findings_in(document)
        assert sorted(one.verdict for one in found) == [Verdict.EXACT, Verdict.UNCHECKED]
        bad = next(one for one in found if one.verdict == Verdict.UNCHECKED)
        assert "\n" not in bad.reason + bad.claim.printed.text
        assert "exactdice" in bad.reason or "\\exactly" in bad.reason
        assert document.source.text.count("\n", 0, bad.claim.span[0]) == bad.claim.line - 1
        assert exit_status(found) == 2
        assert checking.patches([(document, found)]) == ""


@pytest.mark.parametrize(("suffix", "text"), MISSPELT)
def test_no_flag_skips_a_document_whose_only_mark_is_misspelt(tmp_path, suffix, text):
    file = tmp_path / f"r{suffix}"
    file.write_text(text, encoding="utf-8")
    assert marking.may_hold_marks(file.read_bytes())
    (document,) = checking.read_documents([file], skip_unmarked=True)
    assert exit_status(checking.findings_in(document)) == 2


TEXTS = [
    (".md", "<!-- made with exactdice -->"),
    (".md", "<!-- exact dice are hard to make -->"),
    (".md", "<!-- exactly: as in the book -->"),
    (".md", "Exactdice: a library. Exactly what is needed."),
    (".md", "`<!-- Exactdice: 1/2 -->`\n\n```\n<!-- exact-dice: 1/2 -->\n```"),
    (".md", "<!-- exactdice end -->"),
    (".tex", "0.6 % made with exactdice"),
    (".tex", "% exactdice.sty must lie beside this file"),
    (".tex", "\\newcommand{\\Exactly}[2]{#2} \\Exactly{1/2}{0.6}"),
    (".tex", "\\verb|\\Exactly{1/2}{0.6}| \\exact{1/2}{3} \\Exactly so"),
    (".csv", "exactdice,0.5\nExactdice,0.6"),
    (".csv", '"made with # exactdice"\n# made with exactdice'),
]


@pytest.mark.parametrize(("suffix", "text"), TEXTS)
def test_text_that_names_the_library_is_text(tmp_path, suffix, text):
    file = tmp_path / f"r{suffix}"
    file.write_text(text + "\n\n" + RIGHT[suffix], encoding="utf-8")
    assert [one.verdict for one in checking.findings_in(read_document(file))] == [Verdict.EXACT]


def edits(word):
    """Every word with one letter missing, added, replaced, or two neighbours exchanged, by the
    definition.
    """
    cuts = [(word[:k], word[k:]) for k in range(len(word) + 1)]
    yield from (left + right[1:] for left, right in cuts if right)
    yield from (left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1)
    yield from (
        left + letter + right[1:] for left, right in cuts if right for letter in ascii_lowercase
    )
    yield from (left + letter + right for left, right in cuts for letter in ascii_lowercase)


@pytest.mark.parametrize("name", [marking.NAME, *marking.MACROS])
def test_one_wrong_letter_is_noticed_and_a_file_with_it_is_not_skipped(name):
    for word in edits(name):
        assert marking.differs_by_one_letter(word, name), word
        text = f"a <!-- {word}: 1/2 -->" if name == marking.NAME else f"\\{word}{{1}}{{2}}"
        assert marking.may_hold_marks(text.encode()), word
        assert name in marking.MACROS or marking.is_mark(f"{word}: 1/2")


@given(st.text(alphabet="exactdi", min_size=4, max_size=12))
def test_one_letter_off_is_the_definition(word):
    assert marking.differs_by_one_letter(word, marking.NAME) == (
        word in {marking.NAME, *edits(marking.NAME)}
    )


def test_a_misspelt_head_in_the_front_matter_is_refused(tmp_path):
    file = tmp_path / "r.md"
    for key in ("Exactdice:", "exactdice :", "exact-dice:", "exactdice: {dice: 3}"):
        file.write_text(f"---\ntitle: x\n{key}\n  dice: 3\n---\n{RIGHT['.md']}", encoding="utf-8")
        with pytest.raises(ClaimsError, match=r"r\.md:3: expected `exactdice:`"):
            read_document(file)


LOST_HEADS = [
    "\n---\nexactdice:\n  dice: 3\n---\n",
    "\r\n \n---\nexactdice:\n  dice: 3\n---\n",
    "<!-- a comment -->\n---\ntitle: x\nexactdice:\n  dice: 3\n---\n",
    "<!-- a\ncomment -->\n\n<!-- b -->\n---\nexactdice:\n  dice: 3\n...\n",
    "# Title\n\n---\nexactdice:\n  dice: 3\n---\n",
    "---\ntitle: x\n---\n\n---\nexactdice:\n  dice: 3\n---\n",
    "---\nexactdice:\n  dice: 3\n\n",  # never closed
    "exactdice:\r\n\tdice: 3\n\n",
    "Text.\n\nExactdice: {dice: 3}\n\n",
    "```\ncode\n```\n<!-- a comment -->\nexactdice:\n  dice: 3\n\n",
    "---\nexactdice:\n- faces: 4\n---\n",
    "---\nexactdice:\n  - faces: 4\n---\n",
    "---\nexactdice:\n-\n  faces: 4\n---\n",
]


@pytest.mark.parametrize("head", LOST_HEADS)
def test_options_in_front_matter_are_never_lost_in_silence(tmp_path, head):
    file = tmp_path / "r.md"
    file.write_text(head + RIGHT[".md"], encoding="utf-8", newline="")
    with pytest.raises(ClaimsError, match=r"r\.md:\d+: .*(?:front matter|under exactdice)"):
        read_document(file)


def test_rules_of_a_document_are_no_front_matter(tmp_path):
    file = tmp_path / "r.md"
    text = "A report.\n\n---\nexactdice: a library\n---\n"
    for before in (text, "\n---\n\nText\n\n---\n"):
        file.write_text(before + RIGHT[".md"], encoding="utf-8")
        assert len(read_document(file).claims) == 1


SHOWN_HEADS = [
    "Write\n\n```yaml\n---\nexactdice:\n  dice: 3\n---\n```\n\n",
    "~~~\nexactdice:\n  dice: 3\n~~~\n\n",
    "Write\n\n    exactdice:\n      dice: 3\n\n",
    "<!-- left out for now:\nexactdice:\n  dice: 3\n-->\n",
    "exactdice:\n\n  note: a library\n\n",
    "dice:\n  exactdice: 3\n\n",
]


@pytest.mark.parametrize("text", SHOWN_HEADS)
def test_options_that_are_shown_or_spoken_of_are_text(tmp_path, text):
    file = tmp_path / "r.md"
    file.write_text(text + RIGHT[".md"], encoding="utf-8")
    assert len(read_document(file).claims) == 1


# --- marks of tables that are made again ----------------------------------------------------------

BLOCK = "<!-- exactdice table: EP(d) d=1..2 -->\n<!-- exactdice end -->\n"
BAD_BLOCKS = [
    ("a.md", "<!-- exactdice tabel: EP(d) d=1..2 -->\n", "must begin"),
    ("a.typ", "// Exactdice table: EP(d) d=1..2\n", "must begin"),
    ("a.md", "- <!-- exactdice table: EP(d) d=1..2 -->\n", "must begin its line"),
    ("a.md", "<!-- exactdice table: EP(d) d=1..2\nstyle=dec:3 -->\n", "must end its line"),
]


@pytest.mark.parametrize(("name", "text", "message"), BAD_BLOCKS)
def test_a_misspelt_block_is_refused_with_its_line(tmp_path, name, text, message):
    with pytest.raises(ClaimsError, match=rf"{name}:3: .*{message}"):
        renewed(tmp_path / name, BLOCK + text)


def test_marks_of_other_kinds_and_text_are_passed_over(tmp_path):
    text = (
        "# Exactdice: a manual\n`<!-- exactdice table: x -->` <!-- made with exactdice "
        "-->\n0.5<!-- exactdice: 1/2 -->\n"
    )
    document = "<!-- exactdice document: dice=2 -->\n"
    assert len(list(blocks(tmp_path / "a.md", document + text + BLOCK, []))) == 1


FENCES = [  # code that holds what would be a mark
    "- ```\n  {}\n  ```\n",
    "> ```\n> {}\n> ```\n",
    "````\n```\n{}\n```\n````\n",
    "```\n~~~\n{}\n```\n",
    "```\n{}\n``` no end\n{}\n```\n",
]


@pytest.mark.parametrize("code", FENCES)
def test_both_readers_agree_on_what_is_code(tmp_path, code):
    (tmp_path / "a.md").write_text(
        code.replace("{}", "0.6<!-- exactdice: 1/2 -->") + RIGHT[".md"], encoding="utf-8"
    )
    assert len(read_document(tmp_path / "a.md").claims) == 1
    before = next(line for line in code.splitlines() if "{}" in line).partition("{}")[0]
    block = BLOCK.strip().replace("\n", f"\n{before}")  # all of it in the item or quotation
    for inside in (block, "<!-- exactdice end -->"):
        assert len(list(blocks(tmp_path / "a.md", code.replace("{}", inside) + BLOCK, []))) == 1


# --- the words of a mark --------------------------------------------------------------------------

GRID = "\n| d | x |\n|--|--|\n| 1 | 0.5 |\n"
BAD_WORDS = [
    ("style=frak", "style must be one of frac"),
    ("siunitx=maybe", "siunitx must be one of yes, no"),
    ("stlye=frac", "unknown option stlye"),
]


@pytest.mark.parametrize(("word", "message"), BAD_WORDS)
def test_a_word_of_a_table_is_refused_by_both_commands(tmp_path, word, message):
    file, mark = tmp_path / "a.md", f"<!-- exactdice table: d/2 d=1..1 {word} -->"
    file.write_text(mark + GRID, encoding="utf-8")
    assert re.search(rf"a\.md:[14]: .*{message}", complaints(file)[0])
    with pytest.raises(ClaimsError, match=rf"a\.md:1: .*{message}"):
        renewed(file, f"{mark}\n<!-- exactdice end -->\n")


def test_siunitx_is_yes_or_no(tmp_path):
    text = "% exactdice table: d/2 d=1..1 style=dec:1 {}\n% exactdice end\n"
    for words, is_set in (
        ("siunitx=yes", True),
        ("--siunitx", True),
        ("siunitx=no", False),
        ("", False),
    ):
        (found,) = renewed(tmp_path / "a.tex", text.format(words))
        assert ("table-format" in found.body) == is_set
    for answer, is_noted in (("yes", False), ("no", True)):
        file = tmp_path / "b.tex"
        table = "\\begin{tabular}{rr}\nd & x \\\\\n1 & 1,503 \\\\\n\\end{tabular}"
        file.write_text(
            (
                "% exactdice document: decimal=.\n% exactdice table: d+503/1000 d=1..1 "
                f"siunitx={answer}\n{table}\n"
            ),
            encoding="utf-8",
        )
        (found,) = checking.findings_in(read_document(file))
        # What siunitx prints has the document's decimal mark, whatever is written.
        assert (found.verdict, bool(found.claim.printed.note)) == (Verdict.EXACT, is_noted)


@pytest.mark.parametrize("blank", ["\u00a0", "\u2028", "\u3000", "\x1c", "\x0b", "\t"])
def test_any_blank_parts_the_words_of_a_table(blank):
    """A space that does not break, as a word processor writes it, was passed by no word."""
    read = marking.read_table_words(f"EP(d){blank}d=1..2{blank}style=dec:3 {blank} ")
    assert (read.queries, read.words) == (("EP(d)",), {"d": "1..2", "style": "dec:3"})


@pytest.mark.parametrize("labels", [3, 9])
def test_a_table_with_fewer_columns_than_labels_is_one_bad_claim(write, labels):
    mark = f"<!-- exactdice table: EP(d) d=1..1 labels={labels} -->"
    (claim,) = read_document(write(f"{mark}\n| d | EP |\n|---|---|\n| 1 | 3.5 |\n")).claims
    assert f"2 columns, of which {labels} hold labels: expected more" in claim.unclear


OF_A_FILE = 'by_table("x y.csv")'
SAID = [f"p={OF_A_FILE}", f'p="{OF_A_FILE}"', f"p='{OF_A_FILE}'", f"note='a b' p={OF_A_FILE} id=a"]


@pytest.mark.parametrize("said", SAID)
def test_a_value_keeps_the_quotes_within_it(write, said):
    """Whatever quotes stand around a value, its own are those of the query."""
    mark = f"<!-- exactdice: gain(p, first) {said} dice=2 target=3 -->"
    (claim,) = read_document(write(f"The gain is 0{mark}.")).claims
    assert not claim.unclear
    assert claim.given["p"] == parse_word(OF_A_FILE)


@pytest.mark.parametrize("quote", ["", '"', "'"])
def test_a_label_of_a_table_keeps_its_quotes(write, quote):
    labels = f"{quote}first,{OF_A_FILE}{quote}"
    mark = f"<!-- exactdice table: gain(p, first) p={labels} dice=2 target=3 -->"
    text = f"{mark}\n\n| p | gain |\n|---|---|\n| first | 0 |\n| x | 0 |\n"
    queries = [claim.query for claim in read_document(write(text)).claims]
    assert queries == ["gain(first, first)", f"gain({OF_A_FILE}, first)"]


@pytest.mark.parametrize(
    "written", [OF_A_FILE, 'mixed(first, 1/2, by_table("a-b.c"), 1/2)', "dice(3)"]
)
def test_a_word_is_written_so_that_it_is_read_again(written):
    word = parse_word(written)
    assert parse_word(str(word)) == word
    assert str(word) == written

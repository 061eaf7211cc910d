"""The command `latex`, and lists of values."""

import command_line
import pytest

from exactdice.report.documents.latex_marks import STY
from exactdice.report.generated import HEADER

DOCUMENT = "\\begin{document}\n\\exactvalue{EP(1)}{dec:2} and \\exactvalue{P(1,1)}{percent:0}\n"


@pytest.fixture
def main(tmp_path):
    path = tmp_path / "main.tex"
    path.write_text(DOCUMENT)
    return path


def test_latex_writes_the_values_and_says_whether_they_are_up_to_date(run, main):
    file = main.with_name("main.exact.tex")
    assert run("latex", str(main), "--check") == (1, f"{file}: 2 values, not up to date\n", "")
    assert not file.exists()
    assert run("latex", str(main)) == (0, f"{file}: 2 values, written\n", "")
    written = file.read_text()
    assert written == (
        f"{HEADER}\\exactdicevalue{{EP(1)}}{{dec:2}}{{3.50}}\n"
        "\\exactdicevalue{P(1,1)}{percent:0}{17\\,\\%}\n"
    )
    time = file.stat().st_mtime_ns
    assert run("latex", str(main)) == (0, f"{file}: 2 values, up to date\n", "")
    assert file.stat().st_mtime_ns == time
    assert run("latex", str(main), "--check")[0] == 0
    file.write_text(written.replace("3.50", "3.60"))
    assert run("latex", str(main), "--check")[0] == 1
    main.write_text("\\begin{document}\n")
    assert run("latex", str(main)) == (0, f"{file}: 0 values, written\n", "")
    assert file.read_text() == HEADER


def test_one_bad_value_hides_no_other(run, main):
    main.write_text(f"{DOCUMENT}\\exactvalue{{EP(}}{{}}\n\\exactvalue{{nosuch(1)}}{{}}\n")
    for words in (["--check"], []):
        status, _, complaints = run("latex", str(main), *words)
        assert status == 2
        assert complaints.splitlines() == [
            f"error: {main}:3: query 'EP(', column 4: the query ends too early",
            f"error: {main}:4: unknown quantity nosuch",
        ]
    assert main.with_name("main.exact.tex").read_text().count("exactdicevalue") == 2


def test_a_file_of_another_origin_is_refused_before_any_work(run, main):
    file = main.with_name("main.exact.tex")
    file.write_text("mine")
    status, said, complaints = run("latex", str(main))
    assert (status, said) == (2, "")
    assert f"{file}: cannot be written: it is no file of values" in complaints
    assert file.read_text() == "mine"


def test_files_outside_are_named(run, main, tmp_path):
    (tmp_path.parent / "outside.tex").write_text(r"\exactvalue{EP(}{}")
    main.write_text(f"{DOCUMENT}\\input{{../outside}}\n")
    status, _, complaints = run("latex", str(main))
    assert status == 0
    assert complaints == f"{main}:3: ../outside is not read: it lies outside the folder of {main}\n"


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("text", "3,50\n??\n"),
        ("latex", "3{,}50\n??\n"),
        ("tsv", "text\t3,50\nerror\tunknown quantity nosuch\n"),
    ],
)
def test_values_answers_line_by_line(run, tmp_path, form, said):
    file = tmp_path / "list"
    file.write_text("document: decimal=,\nEP(1) dec:2\nnosuch(1)\n")
    found = run("value", "--list", str(file), "--format", form)
    complaint = "" if form == "tsv" else f"error: {file}:3: unknown quantity nosuch\n"
    assert found == (2, said, complaint)


def test_values_reads_standard_input():
    done = command_line.run("value", "--list", "-", text="document: faces=4\nEP(1)\nP(1,1) dec:2\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "5/2\n0.25\n", "")


def test_a_programme_reads_utf_8_whatever_the_encoding_here():
    asked = {"text": "EP(1) - 4 dec:1\n", "PYTHONIOENCODING": "latin-1"}
    done = command_line.started("value", "--list", "-", "--format", "tsv", **asked)
    assert (done.returncode, done.stdout) == (0, "text\t\N{MINUS SIGN}0.5\n")


def test_a_list_loads_no_code_and_lifts_no_limit(tmp_path):
    (tmp_path / "evil.py").write_text(f"open({str(tmp_path / 'loaded')!r}, 'w')")
    game = f"game={tmp_path / 'evil.py'}:Evil"
    heads = [f"document: {game}", "document: limit=none", "document: --help"]
    refused = [command_line.run("value", "--list", "-", text=f"{head}\nEP(1)\n") for head in heads]
    assert [(done.returncode, done.stdout) for done in refused] == [(2, "")] * 3
    text = f"states() dice=1 target=5\nstates() {game}\nEG(0,0) limit=none\n"
    done = command_line.run("value", "--list", "-", "--format", "tsv", text=text)
    assert done.returncode == 2
    assert [line.split("\t")[0] for line in done.stdout.splitlines()] == ["text", "error", "error"]
    assert not (tmp_path / "loaded").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["/no/such/file"], "/no/such/file: cannot be read"),
        (["-", "--format", "xml"], "--format must be one of text, latex, tsv, got 'xml'"),
    ],
)
def test_what_is_wrong_is_one_line(run, words, said):
    status, out, complaints = run("value", "--list", *words)
    assert (status, out, complaints.count("\n")) == (2, "", 1)
    assert said in complaints


def test_the_latex_package_is_copied(run, tmp_path, monkeypatch):
    file = tmp_path / "exactdice.sty"
    assert run("latex", "--sty", str(tmp_path)) == (0, f"wrote {file}\n", "")
    assert file.read_bytes() == STY.read_bytes()
    file.write_text("an older one")
    monkeypatch.chdir(tmp_path)
    assert run("latex", "--sty", ".") == (0, "wrote exactdice.sty\n", "")
    assert file.read_bytes() == STY.read_bytes()


def test_a_place_for_the_latex_package_that_is_no_folder_is_refused(run, main):
    said = f"error: {main}: must be a folder\n"
    assert run("latex", "--sty", str(main)) == (2, "", said)

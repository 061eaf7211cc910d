"""The page among the formats of `verify`: where it is written, and with which status."""

import pytest
from command_line import run

from exactdice.report.claims.findings import FindingsFormat
from exactdice.report.pages.findings_writers import WRITERS

DOCUMENT = "Five dice score 8.636<!-- exactdice: EP(5) -->.\n"


@pytest.fixture
def report(tmp_path):
    path = tmp_path / "report.md"
    path.write_text(DOCUMENT)
    return path


def test_there_is_a_writer_for_each_format():
    assert ["text", *WRITERS] == [*FindingsFormat]


def test_the_page_goes_to_standard_output_or_to_a_file(report, tmp_path):
    printed = run("verify", str(report), "--format", "html")
    assert printed.returncode == 0
    page = tmp_path / "report.html"
    done = run("verify", str(report), "--format", "html", "-o", str(page))
    assert (done.returncode, done.stdout) == (0, "")
    assert page.read_text(encoding="utf-8") == printed.stdout
    assert 'id="finding-1"' in printed.stdout


def test_what_is_no_text_costs_its_own_section(report, tmp_path):
    bad = tmp_path / "bad.md"
    bad.write_bytes(b"8.636\xff\xfe<!-- exactdice: EP(5) -->")
    page = tmp_path / "report.html"
    done = run("verify", str(bad), str(report), "--format", "html", "-o", str(page))
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: {bad}:1: cannot be read: it must be UTF-8 text")
    assert done.stderr.count("\n") == 1
    text = page.read_text(encoding="utf-8")
    assert "cannot be read: it must be UTF-8 text" in text
    assert 'id="finding-1"' in text


REFUSED = {
    ("-o", "a.html"): "name a format other than text",
    ("--list", "-o", "a.html"): "--output does nothing with --list",
    ("--fix", "-o", "a.patch"): "--output does nothing with --fix",
    ("--format", "html", "-o", "{report}"): "it is the file that is read",
    ("--format", "html", "-o", "{report}/a.html"): "cannot be written",
}


@pytest.mark.parametrize(("options", "said"), REFUSED.items())
def test_what_cannot_be_written_is_refused_in_a_line(report, options, said):
    words = [word.format(report=report) for word in options]
    done = run("verify", str(report), *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1

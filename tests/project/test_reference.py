"""Every command, and whatever claims and files may say, stands in the reference."""

import re

import pytest
from command_line import run
from page_blocks import blocks
from reference_pages import REFERENCE, commands, filled, rows, section

from exactdice.report.claims.claim import MEANINGS, Kind, Verdict
from exactdice.report.claims.entry import HEAD, KEYS, KINDS_OF
from exactdice.report.claims.findings import FindingsFormat
from exactdice.report.generated import ListFormat
from exactdice.solvers.stores.cache import VARIABLE
from exactdice.writeup.tables.number_text import STYLES
from exactdice.writeup.tables.output_formats import TableFormat

# --- commands -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", commands.commands())
def test_every_command_stands_with_its_arguments_and_options(name):
    described = section("commands", f"exactdice {name}")
    found = commands.commands()[name]
    assert found.help.splitlines()[0].replace("\\", "") in described.replace("\\", "")
    for parameter in found.params:
        written = (
            parameter.opts if parameter.param_type_name == "option" else [parameter.name.upper()]
        )
        for word in written:
            assert re.search(rf"`[^`\n]*{re.escape(word)}\b[^`\n]*`", described), word


def test_the_options_of_all_commands_stand_there():
    whole = filled("commands")
    for option in ("--version", "--install-completion", "--show-completion", "limit=none"):
        assert f"`{option}`" in whole


def test_the_exit_status_of_each_command_that_says_one_is_listed():
    listed = filled("exit_codes")
    for name, found in commands.commands().items():
        if "xit status" in found.help:
            assert f"[`{name}" in listed


# --- claims ---------------------------------------------------------------------------------------


def test_every_verdict_is_explained_and_has_an_example():
    text = filled("verdicts")
    (shown,) = [one.text for one in blocks(REFERENCE / "verdicts.md") if one.language == "console"]
    counted = shown.rstrip().splitlines()[-1]
    for verdict in Verdict:
        assert f"| {verdict} | {MEANINGS[verdict]} |" in text
        assert f" 1 {verdict}" in counted


@pytest.mark.parametrize("key", [*HEAD, *KEYS, *KINDS_OF, *Kind])
def test_every_key_and_every_kind_of_a_claims_file_is_explained(key):
    assert f"`{key}`" in rows(section("formats", "Claims files"))


@pytest.mark.parametrize("name", FindingsFormat)
def test_every_format_of_findings_is_explained(name):
    before, _, _ = section("formats", "Findings").partition("### JSON")
    assert f"`{name}`" in rows(before)


@pytest.mark.parametrize("name", [*TableFormat, *ListFormat, *STYLES])
def test_every_format_and_style_of_tables_is_named(name):
    kind = name.partition(":")[0]
    assert re.search(rf"`{kind}(:\d)?`", section("formats", "Tables and lists of values"))


REPORT = """
[[claim]]
printed = "8.6"
value = "EP(5)"
kind = "montecarlo"
n = 100

[[claim]]
printed = "8.366"
value = "EP(5)"
"""


def test_what_json_says_of_a_claim_is_explained(tmp_path):
    file = tmp_path / "report.toml"
    file.write_text(REPORT, encoding="utf-8")
    told = run("verify", file, "--format", "json").stdout
    keys = set(re.findall(r'^ *"(\w+)":', told, re.MULTILINE))
    assert {"estimate", "verdict", "p_holm_at_most", "hints"} <= keys
    for key in keys:
        assert f"`{key}`" in filled("formats"), key


def test_the_variable_of_the_cache_is_named():
    assert f"| `{VARIABLE}` |" in filled("environment")

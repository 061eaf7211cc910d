"""Every format of tables is named where people choose one."""

from command_line import run

from exactdice.writeup.tables.output_formats import TableFormat


def test_the_help_names_every_format():
    said = " ".join(run("table", "--help").stdout.replace("│", " ").split())
    *others, last = TableFormat
    assert f"{', '.join(others)} or {last}" in said

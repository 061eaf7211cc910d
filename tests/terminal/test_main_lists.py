"""What the command line lists: games, quantities, commands, and what a word can go on as."""

import re

from command_line import run


def test_no_summary_is_cut_where_a_docstring_goes_on_in_the_next_line():
    text = run("games").stdout
    # An entry begins two blanks in, and goes on deeper.
    entries = re.split(r"\n  (?=\S)", text.partition("\nstrategies:")[0])[1:]
    told = [" ".join(re.split(r"\s+options: |\nquantities", one)[0].split()) for one in entries]
    assert len(told) > 100
    assert all(one.endswith(".") for one in told)
    (quantity,) = [one for one in told if one.startswith("EG(i, j)")]
    assert quantity.endswith("worth(i, j).")


def test_the_list_of_commands_says_each_in_one_line():
    text = run("--help").stdout.partition("Commands")[2]
    entries = [line.strip("│ \n") for line in text.splitlines() if line.startswith("│")]
    assert len(entries) > 10
    assert all(entry.endswith(".") for entry in entries)

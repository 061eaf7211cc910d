"""What the commands do with their options and their streams: nothing that was typed is passed over
in silence, and standard output holds what was asked for alone.
"""

import pytest
from command_line import run

MARKED = "The mean is 8.64<!-- exactdice: EP(5) -->.\n"


# --- options that would do nothing ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["verify", "{doc}", "--list", "--fix"], "--fix"),
        (["verify", "{doc}", "--list", "--proved"], "--proved"),
        (["value", "EP(5)", "--digits", "3"], "--digits"),
        (["table", "--check", "{doc}", "--format", "csv"], "--format"),
        (["simulate", "tokens", "--second", "random", "--games", "2"], "--second"),
        (["play", "tokens", "--opponent", "random"], "--opponent"),
    ],
)
def test_an_option_that_would_do_nothing_is_refused(tmp_path, words, option):
    (tmp_path / "a.md").write_text(MARKED, encoding="utf-8")
    done = run(*(word.format(doc=tmp_path / "a.md") for word in words), text="")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: {option} does nothing ")
    assert done.stderr.endswith(": leave it out\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.md"]


# --- truths ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "truth", "number"),
    [
        (("solve", "hog", "goal=4", "dice=2", "sow_sad={}"), "False", "0"),
        (("solve", "nim", "heaps=1,2", "misere={}"), "True", "1"),
        (("value", "wins(nim(1,1))", "misere={}"), "True", "1"),
    ],
)
def test_an_option_that_is_a_truth_takes_the_word_as_it_is_listed(words, truth, number):
    done, wanted = (run(*(word.format(given) for word in words)) for given in (truth, number))
    assert (done.returncode, done.stdout) == (0, wanted.stdout)


def test_what_is_no_truth_is_told_which_words_are():
    done = run("solve", "hog", "sow_sad=yes")
    assert (done.returncode, done.stderr) == (2, "error: sow_sad must be True or False, got yes\n")

"""The report of the examples at the command line."""

from command_line import ROOT, run


def test_verify_the_report():
    done = run("verify", ROOT / "examples" / "dice_battle_report.toml")
    assert done.returncode == 1
    assert "4 contradicted" in done.stdout

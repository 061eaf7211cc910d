"""The report of the examples at the command line."""

from command_line import ROOT


def test_verify_the_report(run):
    status, out, _ = run("verify", str(ROOT / "examples" / "dice_battle_report.toml"))
    assert status == 1
    assert "4 contradicted" in out

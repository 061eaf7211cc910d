"""A file is solved, and its proof checked, at the terminal."""

import pytest
from changed_proofs import FILES, run


@pytest.mark.parametrize("name", FILES)
def test_solve_a_file_and_check_its_proof_at_the_terminal(tmp_path, name):
    text, said = FILES[name]
    (tmp_path / name).write_text(text, encoding="utf-8")
    done = run("solve", name, "-o", "proof.json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(
        "proof written to proof.json: check it with `exactdice check proof.json`\n"
    )
    assert run("check", "proof.json", cwd=tmp_path).stdout.startswith(f"proved: {said}")

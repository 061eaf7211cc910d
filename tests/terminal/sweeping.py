"""What the tests of `exactdice sweep` have in common."""

from command_line import run


def swept(*words):
    """What a sweep without complaints prints."""
    done = run("sweep", *words)
    assert done.stderr == ""
    assert done.returncode == 0
    return done.stdout

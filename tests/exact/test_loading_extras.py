"""Without the packages of extras each command says in one line what to install."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from exactdice.exact.errors import ExactDiceError
from exactdice.exact.loading import needed

ROOT = Path(__file__).parents[2]
HIDE = "import sys; sys.modules.update(dict.fromkeys(sys.argv.pop().split())); import runpy; "
RUN = "runpy.run_path(sys.argv.pop(), run_name='__main__')"


def of_extras():
    """The modules of all packages that extras of ours name, as far as they are installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needs = [line for extra in project["optional-dependencies"].values() for line in extra]
    names = {re.match(r"[\w.-]+", line)[0].replace("_", "-") for line in needs}
    found = packages_distributions()
    return [
        module
        for module, packages in found.items()
        if names & {package.replace("_", "-").lower() for package in packages}
    ]


def test_without_any_extra_each_command_says_what_to_install(tmp_path):
    hidden = of_extras()
    assert {"matplotlib", "pyarrow", "uvicorn", "anyio", "distributed"} <= {*hidden}
    words = [str(ROOT / "tests" / "without_extras.py"), " ".join(hidden)]
    done = subprocess.run(
        [sys.executable, "-c", HIDE + RUN, *words],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(tmp_path.iterdir()) == []


def test_a_part_of_a_package_is_told_as_the_package():
    with (
        pytest.raises(ExactDiceError, match=r"^this needs the package no_package: pip install"),
        needed("this", "plot"),
    ):
        import no_package.of_this_name  # noqa: F401


def test_what_is_missing_of_ours_is_no_matter_of_extras():
    with pytest.raises(ModuleNotFoundError), needed("this", "plot"):
        import exactdice.no_module  # noqa: F401

"""What the commands say where no extra is installed: one line each, that names the package and the
extra. `make test-newest` runs this where exactdice is installed without any.
"""

import io
import sys
import traceback
from contextlib import redirect_stderr

import exactdice.cli.terminal.main as command_line

SAID = {
    "plot 2d6 -o law.png": "a picture needs the package matplotlib: pip install 'exactdice[plot]'",
    "plot EP(d) d=1..9 --font Arial -o mean.svg": "a picture needs the package matplotlib: pip "
    "install 'exactdice[plot]'",
    "simulate pig target=5 -o law.png": "a picture needs the package matplotlib: pip install "
    "'exactdice[plot]'",
    "serve": "the command serve needs the package anyio: pip install 'exactdice[web]'",
    "serve --mcp": "the command serve --mcp needs the package anyio: pip install 'exactdice[mcp]'",
    "sweep EP(d) d=1..3 -o means.parquet": "tables of Arrow and Parquet need pyarrow: pip install "
    "'exactdice[store]', or name a file that ends in .sqlite or .csv",
    "sweep EP(d) d=1..3 -o means.csv --dask here:1": "--dask needs the package distributed: pip "
    "install 'exactdice[dask]'",
    "solve openspiel:kuhn_poker": "this adapter needs the package pyspiel: pip install "
    "'exactdice[openspiel]'",
}


def said(typed: str) -> str:
    """What the command that is typed so writes on standard error."""
    sys.argv = ["exactdice", *typed.split()]
    error = io.StringIO()
    with redirect_stderr(error):
        try:
            command_line.main()
        except SystemExit:
            pass
        except BaseException:
            traceback.print_exc()
    return error.getvalue()


def main() -> None:
    """Type each command; complain of each that says something else."""
    wrong = {typed: text for typed in SAID if (text := said(typed)) != f"error: {SAID[typed]}\n"}
    for typed, text in wrong.items():
        print(f"exactdice {typed}\n{text}", file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

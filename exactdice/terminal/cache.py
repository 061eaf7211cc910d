"""The commands about what is kept on the disk of earlier runs."""

from __future__ import annotations

import typer

from .shared import out

cache = typer.Typer(help="What is kept of earlier runs of verify.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Enter these commands."""
    app.add_typer(cache, name="cache")


@cache.command()
def where() -> None:
    """Print the folder of the cache."""
    from ..jobs.cache import folder

    out.print(folder())


@cache.command()
def clear() -> None:
    """Delete what is kept."""
    from ..jobs.cache import clear as clear_cache

    out.print(f"deleted {clear_cache()} bytes")

"""What `<!-- made: NAME -->` stands for in pages: functions that return Markdown."""

from collections.abc import Callable

MAKERS: dict[str, Callable[..., str]] = {}

"""What `<!-- made: NAME -->` stands for in pages: functions that return Markdown."""

from collections.abc import Callable

from rooms import rooms_drawing, rooms_table

MAKERS: dict[str, Callable[..., str]] = {
    "rooms_drawing": rooms_drawing,
    "rooms_table": rooms_table,
}

"""Columns of Apache Arrow, none of whose entries is missing, put together from their bytes.

Given a list, pyarrow looks whether it is one of pandas, and loads pandas for that, which takes
longer than to solve and to write a small game.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from .format import arrow


def column(entries: Sequence[Any], kind: Any) -> Any:
    """The column of these entries: whole numbers, bytes, texts, or lists of one of these."""
    pa = arrow()
    if pa.types.is_integer(kind):
        return _of_parts(kind, len(entries), np.array(entries, str(kind)))
    if pa.types.is_large_list(kind):
        inside = column([*chain.from_iterable(entries)], kind.value_type)
        return _of_parts(kind, len(entries), _ends(entries), children=[inside])
    if pa.types.is_large_string(kind):
        entries = [entry.encode() for entry in entries]
    return _of_parts(kind, len(entries), _ends(entries), b"".join(entries))


def _ends(entries: Sequence[Any]) -> Any:
    """Where each entry begins in all of them one after the other, and where the last one ends."""
    return np.cumsum([0, *map(len, entries)], dtype="int64")


def _of_parts(kind: Any, length: int, *parts: Any, children: Sequence[Any] = ()) -> Any:
    pa = arrow()
    none_is_missing = None
    buffers = [none_is_missing, *map(pa.py_buffer, parts)]
    return pa.Array.from_buffers(kind, length, buffers, null_count=0, children=[*children])


def numbers_in(entries: Any) -> Any:
    """The whole numbers of a column as an array of numpy."""
    array = entries.combine_chunks()
    if not len(array):
        return np.empty(0, str(array.type))
    _, data = array.buffers()
    return np.frombuffer(data, str(array.type))[array.offset :][: len(array)]

"""How the files of sweeps end, which tells them from queries."""

PARQUET, SQLITE, CSV = ENDINGS = (".parquet", ".sqlite", ".csv")


def is_sweep_file(text: str) -> bool:
    """Whether the text names the file of a sweep, which no query does.

    >>> is_sweep_file("gains.parquet"), is_sweep_file("EG(0,0)")
    (True, False)
    """
    return text.endswith(ENDINGS)

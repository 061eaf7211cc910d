"""Kept on the disk, of solved games, of sweeps and for `verify`: entries in files of SQLite."""

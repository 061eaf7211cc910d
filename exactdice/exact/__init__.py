"""Exact numbers and intervals, their rounding and their text; errors, limits, session, files."""

"""Queries: their syntax, their evaluation, and the register of the functions that they call."""

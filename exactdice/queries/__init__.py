"""Queries: their syntax, their evaluation, the words beside them at the command line
and in marks.
"""

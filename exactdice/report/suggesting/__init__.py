"""Marks proposed for an unmarked document: the questions that a report on a game asks, the numbers
that it prints, and which of them agree.
"""

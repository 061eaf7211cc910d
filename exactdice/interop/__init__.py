"""Formats and programs of others: Gambit, PRISM, LP files, Gymnasium, OpenSpiel, icepool."""

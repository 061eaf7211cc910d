"""Exact problems as PuLP users write them."""

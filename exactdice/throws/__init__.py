"""Throws of dice: expected scores, sums, tails, and frequencies with how far they may be off."""

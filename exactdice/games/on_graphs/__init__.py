"""What Chomp, Nim and Wythoff's game share: their arenas by name, the words for kernels and Grundy
values.
"""

from .by_name import chomp, nim, subtraction, wythoff

GAMES = {"chomp": chomp, "nim": nim, "subtraction": subtraction, "wythoff": wythoff}

__all__ = ["GAMES"]

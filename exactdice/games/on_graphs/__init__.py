"""What Chomp, Nim and Wythoff's game share: their arenas by name, the words for kernels and Grundy
values.
"""

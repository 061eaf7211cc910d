"""Documents with marks: where the marks and their numbers stand, tables made from marks, the
verification of a file.
"""

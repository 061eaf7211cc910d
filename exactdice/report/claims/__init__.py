"""Claims about printed numbers: what they say, whether they are right, plausible, or how to mend
them.
"""

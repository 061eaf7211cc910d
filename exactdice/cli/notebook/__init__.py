"""The commands as functions of Python whose results show themselves in a notebook, and the
extension of IPython.
"""

"""Sweeps: queries asked of every combination of parameters, kept while they go on, and their files
read.
"""

"""Proof files: what anyone can check with `checker.py` alone.
docs/reference/proof_files.md specifies the format.

Each function here says a problem and its solution in the words of the checker; nothing here decides
whether the proof is right.
"""

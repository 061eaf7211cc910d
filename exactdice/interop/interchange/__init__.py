"""Files that other programmes read or write, exact on both sides: Gambit's `.nfg` and `.efg`,
PRISM's language, CPLEX's `.lp`.
"""

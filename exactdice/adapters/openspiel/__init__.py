"""Games and policies of OpenSpiel: its games as games here, games of ours there, and its tabular
policies scored exactly.
"""

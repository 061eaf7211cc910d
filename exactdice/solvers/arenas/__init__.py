"""Games on graphs: arenas, kernels and Grundy values, sums, the bridge to the protocol; search in
trees.
"""

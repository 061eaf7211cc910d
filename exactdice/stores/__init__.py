"""Solutions on the disk, a level of states a file: written as they are found, gone on with after
any end, read a level at a time.
"""

"""Work that others ask for, done in processes of its own within limits of time and memory, and what
is kept of it on the disk.
"""

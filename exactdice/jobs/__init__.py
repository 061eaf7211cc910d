"""Jobs that others ask for, done in processes of this machine within limits of time and memory or
on a cluster, and what is kept of them on the disk.
"""

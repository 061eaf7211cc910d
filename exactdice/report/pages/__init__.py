"""Games and verified documents for people: in lines that a terminal or an assistant shows, and as
pages of HTML, each one file that needs no network.
"""

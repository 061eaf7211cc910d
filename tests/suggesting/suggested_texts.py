"""Documents with numbers of dice that `suggest` finds, and how its proposals are accepted."""

# Of 36 throws of two dice 1, 2, 3, 4, 5 have the sums 2 to 6; the chances are rounded.
TABLE = """
| sum | exactly | at least |
|----:|--------:|---------:|
| 2 | 0.0278 | 1 |
| 3 | 0.0556 | 0.9722 |
| 4 | 0.0833 | 0.9167 |
| 5 | 0.1111 | 0.8333 |
| 6 | 0.1389 | 0.7222 |
"""


WIN = "Three attackers against two defenders win both armies in 37.17 % of all throws.\n"


def accepted(text):
    return text.replace("suggested exactdice", "exactdice")


LATEX = r"""\documentclass{article}
\begin{document}
Three attackers win both armies in $37.17\,\%$ of all throws, one in 33.58\,\% and
none in 29.26\,\%. % a comment
\begin{tabular}{rrr}
  sum & exactly & at least \\
  2 & 0.0278 & 1 \\
  3 & 0.0556 & $0.9722$ \\
  4 & 0.0833 & 0.9167 \\
  5 & 0.1111 & 0.8333 \\
\end{tabular}
\end{document}
"""

"""Files that tests of documents underway verify, and what is told of them."""

from exactdice.report.claims.kept import finding_of, parts_of

SMALL = """---
exactdice:
  target: 20
---
8.636<!-- exactdice: EP(5) -->

8.363<!-- exactdice: EP(5) -->

0.1<!-- exactdice: EG(0,0) dice=2 -->

0.3<!-- exactdice: EG(0,0) dice=3 kind=montecarlo n=1000 -->

0.2<!-- exactdice: EG(0,0) dice=2 kind=montecarlo n=1000 -->

EP grows.<!-- exactdice claim: EP(1) < EP(2) -->
"""


def plain(findings):
    """What is told of findings: expressions as they are written."""
    return [finding_of(parts_of(finding, finding.claim), finding.claim) for finding in findings]


def written(path, text=SMALL):
    path.write_text(text)
    return path

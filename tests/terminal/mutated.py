"""Documents as a stranger may send them: those of the project with seeded damage."""

from random import Random

from command_line import ROOT

ORIGINALS = [
    ROOT / name
    for name in (
        "docs/reference/claims.md",
        "examples/dice_battle_report.md",
        "examples/dice_battle_report.tex",
        "examples/dice_battle_report.toml",
        "examples/dice_in_short.md",
        "examples/graph_games_report.toml",
        "examples/survey_report.toml",
        "examples/token_game_report.toml",
    )
]
MOST_LINES = 40  # of a document, taken from its beginning or its middle
INSERTED = [
    b"9" * 5000,
    b"10**10**10",
    b"EG(0,0) target=2000",
    b"EP(10**9)",
    b"(" * 3000,
    b"[" * 3000 + b"]" * 3000,
    b"\x1b[2J\x1b]0;title\x07",
    b"::error file=a::b\r\n::set-output name=a::b",
    b"]]></testcase><!--",
    b"\0",
    b"\xff\xfe",
    "\u202e\u2028\ufeff\U0010ffff".encode(),
    b"<!-- exactdice: 1/0 -->",
    b"<!-- exactdice table: EG(i,j) i=0..10**6 j=0..10**6 -->",
    b"<!-- exactdice document: dice=10**9 -->",
    b'source("/etc/passwd", row=1, column=1)',
    b'by_table("../../secret.csv")',
    b"limit=none",
    b"game=./evil.py:Evil",
    b"\\exactly{\\input{/etc/passwd}}{1}",
    b"[document]\ntitle = 5\n",
]


def flipped(random, data):
    k = random.randrange(len(data))
    return data[:k] + bytes([data[k] ^ 1 << random.randrange(8)]) + data[k + 1 :]


def inserted(random, data):
    k = random.randrange(len(data))
    return data[:k] + random.choice(INSERTED) + data[k:]


def line_changed(random, data):
    lines = data.splitlines(keepends=True)
    k = random.randrange(len(lines))
    lines[k : k + 1] = random.choice([[], [lines[k]] * 2, [lines[k], random.choice(lines)]])
    return b"".join(lines) or b"\n"


def cut_short(random, data):
    return data[: random.randrange(1, len(data) + 1)]


WAYS = [flipped, flipped, inserted, line_changed, line_changed, cut_short]


def write_mutated(folder, count, seed=0):
    """The paths of so many damaged documents, each with damage of its own."""
    random, paths = Random(seed), []
    originals = {path: path.read_bytes().splitlines(keepends=True) for path in ORIGINALS}
    for number in range(count):
        path = ORIGINALS[number % len(ORIGINALS)]
        lines = originals[path]
        first = random.choice([0, 0, random.randrange(len(lines))])
        data = b"".join(lines[first : first + MOST_LINES])
        for _ in range(random.randint(1, 4)):
            data = random.choice(WAYS)(random, data)
        paths.append(folder / f"{number}{path.suffix}")
        paths[-1].write_bytes(data)
    return paths

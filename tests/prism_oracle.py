"""PRISM's language as far as exactdice writes it, read and solved a second time: tokens to
dictionaries, Fractions, plain recursion.
"""

import re
from fractions import Fraction
from functools import cache

from oracles import positional_values, two_by_two

COMMAND = re.compile(r"\[([^]]*)\] s(>?=)(\d+) -> (.*);")


def read_model(text):
    """The model: its kind, who owns which label, its commands by state, its reward and
    its labels.
    """
    text = re.sub(r"//.*", "", text)
    modules = dict(re.findall(r"module (\w+)(.*?)endmodule", text, re.DOTALL))
    players = [
        re.findall(r"[\w]+", owned) for owned in re.findall(r"player p\d (.*?) endplayer", text)
    ]
    last = int(re.search(r"s : \[0\.\.(\d+)\] init 0;", modules["game"]).group(1))
    commands = {k: [] for k in range(last + 1)}
    for labels, sense, state, updates in COMMAND.findall(modules["game"]):
        for k in range(int(state), last + 1 if sense == ">=" else int(state) + 1):
            commands[k].append((tuple(filter(None, labels.split(","))), law(updates, k)))
    rewards = re.search(r'rewards "payoff"(.*?)endrewards', text, re.DOTALL).group(1)
    return {
        "kind": text.split()[0],
        "players": players,
        "choices": [
            {(label, int(k)) for label, _, k, _ in COMMAND.findall(modules.get(name, ""))}
            for name in ("first", "second")
        ],
        "commands": commands,
        "won": int(re.search(r'label "won" = s=(\d+);', text).group(1)),
        "over": int(re.search(r'label "over" = s>=(\d+);', text).group(1)),
        "rewards": {int(k): fraction(n) for k, n in re.findall(r"s=(\d+) : (.*);", rewards)},
    }


def fraction(text):
    above, _, below = text.partition("/")
    return Fraction(above) / Fraction(below or 1)


def law(updates, state):
    if updates == "true":
        return {state: Fraction(1)}
    found = {int(k): fraction(p) for p, k in re.findall(r"([\d./]+) : \(s'=(\d+)\)", updates)}
    assert sum(found.values()) == 1
    return found


def results(props):
    """[(property, expected result)] of the text of properties."""
    return [
        (text.strip(), fraction(number))
        for number, text in re.findall(r"// RESULT: (.*)\n(.*);", props)
    ]


def owner(model, labels):
    """0 or 1, by the blocks of players; in an mdp by the property alone, so 0."""
    return (
        next((player for player, owned in enumerate(model["players"]) if labels[0] in owned), 0)
        if labels
        else 0
    )


def best(model, worth, last, minimise=False):
    """The value at state 0 where every play moves on: worth[k] is paid in k, and after `last` no
    more.
    """

    @cache
    def value(k):
        if k >= model["over"]:
            return last[k - model["over"]]
        means = {
            labels: sum(p * value(t) for t, p in law.items())
            for labels, law in model["commands"][k]
        }
        assert len(means) == len(model["commands"][k])
        return worth.get(k, 0) + chosen(k, means)

    def chosen(k, means):
        if model["kind"] == "csg" and () not in means:
            rows, columns = (sorted({labels[side] for labels in means}) for side in (0, 1))
            assert all(
                (label, k) in model["choices"][side]
                for side, named in enumerate((rows, columns))
                for label in named
            )
            matrix = [[means[a, b] for b in columns] for a in rows]
            if len(rows) == len(columns) == 2:
                return two_by_two(matrix)
            return max(row[0] for row in matrix) if len(columns) == 1 else min(matrix[0])
        owners = {owner(model, labels) for labels in means}
        assert len(owners) == 1
        return min(means.values()) if minimise or owners == {1} else max(means.values())

    return value(0)


def best_returning(model, minimise=False):
    """The best probability of `won` at state 0 where play may come back, over all pairs of pure
    stationary strategies.
    """
    nodes = []
    for k, commands in model["commands"].items():
        if k >= model["over"]:
            nodes.append(Fraction(k == model["won"]))
        else:
            nodes.append(
                (1 if minimise else owner(model, commands[0][0]), [law for _, law in commands])
            )
    low, high = positional_values(nodes)
    assert low[0] == high[0]
    return low[0]

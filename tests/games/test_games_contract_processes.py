"""What a game of the register is worth does not depend on the process that solves it."""

import json
import os
import subprocess
import sys

from small_games import SMALL

from exactdice import proof, solve
from exactdice.query.games_by_name import GAMES

PROOFS = """
import json, sys
from exactdice import proof, solve
from exactdice.query.games_by_name import GAMES
small = json.loads(sys.argv[1])
tuples = lambda options: {k: tuple(v) if isinstance(v, list) else v for k, v in options.items()}
print(json.dumps([proof(solve(GAMES[name](**tuples(options)))) for name, options in small.items()]))
"""


def proofs(seed, *flags):
    """The proofs of all games as another process writes them."""
    command = [sys.executable, *flags, "-c", PROOFS, json.dumps(SMALL)]
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_hash_seeds_and_optimisation_change_nothing():
    here = json.loads(json.dumps([proof(solve(GAMES[name](**SMALL[name]))) for name in SMALL]))
    assert proofs("1") == here
    assert proofs("2", "-O") == here

"""Settings of every test: how long an example takes says nothing on whether it is right.

Mutation testing runs a few examples many times, the same ones each time: HYPOTHESIS_PROFILE=mutation.
"""

import os

from hypothesis import Phase, settings

settings.register_profile("exactdice", deadline=None, print_blob=True)
settings.register_profile(
    "mutation", deadline=None, derandomize=True, database=None, max_examples=50, phases=(Phase.explicit, Phase.generate)
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "exactdice"))

"""Colonel Blotto: units are split over fields, both at once."""

from . import fast as fast  # which enters the faster way of the game
from .rules import Blotto as Blotto

GAMES = {"blotto": Blotto}
# Options that make it small: what `exactdice games` works out.
EXAMPLES = {"blotto": {"units": 6, "fields": 3, "units_of_min": 5}}

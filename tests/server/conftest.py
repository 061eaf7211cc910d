"""What the workers of the site need is there before the first worker of any test begins."""

from exactdice.server.application import PRELOADED
from exactdice.workers.crew import preload

preload(PRELOADED)

"""What the workers of the site need is there before the first worker of any test begins."""

from exactdice.jobs.process import preload
from exactdice.server.application import PRELOADED

preload(PRELOADED)

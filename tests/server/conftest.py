"""What the workers of the site need is there before the first worker of any test begins."""

from exactdice.jobs import worker as process
from exactdice.server.application import PRELOADED

process.PRELOADED.update(dict.fromkeys(PRELOADED))

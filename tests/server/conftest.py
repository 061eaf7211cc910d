"""What the workers of the site need is there before the first worker of any test begins."""

from exactdice.cli.server.application import PRELOADED
from exactdice.jobs import worker as process

process.PRELOADED.update(dict.fromkeys(PRELOADED))

"""What the workers of the server need is there before the first worker of any test begins."""

from exactdice.cli.mcp_server.server import PRELOADED
from exactdice.jobs import worker as process

process.PRELOADED.update(dict.fromkeys(PRELOADED))

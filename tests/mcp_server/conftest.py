"""What the workers of the server need is there before the first worker of any test begins."""

from exactdice.jobs import worker as process
from exactdice.mcp_server.server import PRELOADED

process.PRELOADED.update(dict.fromkeys(PRELOADED))

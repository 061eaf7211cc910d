"""What the workers of the server need is there before the first worker of any test begins."""

from exactdice.mcp_server.server import PRELOADED
from exactdice.workers.crew import preload

preload(PRELOADED)

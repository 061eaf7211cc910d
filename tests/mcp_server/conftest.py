"""What the workers of the server need is there before the first worker of any test begins."""

from exactdice.jobs.process import preload
from exactdice.mcp_server.tools import PRELOADED

preload(PRELOADED)

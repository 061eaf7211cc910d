"""What the workers of the server need is there before the first worker of any test begins."""

import exactdice.cli.mcp_server.server  # noqa: F401

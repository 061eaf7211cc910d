"""What the workers of the site need is there before the first worker of any test begins."""

import exactdice.cli.server.application  # noqa: F401

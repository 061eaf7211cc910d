"""A site on this machine alone: queries, documents and games in a browser, within limits."""

"""The commands, notebooks, the local site and the assistant's server."""

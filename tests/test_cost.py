"""What is too costly is refused before any work: every word and every game, at the command line and in Python."""

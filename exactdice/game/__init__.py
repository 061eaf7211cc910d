"""The protocol of games, their optional members, state graphs and solutions."""

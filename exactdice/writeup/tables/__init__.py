"""Tables of exact numbers: styles of numbers, cells, formats of tables."""

"""Reports: claims and their verdicts, tables, pictures."""

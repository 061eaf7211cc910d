"""Documents and their printed numbers: claims, verdicts, suggestions, pages."""

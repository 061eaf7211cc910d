"""Numbers as they are printed in documents, and where they stand."""

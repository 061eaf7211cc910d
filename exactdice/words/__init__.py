"""The register of the names a query may use, and the check of their values by proofs."""

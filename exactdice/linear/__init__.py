"""Linear programs and matrix games, exactly."""

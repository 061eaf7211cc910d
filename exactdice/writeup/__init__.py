"""Tables, sweeps and pictures of exact values."""

"""Pictures: curves, heat maps, distributions, arenas, game trees."""

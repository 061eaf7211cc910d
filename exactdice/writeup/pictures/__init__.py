"""Pictures: curves, heat maps, laws, arenas, game trees."""

"""Pools of equal dice: the highest, the sorted, sets and straights, and two pools compared."""

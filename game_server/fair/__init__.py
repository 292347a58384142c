"""Chance: the one place that draws cards, dice and the wheel."""

"""The felts: one for each game that has its own, and one on which every game can be played."""

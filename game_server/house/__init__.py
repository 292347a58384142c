"""The house behind the lines: who is in, what they may ask, and their money."""

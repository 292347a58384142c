"""The house behind the connections: who is in, what they may ask, and their money."""

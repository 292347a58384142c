"""21 at one terminal, for 1 to 8 people: a house of one's own, on the rules of every house."""

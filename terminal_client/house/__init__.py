"""The terminal at a house: every game by typed words, on the client core that all clients share."""

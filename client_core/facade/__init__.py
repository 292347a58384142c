"""The parts of the client that screens call, one for each thing that a screen wants."""

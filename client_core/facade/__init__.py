"""The parts of the facade, one for each place where a player is; `client.Client` is all of them."""

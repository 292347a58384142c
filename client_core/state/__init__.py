"""The state of a client in parts; `client_state.ClientState` holds them."""

"""Connections of clients: messages, states, limits. It knows the protocol and no house."""

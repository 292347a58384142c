"""The card room's server."""

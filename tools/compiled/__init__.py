"""Compiles the hot modules of the server: `python -m tools.compiled`."""

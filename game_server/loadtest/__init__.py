"""The load test: a crowd of players from another process, and what it costs the house."""

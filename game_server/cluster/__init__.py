"""A house of several nodes: which of them owns the tables, and what the others do meanwhile."""

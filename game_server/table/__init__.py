"""One table, without input or output."""

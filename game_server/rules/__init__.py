"""The games, pure: no clock, no chance, no input or output."""

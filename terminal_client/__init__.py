"""Cardroom in a terminal: lines of text, without a window."""

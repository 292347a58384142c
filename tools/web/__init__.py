"""Builds the page of the house: its files, its drawings and its colours."""

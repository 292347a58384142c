"""Endgames of Dou Dizhu with open cards: which side wins them, and by what."""

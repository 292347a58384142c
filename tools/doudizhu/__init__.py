"""Tunes, teaches and writes what the Dou Dizhu bots know: `python -m tools.doudizhu`."""

"""Players: names, passwords, accounts, sessions, and how often a stranger may try."""

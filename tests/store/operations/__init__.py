"""Every operation of the store, done once or more: what one engine answers, the other answers."""

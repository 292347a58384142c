"""The protocol: what the server and its clients say to each other."""

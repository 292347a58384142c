"""The page of every terminal client: how text is laid out, coloured, printed and read."""

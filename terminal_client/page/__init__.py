"""What every terminal client needs: how text is laid out, coloured, printed and read."""

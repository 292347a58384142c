"""The screens of the page but for the table, each made of blocks, with the taps on it."""

"""What screens are made of: everything sized in dp, coloured by the theme, texts handed in."""

"""Widgets that screens are made of: sized in dp, coloured by the theme, texts handed in."""

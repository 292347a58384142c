"""Only pixels: screens, widgets and how they look."""

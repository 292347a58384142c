"""The pixels of the app: screens, widgets and how they look."""

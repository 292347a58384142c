"""The app that players hold in their hands, in Kivy. Its screens are not built yet."""

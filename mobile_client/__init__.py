"""The client that players hold in their hands. Its screens are not built yet."""

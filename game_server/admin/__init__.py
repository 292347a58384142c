"""The administrator: what whoever runs the house can do, on a connection of its own."""

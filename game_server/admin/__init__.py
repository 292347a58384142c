"""The administrator: what whoever runs the house can do, on a line of its own."""

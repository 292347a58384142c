"""The client in a browser: Python in a worker, and a thin view of plain ES modules."""

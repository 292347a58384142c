"""The store: journal, ledger, players, sessions, payments and stored replies on disk.

All SQL of the house is in this package, in plain functions over a connection: hand them to
`Store.write` or `Store.read`. Times are whole milliseconds of Unix time, handed in.
"""

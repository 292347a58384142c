"""The core of every client: its state and its acts, without a window, a socket or a clock.

Screens read and call `client.Client`; `session` brings the words of the house, `tables` makes of
them what lies on the felt. Time and chance arrive as arguments.
"""

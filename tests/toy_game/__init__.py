"""High card: a sixth game that no module of the house or of a client knows.

It shows that a game needs nothing but what docs/adding-a-game.md names. Its files are those that a
real game has in the packages of the server and the clients; `server.register` and `client.register`
put them into the catalogues. Every test that runs over a catalogue has it, and
`tests.toy_game.house` and `tests.toy_game.handheld` are a house and an app that know it.
"""

from typing import Final

NAME: Final = "high_card"

"""Chance of a house inside the client: that of any house, of the operating system.

It is handed in to the house as its `World.below`; nothing else here knows where numbers come from.
"""

from game_server.fair.chance import true_chance

__all__ = ["true_chance"]

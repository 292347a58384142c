"""The house inside the client, with chance as at any house: that of the operating system."""

from client_offline.house import OfflineHouse
from client_offline.world import World
from game_server.fair.chance import true_chance


def offline_house(world: World, stored: str) -> OfflineHouse:
    """The house of this device; `stored` is the text that was kept of it last."""
    return OfflineHouse(world, stored, true_chance)

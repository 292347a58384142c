"""A house inside the client: who plays alone needs no network, and no other house.

How it works
------------
A client speaks to it as to any house: frames of `protocol` go in, frames come out. It is sans-I/O
like the tables that it runs: chance is handed in, and time, what is kept on the device and where
bots think, as a `World`.

1. `OfflineHouse.heard` takes a frame, `woken` an alarm, `thought` the act of a bot. `House` finds
   what does it.
2. `TableRun` asks the `Table`, which is that of every house, with its rules, bots and paces.
   Chance is drawn when it is asked for, rows go to a journal, chips move in the `Books`.
3. What stands then, books and journals, is kept as one text (`saved.py`). Only after that anything
   is told: a process that is killed goes on with the same cards, and no chip lost or made.

The purse is of this device alone. No house knows of it, and no chip of a house gets here.
"""

from client_offline.house import OfflineHouse
from client_offline.saved import STORED
from client_offline.world import World

__all__ = ["STORED", "OfflineHouse", "World"]

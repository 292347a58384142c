"""The functions of the commands of the menu, subject by subject."""

from collections.abc import Mapping
from typing import Final

from game_server.admin import (
    alarms,
    chips,
    credentials,
    hands,
    house,
    money,
    nodes,
    people,
    people_look,
    player_data,
    reports,
    rig,
    staff,
    table_watch,
    tables,
    upkeep,
)
from game_server.admin.desk import Does

# A new subject is one line here.
DOES: Final[Mapping[str, Does]] = {
    **house.DOES,
    **alarms.DOES,
    **table_watch.DOES,
    **people_look.DOES,
    **people.DOES,
    **player_data.DOES,
    **reports.DOES,
    **chips.DOES,
    **tables.DOES,
    **hands.DOES,
    **nodes.DOES,
    **rig.DOES,
    **money.DOES,
    **upkeep.DOES,
    **staff.DOES,
    **credentials.DOES,
}

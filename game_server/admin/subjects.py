"""What does the commands of the menu, subject by subject."""

from collections.abc import Mapping
from typing import Final

from game_server.admin import (
    chips,
    credentials,
    house,
    look,
    money,
    people,
    rig,
    staff,
    tables,
    upkeep,
)
from game_server.admin.desk import Does

# A new subject is one line here.
DOES: Final[Mapping[str, Does]] = {
    **house.DOES,
    **look.DOES,
    **people.DOES,
    **chips.DOES,
    **tables.DOES,
    **rig.DOES,
    **money.DOES,
    **upkeep.DOES,
    **staff.DOES,
    **credentials.DOES,
}

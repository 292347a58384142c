"""What commands ask of tables: nobody at a keyboard waits for one that has failed."""

from game_server.admin.desk import Call
from game_server.lobby.inputs import Work
from game_server.lobby.keeper import Keeper
from protocol.words import Refusal


def going_on(call: Call, table: str) -> Keeper:
    """The table of that name; Refusal if there is none, or it is quarantined."""
    keeper = call.desk.lobby.find(table)
    if keeper.quarantined:
        text = f"The table {table} is quarantined: {keeper.quarantined} Settle it: `table void`."
        raise Refusal("quarantined", text)
    return keeper


async def at_once(keeper: Keeper, work: Work) -> bool:
    """Ask the room, and wait for it; False where it is being rebuilt, which may take long: then it
    is asked when it is up."""
    if keeper.down:
        keeper.ask(work, again=True).addErrback(lambda _: None)
        return False
    await keeper.ask(work)
    return True

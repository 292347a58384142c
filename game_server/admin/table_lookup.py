"""Table lookup for commands: nobody at a keyboard waits for one that has failed."""

from game_server.admin.desk import Call
from game_server.lobby.inputs import Work
from game_server.lobby.table_runner import TableRunner
from game_server.refusals import TableQuarantined


def going_on(call: Call, table: str) -> TableRunner:
    """The table of that name; Refusal if there is none, or it is quarantined."""
    runner = call.desk.lobby.find(table)
    if runner.quarantined:
        text = f"The table {table} is quarantined: {runner.quarantined} Settle it: `table void`."
        raise TableQuarantined(text)
    return runner


async def at_once(runner: TableRunner, work: Work) -> bool:
    """Ask the table, and wait for it; False where it is being rebuilt, which may take long: then it
    is asked when it is up."""
    if runner.down:
        runner.ask(work, retry=True).addErrback(lambda _: None)
        return False
    await runner.ask(work)
    return True

"""Commands for tables of other nodes: the office that is asked hands them over, and the node with
the table does them.

Who gives the command was looked at, and the audit has it, where it was given; so it is done there
without either. What that node refuses is refused here.
"""

from collections.abc import Mapping
from dataclasses import astuple
from typing import Final

from twisted.logger import Logger

from game_server.admin import wire
from game_server.admin.desk import Administrator, Call, Desk, Does
from game_server.admin.menu import MENU
from game_server.admin.menu.words import Answer, Command, Json, Value
from game_server.cluster.errands import Errand
from game_server.cluster.links import MOST_BYTES
from game_server.refusals import NotWritten, TableElsewhere
from game_server.store.ports import CommitFailed, StoreError
from protocol.words import Refusal

FAULT: Final = "The house has a fault at that; its log says which."
NUMBER: Final = 1
"""The number of the request and the reply in an errand, which has one of each."""
log: Final = Logger()


async def at_its_node(call: Call, command: Command, does: Does, values: dict[str, Value]) -> Answer:
    """The answer of this node, or of the one that has the table."""
    try:
        return await does(call, **values)
    except TableElsewhere as there:
        if not command.at_table:
            raise
        return await hand_over(call, there, command, values)


async def hand_over(
    call: Call, there: TableElsewhere, command: Command, values: Mapping[str, Value]
) -> Answer:
    """The answer of the node that `there` names; `there` itself if words do not reach it."""
    errands, name = call.desk.errands, str(there.facts.get("node", ""))
    node = "" if errands is None else errands.node(name)
    if errands is None or not node:
        raise there
    request = wire.request(NUMBER, command.name, command.told(values))
    answer = await errands.ask(node, [astuple(call.who), request])
    if answer is None:
        text = f"The node {name} has the table and gives no answer; it may have done it or not"
        raise Refusal("no_answer", f"{text}: look there, and ask there.", node=name)
    reply = wire.read_reply(answer)
    if reply.kind == "no":
        facts = {key: one for key, one in reply.body.items() if isinstance(one, int | str)}
        raise Refusal(str(facts.pop("code")), str(facts.pop("text")), **facts)
    return reply.body  # type: ignore[return-value]  # JSON, as the other node has made it


async def do_for_another(desk: Desk, does: Mapping[str, Does], errand: Errand) -> bytes:
    """Do what another node hands over; the reply, whatever happens."""
    name = "?"
    try:
        who, request = errand
        asked = wire.read_request(request)
        name = asked.do
        command = MENU.get(name)
        if command is None or not command.at_table:
            raise Refusal("no_command", f"No node does {name!r} for another.")
        call = Call(desk, Administrator(*who), Unheard())
        reply = wire.reply(NUMBER, "ok", await does[name](call, **command.read(asked.given)))
        if len(reply) > MOST_BYTES:
            raise Refusal("answer_long", f"It is done; its answer is too long: {len(reply)} bytes.")
        return reply
    except Refusal as wrong:
        return wire.refusal(NUMBER, wrong)
    except StoreError as wrong:
        return wire.refusal(NUMBER, told_of(wrong))
    except Exception:
        log.failure("The command {name} has a fault.", name=name)
        return wire.refusal(NUMBER, Refusal("failed", FAULT))


def told_of(wrong: StoreError) -> Refusal:
    """An error of the store, as it is told to whoever gave the command."""
    if isinstance(wrong, CommitFailed):
        return NotWritten("The house could not write that down; nothing has changed, try again.")
    return Refusal(wrong.code, str(wrong))


class Unheard:
    """The outlet of a command that another node has handed over, which hears the answer alone."""

    slow = False

    def say(self, kind: str, body: Mapping[str, Json]) -> None:
        """Nobody hears it."""

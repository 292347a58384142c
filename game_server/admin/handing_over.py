"""Commands that other nodes have a part in: the office that is asked hands them over, and they are
done where the table is, or at each node.

Who gives the command was looked at, and the audit has it, where it was given; so it is done there
without either. What that node refuses is refused here. What changes something is an errand, which
is done once; what only shows is a look, which may go on and on.
"""

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import astuple
from typing import Any, Final

from twisted.internet.defer import CancelledError
from twisted.logger import Logger

from game_server.admin import wire
from game_server.admin.desk import Administrator, Call, Desk, Does, Outlet
from game_server.admin.menu import MENU
from game_server.admin.menu.words import Answer, Command, Json, Value
from game_server.cluster.errands import ANSWER_S, Errand
from game_server.cluster.links import MOST_BYTES
from game_server.cluster.looks import ShownTo
from game_server.refusals import NotWritten, TableElsewhere, TableSuspended
from game_server.store.ports import CommitFailed, StoreError
from protocol.words import Refusal

FAULT: Final = "The house has a fault at that; its log says which."
NUMBER: Final = 1
"""The number of the request and the reply in an errand, which has one of each."""
AFTER_S: Final = 0.5
"""So long after its answer a node does what follows on it."""
PASSING: Final = (TableSuspended.CODE, TableElsewhere.CODE)
"""A table that is refused so will be at some node in a moment."""
log: Final = Logger()

Between = Callable[[Call, Mapping[str, Any]], Coroutine[Any, Any, Answer]]
"""What nodes ask of each other alone, and no administrator of a node."""


async def at_its_node(call: Call, command: Command, does: Does, values: dict[str, Value]) -> Answer:
    """The answer of this node, or of the one that has the table."""
    try:
        return await does(call, **values)
    except TableElsewhere as there:
        if call.handed or not (command.at_table or command.at_bank):
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
    bank_s = call.desk.config.bank.timeout + 1.0 if command.at_bank else 0.0
    answer = await errands.ask(node, [astuple(call.who), request], ANSWER_S + bank_s)
    if answer is None:
        text = f"The node {name} has to do that and gives no answer; it may have done it or not"
        raise Refusal("no_answer", f"{text}: look there, and ask there.", node=name)
    return answer_of(answer)


async def look_there(
    call: Call, there: TableElsewhere, command: str, given: Mapping[str, Json]
) -> Answer:
    """Show what the node that `there` names shows, to its end; `there` itself if words do not reach
    it, TableSuspended if it shows no more."""
    looks, errands = call.desk.looks, call.desk.errands
    node = "" if errands is None else errands.node(str(there.facts.get("node", "")))
    if looks is None or not node:
        raise there

    def heard(said: bytes) -> None:
        reply = wire.read_reply(said)
        call.outlet.say(reply.kind, reply.body)  # type: ignore[arg-type]  # JSON of the other node

    request = wire.request(NUMBER, command, given)
    errand = [astuple(call.who), request]
    answer = await looks.follow(node, errand, heard, lambda: call.slow)
    if answer is None:
        raise TableSuspended
    try:
        return answer_of(answer)
    except Refusal as wrong:
        if wrong.code in PASSING:
            raise TableSuspended from None
        raise


def answer_of(said: bytes) -> Answer:
    """The answer of another node; Refusal for what it has refused."""
    reply = wire.read_reply(said)
    if reply.kind == "no":
        facts = {key: one for key, one in reply.body.items() if isinstance(one, int | str)}
        raise Refusal(str(facts.pop("code")), str(facts.pop("text")), **facts)
    return reply.body  # type: ignore[return-value]  # JSON, as the other node has made it


# -- for other nodes ---------------------------------------------------------------------------


class ForAnother:
    """Does what other nodes ask for: commands of the menu, by the functions that do them here too,
    and what is `between` nodes."""

    def __init__(
        self, desk: Desk, does: Mapping[str, Does], between: Mapping[str, Between]
    ) -> None:
        self._desk, self._does, self._between = desk, does, between

    async def do(self, errand: Errand) -> bytes:
        """Do it once; the reply, whatever happens."""
        reply = await self._reply(errand, Unheard())
        if len(reply) > MOST_BYTES:
            text = f"It is done; its answer is too long: {len(reply)} bytes."
            return wire.refusal(NUMBER, Refusal("answer_long", text))
        return reply

    async def show(self, errand: Errand, to: ShownTo) -> bytes:
        """Show it, to its end; the reply then, whatever happens."""
        return await self._reply(errand, ShownOutlet(to))

    async def _reply(self, errand: Errand, outlet: Outlet) -> bytes:
        name = "?"
        try:
            who, request = errand
            asked = wire.read_request(request)
            name = asked.do
            call = Call(self._desk, Administrator(*who), outlet, handed=True)
            reply = wire.reply(NUMBER, "ok", await self._answer(call, name, asked.given))
            for follow in call.after:
                self._desk.clock.callLater(AFTER_S, follow)
            return reply
        except Refusal as wrong:
            return wire.refusal(NUMBER, wrong)
        except StoreError as wrong:
            return wire.refusal(NUMBER, told_of(wrong))
        except CancelledError:
            return b""
        except Exception:
            log.failure("The command {name} has a fault.", name=name)
            return wire.refusal(NUMBER, Refusal("failed", FAULT))

    async def _answer(self, call: Call, name: str, given: Mapping[str, object]) -> Answer:
        if name in self._between:
            return await self._between[name](call, given)
        command = MENU.get(name)
        if command is None or not (command.at_table or command.at_bank or command.everywhere):
            raise Refusal("no_command", f"No node does {name!r} for another.")
        return await self._does[name](call, **command.read(given))


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


class ShownOutlet:
    """The outlet of a command that another node looks at."""

    def __init__(self, to: ShownTo) -> None:
        self._to = to

    def say(self, kind: str, body: Mapping[str, Json]) -> None:
        """Show it there."""
        self._to.show(wire.reply(NUMBER, "item" if kind == "item" else "progress", body))

    @property
    def slow(self) -> bool:
        """Whether the one who looks does not keep up."""
        return self._to.slow

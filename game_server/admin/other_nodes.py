"""The other nodes of a house, asked for their part of an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any, Final

from game_server.admin import wire
from game_server.admin.desk import Call
from game_server.admin.handing_over import NUMBER, answer_of
from game_server.admin.menu.words import Answer, Json
from game_server.admin.player_lookup import told_here
from game_server.players.disk_errors import read_or_refuse
from game_server.store import nodes
from protocol.messages import Notice
from protocol.words import Refusal

TELL: Final = "tell"
LINES: Final = "lines"
SEATS: Final = "seats"
LOOKS_OVER: Final = "looks over"
DELETED: Final = "deleted"
"""What nodes ask of each other alone (`between`)."""


@dataclass(frozen=True)
class Answers:
    """What the other nodes have answered, by their names. Those that are `silent` live, and give no
    answer."""

    said: Mapping[str, Mapping[str, Any]]
    refused: Mapping[str, Refusal]
    silent: Sequence[str]

    @property
    def facts(self) -> dict[str, Json]:
        """What an answer for the whole house says of those that are not in it."""
        return {"no_answer_from": ", ".join(self.silent)} if self.silent else {}

    @property
    def sentence(self) -> str:
        """The same as a sentence that follows on another; empty where all have answered."""
        if not self.silent:
            return ""
        return f" No answer came from {', '.join(self.silent)}: look there, and ask there."


NOBODY: Final = Answers({}, {}, ())


def is_shared(call: Call) -> bool:
    """Whether other nodes are asked: where nodes talk, and none of them has asked this one."""
    return call.desk.errands is not None and not call.handed


async def ask_others(
    call: Call, do: str, given: Mapping[str, Json] | None = None, once: bool = False
) -> Answers:
    """What each of the other nodes answers to that; `once` for what changes something there."""
    desk = call.desk
    if call.handed or desk.errands is None or desk.looks is None:
        return NOBODY
    errand = [astuple(call.who), wire.request(NUMBER, do, given or {})]
    ask = desk.errands.ask if once else desk.looks.ask
    asked = {name: ask(node, errand) for name, node in desk.errands.nodes().items()}
    said, refused, silent = dict[str, Answer](), dict[str, Refusal](), list[str]()
    for name in await _living(call):
        if name not in asked:
            silent.append(name)
    for name, answer in asked.items():
        reply = await answer
        if reply is None:
            silent.append(name)
            continue
        try:
            said[name] = answer_of(reply)
        except Refusal as wrong:
            refused[name] = wrong
    return Answers(said, refused, sorted(silent))


def tell(
    call: Call, player: int, code: str, text: str, purse: bool = False, **facts: int | str
) -> None:
    """A notice for a player, wherever the line is; nothing if there is none."""
    desk, said = call.desk, text[:300]
    if told_here(desk.house, player, Notice(code, said, "", facts), purse):
        return
    if desk.errands is not None:
        given: dict[str, Json] = {"player": player, "code": code, "text": said, "purse": purse}
        errand = [astuple(call.who), wire.request(NUMBER, TELL, {**given, "facts": facts})]
        for node in desk.errands.nodes().values():
            desk.errands.ask(node, errand)


async def _living(call: Call) -> Sequence[str]:
    """The other nodes whose lease lasts; none while the database cannot be asked."""
    me = call.desk.means.node
    if not me:
        return ()
    try:
        known = await read_or_refuse(call.desk.store, nodes.known)
    except Refusal:
        return ()
    return [one.name for one in known if one.lives and one.name != me]

"""What commands do to the house itself: open it, close it, see how it is, say something to
everybody. Where several nodes share it they do so at each of them."""

from dataclasses import replace
from typing import Final

from game_server.admin.desk import Call, Does, pause
from game_server.admin.house_status import status
from game_server.admin.menu.words import Answer
from game_server.admin.other_nodes import Answers, ask_others, is_shared
from game_server.house.hours import HouseState
from game_server.players.disk_errors import read_or_refuse
from game_server.store import nodes
from protocol.codec import encode
from protocol.messages import Notice
from protocol.plain import plain_text
from protocol.words import Refusal

LONGEST: Final = 280
TOLD_EVERY_S: Final = 1.0
REFUSED: Final = {
    "opening": "The house is opening; wait a moment.",
    "open": "The house is open already.",
    "closing": "The house is closing; open it when the last game is over.",
}
CLOSED: Final = "The house is closed already."
STARTS_S: Final = 15.0
"""So long a node is waited for that is starting, or that no words reach."""
SETTLED: Final[tuple[HouseState, ...]] = ("open", "closed")
"""What a node stays until it is told otherwise."""


async def on(call: Call) -> Answer:
    """Open the house, at every node where it is closed."""
    hours = call.desk.house.hours
    before = hours.state
    if before == "closed":
        call.progress("The tables open.")
        await hours.open()
    others = await ask_others(call, "on", once=True)
    if before != "closed" and not others.said:
        raise Refusal("not_closed", REFUSED[before])
    for name, wrong in others.refused.items():
        if wrong.code != "not_closed":
            raise Refusal(wrong.code, f"At the node {name}: {wrong.text}")
    others = await _all_are(call, "open", "on", others)
    rooms = len(call.desk.lobby.runners) + len(call.desk.lobby.elsewhere.tables)
    return {"said": f"The house is open.{others.sentence}", "rooms": rooms, **others.facts}


async def off(call: Call, exit: bool) -> Answer:
    """Close the house; fires when the last one is gone."""
    if call.handed:
        return _off_here(call, exit)
    desk, hours = call.desk, call.desk.house.hours
    was_closed = hours.state == "closed"
    closed = hours.close()
    others = await ask_others(call, "off", once=True)
    if was_closed and not exit and all(one["was"] == "closed" for one in others.said.values()):
        raise Refusal("not_open", CLOSED)

    def tell(before: int) -> None:
        if not closed.called:
            left = len(desk.lobby.going_on()) + len(desk.lobby.elsewhere.up)
            said = f"Tables still in play: {left}." if left else "The bank settles up."
            if left != before:
                call.progress(said, tables=left)
            desk.clock.callLater(TOLD_EVERY_S, tell, left)

    tell(-1)
    await closed
    others = await _all_are(call, "closed", "off", others)
    if exit:
        await ask_others(call, "off", {"exit": True}, once=True)
        call.after.append(desk.end)
        return {"said": f"The house is closed, and its program ends.{others.sentence}"}
    return {"said": f"The house is closed.{others.sentence}", **others.facts}


def _off_here(call: Call, exit: bool) -> Answer:
    """Another node closes the house: begin to close it here, and end once it is closed."""
    hours = call.desk.house.hours
    was = hours.state
    hours.close()
    if exit and was == "closed":
        call.after.append(call.desk.end)
    return {"was": was}


async def _all_are(call: Call, state: HouseState, do: str, answers: Answers) -> Answers:
    """Wait until the nodes that were told, and those that come meanwhile, are in that state, or
    live no more; what has still come of none. One that was starting when the others were told may
    be as they were before: it is told again."""
    desk, told = call.desk, {*answers.said, *answers.refused}
    until = desk.clock.seconds() + STARTS_S
    while is_shared(call):
        known = await read_or_refuse(desk.store, nodes.known)
        there = {*told, *({} if desk.errands is None else desk.errands.nodes())}
        starts = desk.clock.seconds() < until
        others = [one for one in known if one.lives and one.name != desk.node]
        behind = [one for one in others if one.hours != state]
        reached = [one for one in behind if one.hours and one.name in there]
        left = len(behind) if starts else len(reached)
        if not left:
            silent = {one.name for one in behind}.union(answers.silent)
            silent -= {one.name for one in others if one.hours == state}
            return replace(answers, silent=sorted(silent))
        call.progress(f"Other nodes that are not {state} yet: {left}.", nodes=left)
        if any(one.hours in SETTLED for one in reached):
            await ask_others(call, do, once=True)
        await pause(call, TOLD_EVERY_S)
    return answers


async def announce(call: Call, text: str, table: str | None) -> Answer:
    """Say something to everybody, or to those in a room."""
    shown = plain_text(text)
    if not 0 < len(shown) <= LONGEST:
        words = f"An announcement has 1 to {LONGEST} letters; that has {len(shown)}."
        raise Refusal("text_wrong", words)
    house, lobby = call.desk.house, call.desk.lobby
    notice = Notice("announcement", shown, table or "")
    if table is not None:
        here = lobby.find(table).view.here()
        lobby.post(dict.fromkeys(here, (encode(notice),)))
        return {"said": f"Players told: {len(here)}.", "players": len(here)}
    own = house.online.own
    for online in own:
        online.say(notice)
    others = await ask_others(call, "announce", {"text": text}, once=True)
    reached = len(own) + sum(int(one["players"]) for one in others.said.values())
    said = f"Players told: {reached}.{others.sentence}"
    return {"said": said, "players": reached, **others.facts}


DOES: Final[dict[str, Does]] = {"status": status, "on": on, "off": off, "announce": announce}

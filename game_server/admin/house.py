"""What commands do to the house itself: open it, close it, see how it is, say something to
everybody."""

from dataclasses import asdict
from typing import Final

from game_server.admin.desk import Call, Does
from game_server.admin.menu.words import Answer, Json
from game_server.admin.staff import looked_at_cards
from game_server.alarms import RaisedAlarm
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


async def status(call: Call) -> Answer:
    """How the house is now."""
    desk = call.desk
    now = desk.state()
    state = asdict(now)
    runners = tuple(desk.lobby.runners.values())
    at = desk.means.now()
    numbers: dict[str, Json] = {
        "name": desk.config.house.name,
        "state": desk.house.hours.state,
        "ready": not now.unready,
        **({"not_ready": now.unready} if now.unready else {}),
        "version": desk.version,
        "uptime_s": (at - desk.started) // 1000,
        "started_at": desk.started // 1000,
        "testing": desk.config.house.testing,
        "rooms": len(runners),
        "rounds": state["rounds"],
        "quarantined": state["quarantined"],
        "paused": state["paused"],
        "players": state["players"],
        "seated": sum(one.view.players for one in runners),
        "bots": sum(one.view.bots for one in runners),
        "queue": sum(len(one.view.queue) for one in runners),
        "connections": state["lines"],
        "lag_s": round(state["lag_seconds"], 3),
        "commit_s": round(state["commit_seconds"], 4),
        "commits_failed": state["commits_failed"],
        "alarms": sum(one.times for one in now.raised.values()),
        "ledger_off_cents": state["imbalance"],
        "payments_open": state["payments_open"],
        "payments_unknown": state["payments_unknown"],
        "payments_held": state["payments_held"],
    }
    raised = now.raised
    # What was raised last stands first.
    order = sorted(raised, key=lambda kind: -raised[kind].last)
    alarms: list[Json] = [_alarm(kind, raised[kind]) for kind in order]
    found: dict[str, Json] = {**numbers, "alarms_of_today": alarms}
    if call.who.role == "owner":
        found["cards_looked_at"] = await looked_at_cards(desk)
    return found


def _alarm(kind: str, one: RaisedAlarm) -> dict[str, Json]:
    return {"kind": kind, "times": one.times, "last_at": one.last // 1000, "text": one.text}


async def on(call: Call) -> Answer:
    """Open the house."""
    hours = call.desk.house.hours
    if hours.state != "closed":
        raise Refusal("not_closed", REFUSED[hours.state])
    call.progress("The tables open.")
    await hours.open()
    return {"said": "The house is open.", "rooms": len(call.desk.lobby.runners)}


async def off(call: Call, exit: bool) -> Answer:
    """Close the house; fires when the last one is gone."""
    desk, hours = call.desk, call.desk.house.hours
    if hours.state == "closed" and not exit:
        raise Refusal("not_open", "The house is closed already.")
    closed = hours.close()

    def tell(before: int) -> None:
        if not closed.called:
            left = len(desk.lobby.going_on())
            said = f"Tables still in play: {left}." if left else "The bank settles up."
            if left != before:
                call.progress(said, tables=left)
            desk.clock.callLater(TOLD_EVERY_S, tell, left)

    tell(-1)
    await closed
    if exit:
        call.after.append(desk.end)
        return {"said": "The house is closed, and its program ends."}
    return {"said": "The house is closed."}


async def announce(call: Call, text: str, table: str | None) -> Answer:
    """Say something to everybody, or to those in a room."""
    shown = plain_text(text)
    if not 0 < len(shown) <= LONGEST:
        words = f"An announcement has 1 to {LONGEST} letters; that has {len(shown)}."
        raise Refusal("text_wrong", words)
    house, lobby = call.desk.house, call.desk.lobby
    notice = Notice("announcement", shown, table or "")
    if table is None:
        for online in house.online:
            online.say(notice)
        reached = len(house.online)
    else:
        here = lobby.find(table).view.here()
        lobby.post(dict.fromkeys(here, (encode(notice),)))
        reached = len(here)
    return {"said": f"Players told: {reached}.", "players": reached}


DOES: Final[dict[str, Does]] = {"status": status, "on": on, "off": off, "announce": announce}

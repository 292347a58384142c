"""How the house is, as a page: of one node, or of all nodes that share it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from game_server.admin.desk import Call
from game_server.admin.menu.words import Answer, Json
from game_server.admin.other_nodes import Answers, ask_others, is_shared
from game_server.admin.staff import looked_at_cards
from game_server.alarms import RaisedAlarm

ADDED_UP: Final = (
    "rooms",
    "rounds",
    "quarantined",
    "paused",
    "players",
    "seated",
    "bots",
    "queue",
    "connections",
    "commits_failed",
    "alarms",
)
"""Numbers of which each node has its part."""
WORST: Final = ("uptime_s", "lag_s", "commit_s")
OF_A_NODE: Final = (
    "state",
    "ready",
    "version",
    "uptime_s",
    "rooms",
    "rounds",
    "players",
    "connections",
    "lag_s",
    "commit_s",
    "alarms",
)
"""What is shown of each node beside the others."""


async def status(call: Call) -> Answer:
    """How the house is now."""
    own = _of_this_node(call)
    if is_shared(call):
        own = _of_all({call.desk.node: own}, await ask_others(call, "status"))
    if call.who.role == "owner" and not call.handed:
        own["cards_looked_at"] = await looked_at_cards(call.desk)
    return own


def _of_this_node(call: Call) -> dict[str, Json]:
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
    return {**numbers, "alarms_of_today": alarms}


def _alarm(kind: str, one: RaisedAlarm) -> dict[str, Json]:
    return {"kind": kind, "times": one.times, "last_at": one.last // 1000, "text": one.text}


def _of_all(own: Mapping[str, Mapping[str, Any]], others: Answers) -> dict[str, Json]:
    """One page of all: what each has a part of is added up, of the rest the worst is shown. What is
    of the money is of the one ledger of all."""
    (mine,), pages = own.values(), {**own, **others.said}
    of_nodes = dict(sorted(pages.items()))
    found: dict[str, Json] = {name: one for name, one in mine.items() if name != "not_ready"}
    for name in ADDED_UP:
        found[name] = sum(one[name] for one in pages.values())
    for name in WORST:
        found[name] = max(one[name] for one in pages.values())
    found["started_at"] = min(one["started_at"] for one in pages.values())
    for name in ("state", "version"):
        found[name] = _each(of_nodes, name)
    found["ready"] = all(one["ready"] for one in pages.values()) and not others.silent
    waits = [f"{node}: {one['not_ready']}" for node, one in of_nodes.items() if not one["ready"]]
    found |= {"not_ready": "; ".join(waits)} if waits else {}
    alarms: list[Any] = [
        {"node": node, **one} for node, page in pages.items() for one in page["alarms_of_today"]
    ]
    alarms.sort(key=lambda one: int(one["last_at"]), reverse=True)
    found["alarms_of_today"] = alarms
    found["nodes"] = [
        {"node": node, **{name: one[name] for name in OF_A_NODE}} for node, one in of_nodes.items()
    ]
    return {**found, **others.facts}


def _each(pages: Mapping[str, Mapping[str, Any]], name: str) -> str:
    """What all say; where they differ, what each says."""
    said: Sequence[str] = [one[name] for one in pages.values()]
    if len(set(said)) == 1:
        return said[0]
    return ", ".join(f"{one[name]} ({node})" for node, one in pages.items())

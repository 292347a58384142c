"""The answers to requests: by what each is answered when it is not refused."""

from collections.abc import Mapping
from typing import Final, NamedTuple


class Answered(NamedTuple):
    """The kinds of messages that answer a request, by what makes them differ."""

    by: Mapping[str, str]
    """What comes beside it, and whether before or after."""
    beside: str = ""


def _by(kind: str, beside: str = "") -> Answered:
    return Answered({"": kind}, beside)


ANSWERS: Final[Mapping[str, Answered]] = {
    "hello": Answered({"": "welcome", "no version in common": "upgrade_required"}),
    "ping": _by("pong"),
    "guest": _by("session", "then `purse`"),
    "register": Answered({"a stranger": "session", "a guest": "ok"}, "then `purse` to a stranger"),
    "login": _by("session", "then as after `resume`, for all tables from their beginning"),
    "login_by_card": _by(
        "session", "then as after `login`; `room` with `id` 0, and a place in its queue"
    ),
    "resume": _by(
        "session", "then `chat`, `told`, `asked` or `waiting`, `seats` of each table; no `room`"
    ),
    "logout": _by("ok", "then `goodbye`"),
    "logout_everywhere": _by("ok", "then `goodbye`"),
    "sessions": _by("session_list"),
    "profile": _by("ok"),
    "password": _by("ok"),
    "account": _by("account_info"),
    "factor": _by("factor_secret"),
    "factor_confirm": _by("recovery_codes"),
    "factor_off": _by("ok"),
    "delete_account": _by("ok", "then `goodbye`"),
    "lost_password": _by("reset"),
    "new_password": _by("ok", "the line stays as it was: log in next"),
    "lobby": _by("ok", "then `rooms`"),
    "rules_of": _by("rules"),
    "busters": _by("buster_list"),
    "open_room": _by("room", "then as after `join`"),
    "join": _by("room", "then `chat`, `told`, `asked` or `waiting`, `seats`"),
    "quick_seat": _by("room", "then as after `join`; then as before the `ok` of `queue`"),
    "queue": _by("ok", "before it `offer` if a seat is free, and `queued`"),
    "unqueue": _by("ok", "before it `queued` with place 0"),
    "sit": _by("ok", "before it `seats`; then `purse`"),
    "leave": _by("ok", "before it `left`, or nothing where one leaves after the round"),
    "sit_out": _by("ok", "before it `seats`"),
    "stand_in": _by("ok", "before it `seats`"),
    "ready": _by("ok", "before it `seats`"),
    "seat_bot": _by("ok", "before it `seats`"),
    "dismiss_bots": _by("ok", "before it `seats`, when no round is played"),
    "act": _by("ok", "then `told` and what follows from it"),
    "resync": _by("ok", "before it `told`, and `asked` or `waiting`"),
    "say": _by("ok", "before it `chat`"),
    "phrase": _by("ok", "before it `chat`"),
    "mute": _by("ok"),
    "block": _by("ok"),
    "blocks": _by("block_list"),
    "report": _by("ok"),
    "buy": Answered(
        {"the room's purse is play": "ok", "it is cash": "payment"},
        "before `ok` `seats`, then `purse`; `payment` comes again with the same `id` as it comes"
        " further, and `seats` when the chips are there",
    ),
    "card": _by("bank_info"),
    "bank": _by("bank_info"),
}
"""By the kind of the request."""

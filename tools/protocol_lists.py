"""The lists of docs/protocol.md that are made from what the house declares."""

from __future__ import annotations

from collections.abc import Iterable

from game_server.bank.tries import AROUND, TryLimits
from game_server.bots import choosing
from game_server.config import DEFAULT_ROOMS
from game_server.lobby.opening import configured
from game_server.net.codes import STRIKES
from game_server.net.limits import LOGINS, STRIKES_A_CONNECTION, ListenerLimits
from game_server.players.throttle import PerAddress
from game_server.rate_limit import RateLimit
from game_server.rules.catalogue import GAMES
from game_server.table.config import TableConfig
from game_server.table.pace import SECONDS
from game_server.table.time_bank import MOST_DELAY, QUOTA
from protocol.answers import ANSWERS, Answered
from protocol.avatars import AVATARS
from protocol.messages import FEATURES
from protocol.phrases import EMOTES, PHRASES

BANKED = {
    preset: one["time_bank"]
    for game in GAMES.values()
    for preset, one in game.manners.items()
    if "time_bank" in one
}


def rows(head: tuple[str, ...], body: Iterable[tuple[object, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *body]
    return "".join(f"| {' | '.join(str(cell) for cell in line)} |\n" for line in lines)


def answers() -> str:
    """Which message answers a request, and what comes beside it."""

    def says(one: Answered) -> str:
        return "; ".join(f"{why}: `{kind}`" if why else f"`{kind}`" for why, kind in one.by.items())

    body = ((f"`{kind}`", says(one), one.beside) for kind, one in ANSWERS.items())
    return rows(("a request", "is answered by", "what else it leads to"), body)


def patience() -> str:
    """What a refused message costs, and what a line may cost."""
    costs = ", ".join(f"`{code}` {cost}" for code, (cost, _) in STRIKES.items())
    return f"{costs}; {STRIKES_A_CONNECTION.burst:g} are the most, and one is forgotten every " + (
        f"{1 / STRIKES_A_CONNECTION.per_second:g} seconds"
    )


def paces() -> str:
    """The seconds of a question by its pace."""
    body = ((f"`{pace}`", f"{seconds:g}") for pace, seconds in SECONDS.items())
    return rows(("pace", "seconds"), body)


def time_bank() -> dict[str, str]:
    """The numbers of the time bank and of the allowance."""
    ((preset, seconds),) = BANKED.items()
    games = [game for game, one in GAMES.items() if preset in one.presets]
    usual = TableConfig("any", games[0], preset)
    return {
        "banked": f"preset `{preset}`",
        "bank_seconds": f"{seconds:g}",
        "refill": f"{usual.bank_refill:g}",
        "missed": f"{usual.missed_turns}",
        "most_delay": f"{MOST_DELAY:g}",
        "quota": f"{QUOTA:g}",
    }


def phrases() -> str:
    return f"Phrases: {_coded(PHRASES)}.\n\nEmotes: {_coded(EMOTES)}.\n"


def avatars() -> str:
    return f"{_coded(AVATARS)}.\n"


def features() -> str:
    """What `hello` and `welcome` may name."""
    return f"{_coded(FEATURES)}.\n" if FEATURES else "This version has none: the lists are empty.\n"


def bots() -> str:
    """The bots of each game, and under which rules it can be played."""
    body = (
        (
            f"`{game}`",
            _coded(choosing.names(game)),
            _coded(one.presets),
            _seats(game),
        )
        for game, one in GAMES.items()
    )
    return rows(("game", "bots, the usual one first", "presets", "seats"), body)


def _seats(game: str) -> str:
    """The least and the most seats of each preset, where presets differ once for each."""
    found = {f"{one.least} to {one.most}": None for one in GAMES[game].presets.values()}
    return ", ".join(found)


def addresses() -> str:
    """What one address may do in a house of the usual settings."""
    limits, each, tries = ListenerLimits(), PerAddress(), TryLimits()
    logins = ", ".join(f"`{kind}`" for kind in sorted(LOGINS))
    seats = next(configured(room).seats_per_place for room in DEFAULT_ROOMS if room.purse == "cash")
    body = (
        ("lines that are open", limits.per_address, "", "429 `too_many_lines`, then nothing"),
        ("lines that are opened", *_rate(limits.connecting), "the connection is closed"),
        (logins, *_rate(limits.trying), "`too_fast`"),
        ("new guests", each.guests, f"{each.guests_hour} an hour", "`new_wait`"),
        ("wrong logins", each.logins, "growing pauses", "`login_wait`"),
        ("wrong tries with cards", tries.address, "as many an hour", "`card_wait`"),
        ("seats at a table for cash", seats, "", "`address_seated`"),
    )
    return rows(("of one address", "at once", "and then", "beyond"), body)


def around() -> dict[str, int]:
    """How much more networks may, and what is kept for those who come back."""
    limits, (_, card_near, card_wide) = ListenerLimits(), AROUND
    return {
        "card_near": card_near,
        "card_wide": card_wide,
        "network_factor": limits.network_factor,
        "site_factor": limits.site_factor,
        "reserved": round(100 * limits.reserved),
        "full_login_seconds": round(limits.full_login_seconds),
    }


def _rate(rate: RateLimit) -> tuple[str, str]:
    return f"{rate.burst:g}", f"{rate.per_second:g} a second"


def _coded(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)

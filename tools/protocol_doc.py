"""Makes docs/protocol.md from the declarations of the messages, the events and the words.

    python -m tools.protocol_doc [--check]

`--check` writes nothing and fails if the page is not what the declarations say.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import get_args, get_type_hints

import msgpack

from game_server.net.limits import RATES
from game_server.rate_limit import RateLimit
from protocol.cards import LABELS
from protocol.codec import LIMITS, encode
from protocol.endings import DENIALS, ENDINGS, GOODBYES, LOST_THEN
from protocol.events import EVENTS, Dealt, Event, Moved, RoundBegan
from protocol.messages import (
    CLIENT,
    MESSAGES,
    OLDEST,
    SERVER,
    STATES,
    VERSION,
    Answer,
    Asked,
    Hello,
    Message,
    Refused,
    Side,
    Told,
    Waiting,
    Welcome,
)
from protocol.reasons import LEAVINGS, NOTICES, REFUSALS, Reason
from protocol.shape import shape_of
from protocol.words import PARTIES, POT, Act, Ask, Hidden, Option, Seat, Secret
from tools import protocol_lists
from tools.protocol_lists import rows

PAGE = Path(__file__).resolve().parent.parent / "docs" / "protocol.md"

OPENING = Path(__file__).with_name("protocol_opening.md")

PARTS = (Hidden, Act, Option, Ask)
LISTED = 8


def page() -> str:
    """The whole document."""
    pieces = [
        OPENING.read_text(encoding="utf-8").format(
            version=VERSION,
            oldest=OLDEST,
            limits=limits(),
            states=states(),
            rates=rates(),
            parties=", ".join(f"{name} {seat}" for seat, name in PARTIES.items()),
            cards=cards(),
            patience=protocol_lists.patience(),
            answers=protocol_lists.answers(),
            paces=protocol_lists.paces(),
            phrases=protocol_lists.phrases(),
            avatars=protocol_lists.avatars(),
            features=protocol_lists.features(),
            bots=protocol_lists.bots(),
            addresses=protocol_lists.addresses(),
            **protocol_lists.time_bank(),
            **protocol_lists.around(),
        ),
        *messages("What a client says", CLIENT),
        *messages("What the server says", SERVER),
        "## Parts\nMaps that stand inside messages and events.\n",
        *(entry(part.__name__, part) for part in parts()),
        *events(),
        *codes(),
        *endings(),
        *examples(),
    ]
    return "\n".join(pieces)


def limits() -> str:
    return rows(
        ("a frame from", "bytes", "items in a list or map", "levels", "unknown fields"),
        (
            (
                f"a {side}",
                most.size,
                most.items,
                most.depth,
                "refused" if most.strict else "ignored",
            )
            for side, most in LIMITS.items()
        ),
    )


def states() -> str:
    def allowed(state: str) -> str:
        return ", ".join(f"`{name}`" for name, one in MESSAGES.items() if state in one.states)

    return rows(("since", "a client may send"), ((STATES[one], allowed(one)) for one in STATES))


def rates() -> str:
    """Kinds that may be sent alike, in one line."""
    alike: dict[RateLimit, list[str]] = {}
    for kind in MESSAGES:
        if kind in RATES:
            alike.setdefault(RATES[kind], []).append(f"`{kind}`")
    most = sorted(alike.items(), key=lambda one: (-one[0].burst, -one[0].per_second))
    return rows(
        ("a client may send", "at once", "more a second"),
        ((", ".join(kinds), f"{rate.burst:g}", f"{rate.per_second:g}") for rate, kinds in most),
    )


def cards() -> str:
    known = [f"{number} {name}" for number, name in sorted(LABELS.items())]
    lines = [known[at : at + LISTED] for at in range(0, len(known), LISTED)]
    return (
        "```\n"
        + "".join("  ".join(f"{one:<7}" for one in row).rstrip() + "\n" for row in lines)
        + "```\n"
    )


def messages(title: str, side: Side) -> Iterator[str]:
    yield f"## {title}\n"
    for name, declared in MESSAGES.items():
        if declared.frm == side:
            yield entry(name, declared)


def events() -> Iterator[str]:
    def game(kind: str) -> str:
        return kind.partition(".")[0] if "." in kind else ""

    yield "## Events\n"
    for name in sorted({game(kind) for kind in EVENTS}):
        linked = f"\n[Its rules](rules/{name}.md).\n" if name else ""
        yield f"### Events of {name or 'every game'}\n{linked}"
        for kind in sorted(kind for kind in EVENTS if game(kind) == name):
            yield entry(kind, EVENTS[kind], level=4)


def entry(name: str, declared: type, level: int = 3) -> str:
    """One map: its name, its promise, its fields."""
    text = "\n".join(line.strip() for line in (declared.__doc__ or "").strip().splitlines())
    hints = get_type_hints(declared, include_extras=True)
    table = rows(
        ("field", "type", "default"),
        (
            (f"`{one.name}`", shape_of(hints[one.name]).says.replace("|", "\\|"), default(one))
            for one in fields(declared)
        ),
    )
    return (
        f"{'#' * level} {name}\n{text}\n\n{table if fields(declared) else 'No fields.' + chr(10)}"
    )


def default(field: Field[object]) -> str:
    made = field.default if field.default_factory is MISSING else field.default_factory()
    if made is MISSING:
        return ""
    if isinstance(made, bool) or made is None:
        return {True: "true", False: "false", None: "nil"}[made]
    if isinstance(made, str):
        return f'"{made}"'
    return str(list(made)) if isinstance(made, tuple) else str(made)


def parts() -> list[type]:
    """The dataclasses inside messages and events, in the order in which they are met."""
    found: dict[type, None] = {}

    def visit(declared: object) -> None:
        if isinstance(declared, type) and is_dataclass(declared) and declared is not Secret:
            if not issubclass(declared, Message | Event):
                found[declared] = None
            for one in fields(declared):
                visit(get_type_hints(declared, include_extras=True)[one.name])
        for inner in get_args(declared):
            visit(inner)

    for declared in (*MESSAGES.values(), *EVENTS.values(), *PARTS):
        visit(declared)
    return list(found)


def codes() -> Iterator[str]:
    """What `refused`, `notice` and `left` may say, by their codes."""

    def listed(reasons: Mapping[str, Reason]) -> str:
        body = (
            (f"`{code}`", one.says, ", ".join(f"`{fact}`" for fact in one.facts))
            for code, one in reasons.items()
        )
        return rows(("code", "meaning", "facts"), body)

    yield (
        "## Refusals\nThe codes of `refused`, with the facts that may come along. A `payment`"
        " that is\nrefused bears one of those of cards and banks.\n"
    )
    for where, reasons in REFUSALS.items():
        yield f"### Refused {where}\n{listed(reasons)}"
    yield "## Notices\nThe codes of `notice`; a refusal that comes late is one, by its own code.\n"
    yield listed(NOTICES)
    yield "## Out of a room\nThe codes of `left`. Chips are in the purse, or on their way there.\n"
    yield rows(("code", "meaning"), ((f"`{code}`", says) for code, says in LEAVINGS.items()))


def endings() -> Iterator[str]:
    """How a line ends, and what a client does about it."""
    yield "## How a line ends\nThe close code, the reason that stands beside it, and what to do.\n"
    ends = [(f"{one.code}", f"`{one.name}`", one.says, one.then) for one in ENDINGS.values()]
    ends += [("none", "", "the line is gone, or ended by another code", LOST_THEN)]
    yield rows(("code", "reason", "meaning", "a client does"), ends)
    yield "The codes of `goodbye`:\n"
    yield rows(
        ("code", "meaning", "a client does"),
        ((f"`{code}`", says, then) for code, (says, then) in GOODBYES.items()),
    )
    yield "A request that becomes no line is answered with a status of HTTP:\n"
    yield rows(
        ("status", "meaning", "a client does"),
        ((status, f"`{name}`", then) for status, (name, then) in DENIALS.items()),
    )


def examples() -> Iterator[str]:
    """A few frames as bytes."""
    ask = Ask(Seat(2), (Option("fold"), Option("raise", 2_000, 9_000, 1_000)), Act("fold"))
    stacks = {Seat(0): 40_000, Seat(2): 9_500}
    began = RoundBegan("holdem", "eps", 41, {Seat(0): "Ann", Seat(2): "Bo"}, stacks, {"unit": 500})
    story: tuple[Event, ...] = (
        began,
        Moved(Seat(2), POT, 500, "small_blind"),
        Dealt(Seat(0), Hidden(2)),
        Dealt(Seat(2), tuple(card for card, name in LABELS.items() if name in ("As", "Kd"))),
    )
    shown: tuple[tuple[str, Message], ...] = (
        ("A client begins", Hello(1, 1, client="demo")),
        ("The server answers", Welcome(1, house="Cardroom")),
        ("A round begins, as Bo at seat 2 is told", Told("eps-1", 41, 0, 4, story)),
        ("Bo is asked", Asked("eps-1", 17, ask, 14_950, 15_000)),
        ("The others wait", Waiting("eps-1", 17, (Seat(2),), 14_950, 15_000)),
        ("Bo raises by 30 chips", Answer(5, "eps-1", 17, "raise", 3_000)),
        ("It was too late", Refused(5, "stale", "That turn is over.")),
    )
    yield "## Examples\n"
    for title, message in shown:
        data = encode(message)
        plain = msgpack.unpackb(data, strict_map_key=False)
        octets = data.hex(" ").split(" ")
        lines = [" ".join(octets[at : at + 24]) for at in range(0, len(octets), 24)]
        yield f"{title}:\n```\n{plain}\n\n" + "\n".join(lines) + "\n```\n"


def main(arguments: list[str]) -> int:
    made = page()
    if "--check" in arguments:
        if PAGE.exists() and PAGE.read_text(encoding="utf-8") == made:
            return 0
        print(f"{PAGE.name} is not what is declared; run: python -m tools.protocol_doc")
        return 1
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

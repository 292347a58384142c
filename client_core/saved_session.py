"""The saved session: token, numbers that are used up, open requests, muted players, the table that
was looked at last."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from client_core.outbox import Outbox, opened

BLOCK: Final = 1_000
MARGIN: Final = 50
"""So many numbers are taken at a time, and so many before the last one the next: not every
request has to wait for the disk."""


@dataclass(frozen=True, slots=True)
class SavedSession:
    """The session as it lies on the device. No number from `next` on has been used."""

    token: str = field(default="", repr=False)
    next: int = 0
    open: tuple[str, ...] = field(default=(), repr=False)
    muted: tuple[tuple[int, str], ...] = ()
    """The numbers of players, and what they were called."""
    looked_at: str = ""
    """The table that was looked at last."""


def read(text: str) -> SavedSession:
    """What was kept; nothing if it cannot be read."""
    try:
        found = json.loads(text)
        return SavedSession(
            str(found["token"]),
            int(found["next"]),
            tuple(str(one) for one in found["open"]),
            tuple(_muted(found["muted"])),
            str(found.get("looked_at", "")),
        )
    except (ValueError, KeyError, TypeError):
        return SavedSession()


def serialised(kept: SavedSession) -> str:
    """The saved session as text, for `read`."""
    return json.dumps(
        {
            "token": kept.token,
            "next": kept.next,
            "open": kept.open,
            "muted": kept.muted,
            "looked_at": kept.looked_at,
        }
    )


def _muted(found: object) -> Iterator[tuple[int, str]]:
    for one in found if isinstance(found, list) else ():
        # Names alone are of an older app: whose they are now nobody can say.
        if isinstance(one, list) and len(one) == 2 and isinstance(one[0], int):
            yield one[0], str(one[1])


def now(
    before: SavedSession, token: str, box: Outbox, muted: Mapping[int, str], looked_at: str
) -> SavedSession:
    """What is to be kept now; the same as before while nothing of it has changed."""
    after = before.next if box.next + MARGIN < before.next else box.next + BLOCK
    return SavedSession(token, after, box.kept(), tuple(sorted(muted.items())), looked_at)


def outbox(kept: SavedSession, first: int) -> Outbox:
    """The requests that are still open; numbers go on from where they were, or from `first`."""
    return opened(max(1, kept.next or first), kept.open if kept.token else ())

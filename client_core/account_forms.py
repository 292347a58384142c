"""What the forms of accounts ask for: how long a field may be, what a refusal is about, and how a
secret is read out."""

from typing import Final

LONGEST_NAME: Final = 24
SHORTEST_PASSWORD: Final = 8
"""What a house asks of a new one."""
LONGEST_PASSWORD: Final = 128
LONGEST_CODE: Final = 24
GROUP: Final = 4
REPLACED: Final = "refusal.session_replaced"
"""Said to who has logged in on another device; a guest cannot."""
OF_CODES: Final = ("refusal.factor_wrong", "refusal.second_factor", "refusal.factor_none")
"""Refusals that are about the code of a second factor."""
OF_NEW: Final = (
    "refusal.password_short",
    "refusal.password_long",
    "refusal.password_common",
    "refusal.password_name",
)
"""Refusals that are about a new password; all others are about the old one."""


def grouped(secret: str) -> str:
    """A secret in groups of four, four in a line, as it is typed into an app."""
    groups = [secret[at : at + GROUP] for at in range(0, len(secret), GROUP)]
    return "\n".join(" ".join(groups[at : at + 4]) for at in range(0, len(groups), 4))


def first_way(refusal: str) -> str:
    """The way of coming in that is proposed; `refusal` is why one is not in any more."""
    return "login" if refusal == REPLACED else "guest"

"""`cardroom 21` and `twenty-one`: the game of 21 at this terminal, or with `--at` at a house."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

AT_A_HOUSE: Final = ("--at", "--join")
OWN: Final = "twenty-one"


def main(args: Sequence[str] | None = None) -> int:
    """What the game came to."""
    given = sys.argv[1:] if args is None else list(args)
    # Balances and logins are nobody else's business, as with every command of the house.
    os.umask(0o077)
    # One of the two is imported: the other has needs of its own.
    if any(_asks_for_a_house(one.split("=")[0]) for one in given):
        import terminal_client.house.main

        return terminal_client.house.main.main(given, program())
    import terminal_client.local.main

    return terminal_client.local.main.main(given, program())


def _asks_for_a_house(argument: str) -> bool:
    """Whether it is one of these options, or its beginning."""
    return len(argument) > len("--") and any(one.startswith(argument) for one in AT_A_HOUSE)


def program() -> str:
    """What was typed for this: the command of its own, or that of the card room."""
    own = Path(sys.argv[0]).name.partition(".")[0] == OWN
    return OWN if own else "cardroom 21"


if __name__ == "__main__":
    sys.exit(main())

"""A house that knows high card: `cardroom`, with one game more."""

import sys

from game_server import cli
from game_server.bots import choosing
from game_server.lobby import effect_runner
from tests.toy_game import server, thinking


def main() -> int:
    server.register()
    choosing.choose = thinking.choose
    # Nobody waits for a bot of the tests.
    effect_runner.THINK_S = (0.0, 0.05)  # type: ignore[misc]  # what is final for others
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())

"""`cardroom`: the command line, once it is sure that this Python has what Cardroom needs."""

import sys
from importlib.util import find_spec

LACKS = (
    "cardroom: this Python has nothing of what Cardroom needs. In its folder `./cardroom play` and"
    " `make play` install that into .venv and begin."
)


def main() -> int:
    """Run the command; its exit status."""
    if find_spec("msgpack") is None:
        print(LACKS, file=sys.stderr)
        return 2
    from game_server import cli

    return cli.main()


if __name__ == "__main__":
    sys.exit(main())

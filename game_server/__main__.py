"""`cardroom`: a house for players runs on what is compiled, if that is of these very sources.

`python -m game_server.cli` is the same command on the sources alone.
"""

import sys
from importlib.util import find_spec

from game_server import compiled, output

SAYS = {
    "fresh": "The house runs compiled.",
    "stale": "What is compiled is of other sources, so the house runs on these as they are;"
    " `make compiled` builds it anew.",
}

LACKS = (
    "cardroom: this Python has nothing of what Cardroom needs. In its folder `./cardroom play` and"
    " `make play` install that into .venv and begin."
)


def main() -> int:
    """What the command came to."""
    found = compiled.state() if sys.argv[1:2] == ["serve"] else ""
    if found == "fresh":
        compiled.use()
    if found:
        output.say(SAYS[found])
    if find_spec("msgpack") is None:
        print(LACKS, file=sys.stderr)
        return 2
    from game_server import cli

    return cli.main()


if __name__ == "__main__":
    sys.exit(main())

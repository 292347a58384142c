"""A handheld of the tests whose app knows high card."""

import sys

from tests.e2e import handheld
from tests.toy_game import client

if __name__ == "__main__":
    client.register()
    handheld.main(int(sys.argv[1]))

"""The release of Cardroom: of the house, of every client, and of the package."""

from typing import Final

RELEASE: Final = "0.2.0"

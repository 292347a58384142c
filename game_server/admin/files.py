"""The functions of the commands on the files of a house, subject by subject."""

from collections.abc import Callable, Mapping
from typing import Final

from game_server.admin import compact, copies, doctor, keys, offline
from game_server.admin.menu.words import Answer, Value
from game_server.admin.offline import Tell
from game_server.config import Config

# A new command is one line here.
DOES: Final[Mapping[str, Callable[[Config, Mapping[str, Value], Tell], Answer]]] = {
    **offline.DOES,
    "restore": copies.restore,
    "migrate": copies.migrate,
    "compact": compact.compact,
    "card-keys": keys.card_keys,
    "doctor": doctor.doctor,
}
FIRST: Final[Mapping[str, Callable[[Config, Mapping[str, Value]], object]]] = {
    "restore": copies.named,
}
"""What is looked at before anybody is asked whether it is meant: Refusal says what is wrong."""

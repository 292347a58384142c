"""Starts the packed app's modules as the phone's Python would find them. Run as a script:
`python -OO -I on_phone.py APP`, with what there is besides APP as JSON on standard input:
`{"compiled": [...], "pure": [...], "missing": [...]}`. Writes what it saw as JSON.

Compiled modules exist for the recipes alone, and nothing is there that was not asked for.
"""

import importlib
import json
import pkgutil
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ExtensionFileLoader, ModuleSpec, PathFinder
from types import ModuleType
from typing import Any, Final

PURE: Final = ("rules", "table", "bots", "fair")
ROOMS: Final = (
    "protocol",
    "client_core",
    "client_link",
    "client_offline",
    "client_storage",
    "mobile_client",
    *(f"game_server.{name}" for name in PURE),
)
LOOSE: Final = ("game_server", "game_server.refusals", "game_server.rate_limit")
STEPS: Final = 25


class Phone(MetaPathFinder):
    """Finds what the phone has; all else is missing, as it would be there."""

    def __init__(self, app: str, compiled: set[str], pure: set[str], missing: set[str]) -> None:
        self.app = app
        self.compiled, self.pure, self.missing = compiled, pure, missing
        self.refused: set[str] = set()

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        top = name.partition(".")[0]
        if top in self.missing:
            raise self._refused(name)
        if top in sys.stdlib_module_names:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if top in self.compiled:
            return spec
        # Other finders than this know the project where it is developed.
        if spec is None or isinstance(spec.loader, ExtensionFileLoader):
            raise self._refused(name)
        if top not in self.pure and not (spec.origin or self.app).startswith(self.app):
            raise self._refused(name)
        return spec

    def _refused(self, name: str) -> ModuleNotFoundError:
        self.refused.add(name)
        return ModuleNotFoundError(f"The phone has no {name}.", name=name)


def visit(app: str) -> list[str]:
    """Imports every module of the app; their names."""
    seen: list[str] = []
    for room in ROOMS:
        package = importlib.import_module(room)
        for module in pkgutil.walk_packages(package.__path__, f"{room}."):
            importlib.import_module(module.name)
            seen.append(module.name)
    return [*seen, *(importlib.import_module(name).__name__ for name in ("main", *LOOSE))]


class Alone:
    """The world of the house inside the app: bots think at once, time jumps to the next alarm."""

    def __init__(self) -> None:
        self.now, self.alarm = 1e9, 0.0
        self.said: list[Any] = []
        self.thoughts: list[tuple[int, Any]] = []

    def time(self) -> float:
        return self.now

    def keep(self, name: str, text: str) -> None:
        pass

    def say(self, frame: bytes) -> None:
        codec = importlib.import_module("protocol.codec")
        self.said.append(codec.decode(frame, codec.FROM_SERVER))

    def hang_up(self) -> None:
        pass

    def wake_at(self, at: float) -> None:
        self.alarm = at

    def think(self, number: int, choose: Any) -> None:
        self.thoughts.append((number, choose))


def alone() -> list[str]:
    """The games at which cards were dealt, or a wheel was open for bets, without any house."""
    make = importlib.import_module("client_offline.chance").offline_house
    codec = importlib.import_module("protocol.codec")
    messages = importlib.import_module("protocol.messages")
    world = Alone()
    house = make(world, "")
    house.connect()
    asked: list[Any] = [messages.Hello(messages.VERSION, messages.VERSION), messages.Guest(1, "Me")]
    for game in ("holdem", "doudizhu", "blackjack", "roulette", "sabacc"):
        asked.append(messages.QuickSeat(len(asked), game))
    for one in asked:
        house.heard(codec.encode(one))
    for offer in [one for one in world.said if isinstance(one, messages.Offer)]:
        asked.append(messages.Sit(len(asked), offer.table, offer.key, 10_000))
        house.heard(codec.encode(asked[-1]))
        house.heard(codec.encode(messages.Ready(len(asked) + 100, offer.table)))
    for _ in range(STEPS):
        if world.thoughts:
            number, choose = world.thoughts.pop()
            house.thought(number, choose())
        else:
            world.now = max(world.now, world.alarm)
            house.woken()
    told = {one.table.partition("-")[0] for one in world.said if isinstance(one, messages.Told)}
    return sorted(told)


def meet() -> str:
    """The client of the package meets a house; in what state it is then."""
    core = importlib.import_module("client_core.client")
    codec = importlib.import_module("protocol.codec")
    messages = importlib.import_module("protocol.messages")
    done: list[Any] = []
    client = core.Client(lambda: 0.0, lambda below: 0, done.append, {}, "en", "0.2.0")
    client.connection.start()
    connection = next(effect.connection for effect in done if isinstance(effect, core.Connect))
    client.connection.opened(connection)
    frame = next(effect.data for effect in done if isinstance(effect, core.Send))
    hello = codec.decode(frame, codec.FROM_CLIENT)
    client.connection.heard(
        connection, codec.encode(messages.Welcome(hello.high, house="Test", testing=True))
    )
    return str(client.connection.view.state)


def main(app: str) -> None:
    there = {name: set(names) for name, names in json.load(sys.stdin).items()}
    phone = Phone(app, there["compiled"], there["pure"], there["missing"])
    sys.path.insert(0, app)
    sys.meta_path.insert(0, phone)
    modules = visit(app)
    stray = [
        name
        for name, module in sys.modules.items()
        if name.partition(".")[0] in (*(room.partition(".")[0] for room in ROOMS), "main")
        and not str(getattr(module, "__file__", app)).startswith(app)
    ]
    print(
        json.dumps(
            {
                "modules": modules,
                "stray": stray,
                "refused": sorted(phone.refused),
                "codec": importlib.import_module("msgpack").Packer.__module__,
                "met": meet(),
                "alone": alone(),
                "asserts": __debug__,
            }
        )
    )


if __name__ == "__main__":
    main(sys.argv[1])

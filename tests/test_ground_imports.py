"""Who may import whom: each contract of pyproject.toml holds, and is able to fail."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools.requirements import ROOT

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
NAMES = [contract["name"] for contract in CONTRACTS["contracts"]]

# For each contract, by the beginning of its name, imports that break it.
PLANTED = {
    "The server's layers": [
        ("protocol.cards", "game_server.rules"),
        ("game_server.rules.core", "game_server.table"),
        ("game_server.table.round_host", "game_server.cli"),
        ("game_server.fair.chance", "game_server.bots"),
        ("game_server.lobby.table_runner", "game_server.house.house"),
        ("game_server.lobby.table_runner", "game_server.net.connection"),
        ("game_server.net.connection", "game_server.house.house"),
        ("game_server.store.journal", "game_server.players.accounts"),
        ("game_server.house.house", "game_server.admin.desk"),
        ("game_server.admin.office", "game_server.app"),
    ],
    "Only app wires": [
        ("terminal_client.page", "game_server.fair.chance"),
        ("game_server.cli", "game_server.bots.house"),
        ("game_server.table.round_host", "game_server.fair.chance"),
        ("game_server.lobby.table_runner", "game_server.fair.chance"),
    ],
    "What stands beside the table": [("game_server.fair.chance", "game_server.rules.core")],
    "Of the house the store alone": [
        ("game_server.house.house", "sqlite3"),
        ("game_server.bank.cashier", "sqlite3"),
        ("game_server.store.ledger", "sqlite3"),
    ],
    "The administrator's command line": [
        ("game_server.admin.command", "twisted"),
        ("game_server.admin.command", "game_server.store"),
        ("game_server.admin.menu", "game_server.admin.desk"),
        ("game_server.admin.wire", "game_server.house.house"),
    ],
    "Bots import protocol alone": [
        ("game_server.bots.house", "game_server.rules.core"),
        ("game_server.bots.house", "game_server.table.round_host"),
        ("game_server.bots.house", "numpy"),
    ],
    "Protocol knows neither side": [
        ("protocol.cards", "game_server"),
        ("protocol.cards", "mobile_client"),
        ("protocol.cards", "websockets"),
    ],
    "The server knows": [
        ("game_server.app", "mobile_client"),
        ("game_server.house.house", "client_core.client"),
        ("game_server.cli", "terminal_client"),
        ("game_server.cli", "terminal_client.local"),
    ],
    "A client meets": [
        ("client_core", "game_server.rules"),
        ("client_link", "game_server.net"),
        ("mobile_client.main", "game_server.play"),
        ("terminal_client.page", "game_server.rules.core"),
        ("terminal_client.house", "game_server.table.round_host"),
        ("terminal_client.local", "game_server.house.house"),
        ("terminal_client.local", "game_server.store.journal"),
        ("terminal_client.local", "game_server.config"),
        ("mobile_client.main", "game_server.rules.core"),
        ("client_offline.house", "game_server.house.purses"),
        ("client_offline.hall", "game_server.lobby.opening"),
        ("client_link.link", "game_server.table.table"),
    ],
    "Clients do not": [
        ("mobile_client.ui", "terminal_client"),
        ("terminal_client", "mobile_client.ui.theme"),
        ("web_client.bridge.page", "terminal_client.house"),
    ],
    "The client's layers": [
        ("client_core.client", "mobile_client.ui"),
        ("client_core.client", "client_link"),
        ("mobile_client.ui.app", "client_link"),
        ("client_link.connection", "mobile_client.main"),
        ("client_core.client", "client_storage.storage"),
        ("client_storage.storage", "mobile_client.platform"),
    ],
    "Of the client's core": [
        ("mobile_client.ui.app", "client_core.state.client_state"),
        ("mobile_client.ui.screens.start", "client_core.facade.account"),
        ("client_link.link", "client_core.effects"),
        ("mobile_client.main", "client_core.session"),
        ("web_client.bridge.bridge", "client_core.effects"),
    ],
    "Time and chance arrive": [
        (f"{room}.planted", outside)
        for room, outside in [
            ("protocol", "random"),
            ("protocol", "os.path"),
            ("game_server.rules", "time"),
            ("game_server.rules.holdem", "datetime"),
            ("game_server.rules", "twisted.internet.reactor"),
            ("game_server.bots", "secrets"),
            ("game_server.bots", "kivy"),
            ("game_server.table", "asyncio"),
            ("game_server.table", "threading"),
            ("game_server.table", "sqlite3"),
            ("game_server.table", "autobahn"),
            ("client_core", "asyncio"),
            ("client_core.facade", "time"),
            ("client_core", "kivy"),
            ("client_offline.house", "threading"),
            ("client_offline", "twisted"),
        ]
    ],
    "The bridge runs": [
        ("web_client.bridge.bridge", "web_client.worker"),
        ("web_client.bridge.visit", "pyodide.ffi"),
        ("web_client.bridge.links", "asyncio"),
        ("web_client.bridge.page", "time"),
        ("web_client.bridge", "client_link"),
    ],
    "Rules of different games": [("game_server.rules.holdem.deal", "game_server.rules.sabacc")],
    "Words of different games": [("protocol.games.holdem", "protocol.games.sabacc")],
    "Bots do not know each other": [("game_server.bots.house", "game_server.bots.basic")],
}
INNOCENT = [
    ("protocol.games.holdem", "protocol.games"),
    ("protocol.games", "protocol.games.sabacc"),
    ("game_server.bots.house", "game_server.bots"),
    ("game_server.bots", "game_server.bots.basic"),
    ("protocol.cards", "msgpack"),
    ("game_server.rules.holdem.deal", "protocol.games.holdem"),
    ("game_server.rules.holdem.deal", "game_server.rules.core"),
    ("game_server.bots.house", "protocol.games.holdem"),
    ("game_server.table.round_host", "game_server.rules.core"),
    ("game_server.fair.chance", "game_server.table.round_host"),
    ("game_server.fair.chance", "secrets"),
    ("game_server.store.sqlite", "sqlite3"),
    ("game_server.bank.demo_books", "sqlite3"),
    ("game_server.app", "game_server.bots.house"),
    ("game_server.cli", "game_server.app"),
    ("game_server.cli", "game_server.admin.command"),
    ("game_server.admin.command", "game_server.admin.menu"),
    ("game_server.admin.office", "game_server.admin.menu"),
    ("game_server.admin.office", "game_server.house.house"),
    ("client_core", "protocol.cards"),
    ("client_core.client", "client_core.state.client_state"),
    ("mobile_client.ui.app", "client_core.client"),
    ("client_link.link", "client_core.client"),
    ("terminal_client.rooms", "client_core.client"),
    ("terminal_client", "client_link"),
    ("web_client.bridge.bridge", "client_core.client"),
    ("web_client.worker.glue", "web_client.bridge.bridge"),
    ("web_client.worker.glue", "time"),
    ("terminal_client", "client_storage"),
    ("mobile_client.platform", "client_storage"),
    ("terminal_client.twenty_one", "terminal_client.local.main"),
    ("terminal_client.local.disk", "game_server.table.journal"),
    ("terminal_client.local.opening", "game_server.fair.chance"),
    ("terminal_client.local.evening", "game_server.rules.blackjack"),
    ("terminal_client.local.evening", "game_server.table.round_host"),
    ("terminal_client.local.seats", "game_server.bots"),
    ("client_offline.house", "game_server.table.table"),
    ("client_offline.rooms", "game_server.rules.catalogue"),
    ("client_offline.table_run", "game_server.bots.choosing"),
    ("client_offline.chance", "game_server.fair.chance"),
]


def named_modules() -> set[str]:
    """The modules of our own that the contracts name."""
    words = {
        part.strip()
        for contract in CONTRACTS["contracts"]
        for key, value in contract.items()
        if isinstance(value, list) and key != "ignore_imports"
        for line in value
        for part in line.replace("|", ":").split(":")
    }
    return {word for word in words if word.split(".")[0] in CONTRACTS["root_packages"]}


def build(folder: Path, imports: list[tuple[str, str]]) -> None:
    """A small project under the contracts of this one, with these imports in it."""
    (folder / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())
    modules = {name.removesuffix(".*") for name in named_modules()}
    modules |= {name for pair in [*imports, *INNOCENT] for name in pair}
    for name in modules:
        if name.split(".")[0] in CONTRACTS["root_packages"]:
            parts = name.split(".")
            for depth in range(1, len(parts) + 1):
                package = folder.joinpath(*parts[:depth])
                package.mkdir(exist_ok=True)
                (package / "__init__.py").touch()
    for importer, imported in imports:
        with (folder.joinpath(*importer.split(".")) / "__init__.py").open("a") as file:
            file.write(f"import {imported}\n")


def verdicts(folder: Path) -> dict[str, bool]:
    """What the linter says of each contract: is it kept?"""
    run = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache", "--no-logo"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={"COLUMNS": "300", "PYTHONPATH": str(folder)},
    )
    said = {
        name: verdict == "KEPT"
        for name in NAMES
        for verdict in ("KEPT", "BROKEN")
        if f"{name} {verdict}" in run.stdout
    }
    assert set(said) == set(NAMES), run.stdout + run.stderr
    assert (run.returncode == 0) == all(said.values()), run.stdout
    return said


def test_each_contract_has_imports_that_break_it() -> None:
    assert [name for name in NAMES if not any(map(name.startswith, PLANTED))] == []


def test_what_the_contracts_allow_is_kept(tmp_path: Path) -> None:
    build(tmp_path, INNOCENT)
    assert [name for name, kept in verdicts(tmp_path).items() if not kept] == []


@pytest.mark.parametrize(
    ("contract", "importer", "imported"),
    [(contract, *pair) for contract, pairs in PLANTED.items() for pair in pairs],
)
def test_a_forbidden_import_breaks_its_contract(
    tmp_path: Path, contract: str, importer: str, imported: str
) -> None:
    build(tmp_path, [*INNOCENT, (importer, imported)])
    broken = [name for name, kept in verdicts(tmp_path).items() if not kept]
    assert any(name.startswith(contract) for name in broken), broken


@pytest.mark.parametrize(
    ("room", "libraries"),
    [
        ("protocol", {"protocol", "msgpack"}),
        ("game_server/rules", {"protocol", "game_server"}),
        ("game_server/bots", {"protocol", "game_server"}),
        ("game_server/table", {"protocol", "game_server", "msgpack"}),
    ],
)
def test_a_pure_room_imports_the_standard_library_and_what_is_listed(
    room: str, libraries: set[str]
) -> None:
    allowed = libraries | set(sys.stdlib_module_names)
    strangers = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in sorted((ROOT / room).rglob("*.py"))
        for line, name in imports_of(path)
        if name.split(".")[0] not in allowed
    ]
    assert strangers == []


def imports_of(path: Path) -> list[tuple[int, str]]:
    """The line and name of each import of the file; a relative one stays inside and is left out."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.append((node.lineno, node.module))
    return found


BOOKS_OF_ANOTHER = "game_server/bank/demo_books.py"
"""The demo bank stands for a foreign system and keeps a database of its own."""


def test_sql_stands_in_the_store_alone() -> None:
    def asks(path: Path) -> bool:
        calls = (
            node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)
        )
        names = (call.func.attr for call in calls if isinstance(call.func, ast.Attribute))
        return any(name in ("execute", "executemany", "executescript") for name in names)

    found = {path.relative_to(ROOT) for path in (ROOT / "game_server").rglob("*.py") if asks(path)}
    outside = {str(path) for path in found if path.parts[:2] != ("game_server", "store")}
    assert outside == {BOOKS_OF_ANOTHER}

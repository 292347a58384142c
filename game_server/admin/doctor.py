"""The doctor looks from outside for what a house may suffer from: it changes nothing, whether it
runs or not."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from game_server.admin import bank_look, compact, copy_look, examine, keys, node_look, server_look
from game_server.admin.command.show import value_of
from game_server.admin.examine import Case, Finding, Result
from game_server.admin.menu.words import Answer, Value
from game_server.admin.offline import Tell
from game_server.alarms import ALARMS, KEPT_MS, read
from game_server.config import Config
from game_server.store import (
    archive_moves,
    chain,
    copies_made,
    copying,
    data_folder,
    free_pages,
    heads,
    increments,
    ledger,
    ledger_check,
    payments,
    quarantine,
)
from game_server.store.database import SETTINGS, journal_mode, migrations, version
from game_server.store.ports import CannotOpen
from game_server.store.sqlite import SqliteConnection
from game_server.store.transaction import Transaction

ORDER: Final[tuple[Result, ...]] = ("ok", "look", "wrong")
"""From the best to the worst."""
PAYS_MS: Final = 10 * 60 * 1000
"""The time that a payment may wait for the bank before somebody should look."""
DAY_S: Final = 24 * 60 * 60
LATE_DAYS: Final = 2
"""A house looks once an hour for what is to be packed, and may have been off."""
Plan = Callable[[Config], str]
"""Says why a house with these settings would not start; empty if it would."""


def doctor(
    config: Config, values: Mapping[str, Value], tell: Tell, plan: Plan = lambda _: ""
) -> Answer:
    """Look at all of it."""
    case = Case.of(config, bool(values.get("whole")))
    found: list[Finding] = []
    looks: dict[str, Callable[[Case], Iterator[Finding]]] = {
        "settings": lambda one: settings(one, plan),
        **LOOKS,
    }
    for name, look in looks.items():
        tell(f"Looking at the {name}.")
        found += look(case)
    worst = max((one.result for one in found), key=ORDER.index)
    return {
        "worst": worst,
        "running": case.running,
        "checks": [{"check": one.check, "result": one.result, "found": one.found} for one in found],
        "to_do": [{"check": one.check, "do": one.do} for one in found if one.do],
    }


def settings(case: Case, plan: Plan) -> Iterator[Finding]:
    """Whether a house would start with them."""
    wrong = plan(case.config)
    if wrong:
        yield Finding("settings", "wrong", wrong, "Change that in the settings.")
    else:
        yield Finding("settings", "ok", f"{len(case.config.rooms)} rooms, all as they can be.")


def alarms(case: Case) -> Iterator[Finding]:
    """What a house has raised in the last day; it keeps that beside its database."""
    raised = [
        (kind, one)
        for kind, one in read(case.data / ALARMS).items()
        if case.now * 1000 - one.last < KEPT_MS
    ]
    if not raised:
        yield Finding("alarms", "ok", "None was raised in 24 hours.")
    for kind, one in sorted(raised, key=lambda named: -named[1].last):
        at = value_of("last_at", one.last // 1000)
        text = f"{kind}: {one.times} in 24 hours, the last at {at}: {one.text}"
        yield Finding("alarms", "look", text, f"Look for {kind!r} in the log of that time.")


def database(case: Case) -> Iterator[Finding]:
    """Its settings and version; the ledger; what the bank owes."""
    file, dsn = case.data / data_folder.DATABASE, case.config.cluster.dsn
    if not dsn and not file.exists():
        text = f"There is no {file}; the first start makes it."
        yield Finding("database", "look", text, "If there was one: `restore` a copy of it.")
        return
    try:
        with case.looking() as conn:
            yield from _version(version(conn))
            yield from _file(conn) if isinstance(conn, SqliteConnection) else server_look.look(conn)
            yield from _ledger(conn, case.whole)
            # A database of before has none.
            known = version(conn) == len(migrations())
            for table, why in (quarantine.tables(conn) if known else {}).items():
                text = f"The table {table} is quarantined: {why}"
                yield Finding("tables", "wrong", text, f"Settle it: `table void {table}`.")
            if known and dsn:
                yield from node_look.look(conn)
            yield from _chains(conn, case.data)
            if known and not dsn:
                yield from _copies(conn, case.now)
            if known:
                yield _old_rounds(conn, case)
            late = payments.waiting_since(conn, case.now * 1000 - PAYS_MS)
            if late:
                text = f"{late} payments have waited for more than ten minutes."
                yield Finding("payments", "look", text, "See `money unknown --ask`.")
            else:
                yield Finding("payments", "ok", "None waits for long.")
    except (CannotOpen, *examine.BROKEN) as wrong_file:
        do = (
            "Start the server, or look at dsn of [cluster]."
            if dsn
            else "`restore` the newest copy."
        )
        yield Finding("database", "wrong", str(wrong_file), do)


def _old_rounds(conn: Transaction, case: Case) -> Finding:
    """Whether what is packed by month is packed in time."""
    days = case.config.house.journal_days
    if archive_moves.waits(conn, (case.now - (days + LATE_DAYS) * DAY_S) * 1000):
        text = f"Some that were over {days + LATE_DAYS} days ago are not packed."
        do = "A house that runs packs them, the oldest first; if it does not its log says why."
        return Finding("old rounds", "look", text, do)
    return Finding("old rounds", "ok", f"They are packed after {days} days.")


def _file(conn: SqliteConnection) -> Iterator[Finding]:
    mode = journal_mode(conn)
    if mode == SETTINGS["journal_mode"]:
        yield Finding("pragmas", "ok", f"journal_mode {mode}; the house sets the others.")
    else:
        text = f"journal_mode is {mode}, not {SETTINGS['journal_mode']}."
        yield Finding("pragmas", "look", text, "The next start puts it right.")
    yield compact.finding(free_pages.look(conn))


def _ledger(conn: Transaction, whole: bool) -> Iterator[Finding]:
    """Whether it adds up: the newest of it, or all of it."""
    wrong = copying.faults(conn, whole=whole)
    if wrong:
        yield Finding("ledger", "wrong", " ".join(wrong[:5]), LEDGER)
        return
    text = f"{ledger.transfers(conn):,} lines add up to 0.00 in both purses"
    if whole or not ledger_check.stands(conn):
        yield Finding("ledger", "ok", f"{text}, from the first on.")
        return
    left, looked = ledger_check.unchecked(conn), ledger_check.checkpoint(conn).whole // 1000
    if left > ledger_check.NEWEST:
        text += f"; {left:,} entries were never checked one by one."
        yield Finding("ledger", "look", text, "A house that runs does it; or `doctor --whole`.")
    elif looked:
        text += f"; the house looked through all of them until {value_of('looked_at', looked)}."
        yield Finding("ledger", "ok", text)
    else:
        yield Finding("ledger", "ok", f"{text}; the newest are right one by one.")


def _chains(conn: Transaction, data: Path) -> Iterator[Finding]:
    """The ends of the hash chains, and whether they are those that the house has signed."""
    if not chain.stands(conn):
        return
    wrong = heads.faults(conn, data)
    if wrong:
        yield Finding("chain", "wrong", " ".join(wrong), LEDGER)
        return
    now = heads.heads(conn)
    yield Finding(
        "chain",
        "ok",
        f"Entry {now.entry.id:,} is {now.entry.hash.hex()[:SHOWN]}, link {now.audit.id:,} of the"
        f" audit {now.audit.hash.hex()[:SHOWN]}.",
    )


SHOWN: Final = 16
"""So much of a hash is shown: nobody finds another ledger that ends so."""
LEDGER: Final = (
    "`off --exit`, keep a copy of the whole folder, book nothing by hand; then `restore` the last"
    " copy, which is right."
)


def _copies(conn: Transaction, now: int) -> Iterator[Finding]:
    """How old the last copy is, and whether it is still where it was put."""
    made, first = copies_made.newest(conn), ledger.oldest_at(conn)
    if made is None:
        if first is None or now * 1000 - first < COPIED_MS:
            yield Finding("copies", "ok", "There is nothing yet that a copy would be of.")
        else:
            yield Finding("copies", "look", "No copy was ever made.", COPY)
        return
    text = f"The last was made at {value_of('made_at', made.at // 1000)}: {made.file}"
    if now * 1000 - made.at >= COPIED_MS:
        yield Finding("copies", "look", f"{text}.", COPY)
    elif not Path(made.file).exists():
        do = "If it was taken elsewhere, all is well; else look at that disk, and `backup` again."
        yield Finding("copies", "look", f"{text}, which is not there now.", do)
    elif (lacks := _lacks_base(Path(made.file))) is not None:
        do = f"Bring {lacks.name} back beside it, or make a whole copy."
        yield Finding("copies", "look", f"{text}; it builds on {lacks}, which is not there.", do)
    elif (base := _base_of(Path(made.file))) is not None and _is_old(base, now):
        do = "Make a whole copy: what has changed since grows, and all of it needs this one file."
        yield Finding("copies", "look", f"{text}; it builds on {base}, of nine days ago.", do)
    else:
        yield Finding("copies", "ok", f"{text}.")


def _lacks_base(copy: Path) -> Path | None:
    """The copy on which that one builds, if it does and that is gone."""
    base = _base_of(copy)
    return None if base is None or base.is_file() else base


def _base_of(copy: Path) -> Path | None:
    """The copy on which that one builds; None for a whole one."""
    found = increments.read(copy)
    return None if found is None else copy.with_name(found.base)


def _is_old(base: Path, now: int) -> bool:
    return now * 1000 - base.stat().st_mtime * 1000 >= WHOLE_MS


COPIED_MS: Final = 26 * 60 * 60 * 1000
"""A copy that is made each night is never older: a night may take two hours longer."""
WHOLE_MS: Final = 9 * 24 * 60 * 60 * 1000
"""A whole copy that is made each week is never older when something is built on it."""
COPY: Final = "`backup` makes one while the house runs; let a timer do it each night."


def _version(has: int) -> Iterator[Finding]:
    knows = len(migrations())
    if has == knows:
        yield Finding("version", "ok", f"The database is of version {has}, as the program is.")
    elif has < knows:
        text = f"The database is of version {has}, the program of {knows}."
        yield Finding("version", "look", text, "`migrate --apply`, or the next start does it.")
    else:
        text = f"The database is of version {has}; this program knows up to {knows}."
        yield Finding("version", "wrong", text, "Start the newer program again.")


LOOKS: Final[Mapping[str, Callable[[Case], Iterator[Finding]]]] = {
    "machine": examine.machine,
    "folder": examine.folder,
    "disk": examine.disk,
    "clock": examine.clock,
    "database": database,
    "continuous copy": copy_look.look,
    "card keys": keys.look,
    "ports": examine.ports,
    "socket": examine.socket,
    "certificates": examine.certificates,
    "bank": bank_look.bank,
    "alarms": alarms,
}

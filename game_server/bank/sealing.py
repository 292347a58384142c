"""The tokens of a database and the keys they are under: made, looked at, and sealed anew."""

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from game_server.bank.vault import MARK, NoKey, Vault, key_of, new_vault, read_keys, serialised
from game_server.store import card_tokens
from game_server.store.copying import sync_folder, write_whole
from game_server.store.transaction import Transaction, whole

LOST: Final = ""
"""The token of a card whose key is lost: the bank does not know it, and wants to see the card."""


IF_LOST: Final = (
    "If it is lost for good, `cardroom admin card-keys --lost`: every card is then shown anew."
)


Also = Callable[[Transaction, Mapping[str, bytes]], None]


class Sealed(NamedTuple):
    """A count of tokens: how many were sealed anew, and how many could not be opened before."""

    tokens: int
    lost: int


class Rotated(NamedTuple):
    """A rotation of the key that was done: the id of the new key, and where the old ones are."""

    tokens: int
    lost: int
    key: str
    retired: Path | None


def unlock(conn: Transaction, file: Path) -> Vault:
    """The vault of a database: its keys are made if no token needs them yet. Tokens from before
    there were keys are sealed. NoKey says what is missing and what to do."""
    ids = card_tokens.keys_in_use(conn, MARK)
    if not file.exists():
        if ids:
            raise NoKey(
                f"{file}, with the keys of card tokens, is not there; bring it back from where you"
                f" keep it (key {', '.join(sorted(ids))}). {IF_LOST}"
            )
        vault = new_vault()
        try:
            _keep(file, vault)
        except OSError as wrong:
            text = f"{file} cannot be written: {wrong.strerror}; the keys of card tokens go there."
            raise NoKey(text) from None
    else:
        vault = read_keys(file)
    if missing := ids - vault.keys.keys():
        raise NoKey(
            f"{file} has not the key {', '.join(sorted(missing))} that card tokens are under; add"
            f" its line from the file that was there. {IF_LOST}"
        )
    for key in sorted(ids):
        try:
            vault.open(*card_tokens.sample(conn, MARK, key))
        except NoKey as wrong:
            text = f"{wrong} Bring back the {file} that belongs to this database. {IF_LOST}"
            raise NoKey(text) from None
    if card_tokens.any_plain(conn, MARK):
        reseal(conn, vault)
    return vault


def reseal(
    conn: Transaction, vault: Vault, lost: bool = False, also: Also = lambda *_: None
) -> Sealed:
    """Every token under the key in use, in one commit, and nothing of the old ones left in the
    file. NoKey if one does not open, unless what is lost may be. `also` does the same for what else
    is under these keys."""
    tokens = gone = 0
    with whole(conn):
        also(conn, vault.keys)
        for row in card_tokens.everywhere(conn):
            token = row.auth
            if token.startswith(MARK):
                try:
                    token = vault.open(token, row.player)
                except NoKey:
                    if not lost:
                        raise
                    token, gone = LOST, gone + 1
                    if row.of_card:
                        card_tokens.end_card(conn, row)
            card_tokens.replace(conn, row, vault.seal(token, row.player))
            tokens += 1
    # Pages that were written over before secure_delete was set may hold a token still.
    conn.engine.scrub(conn)
    return Sealed(tokens, gone)


def rotate(
    conn: Transaction,
    file: Path,
    stamp: str,
    lost: bool = False,
    also: Also = lambda *_: None,
) -> Rotated:
    """A new key, every token under it, and the old keys out of use: in a file beside, for copies
    from before. Whenever it is cut short, the file has every key that some token is under."""
    old = read_keys(file) if file.exists() or not lost else None
    vault = new_vault() if old is None else old.renewed()
    _keep(file, vault)
    try:
        sealed = reseal(conn, vault, lost, also)
    except NoKey:
        if old is not None:
            _keep(file, old)
        raise
    retired = None
    if old is not None:
        retired = file.with_name(f"{file.name}.{stamp}")
        _keep(retired, old)
    _keep(file, vault.retired())
    return Rotated(*sealed, vault.in_use, retired)


def counts(conn: Transaction) -> dict[str, int]:
    """How many tokens are under which key; `none` are not sealed yet."""
    found = Counter[str]()
    for head, times in card_tokens.count(conn).items():
        found[key_of(head)] += times
    return dict(found)


def _keep(file: Path, vault: Vault) -> None:
    write_whole(file, serialised(vault))
    sync_folder(file.parent)

"""The keys of card tokens of a house that does not run: which there are, and new ones."""

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from game_server.admin.examine import BROKEN, Case, Finding
from game_server.admin.menu.words import Answer, Json, Value
from game_server.admin.offline import HERE, Tell, folder
from game_server.bank.sealing import counts, rotate
from game_server.bank.vault import MARK, NoKey, read_keys
from game_server.config import Config
from game_server.players.factors import reseal
from game_server.store import audit, card_tokens, data_folder
from game_server.store.audit import AuditRequest
from protocol.words import Refusal

STAMP: Final = "until-%Y%m%d-%H%M%S"


def file_of(config: Config) -> Path:
    """Where the keys are."""
    return Path(config.bank.card_keys or Path(config.house.data) / data_folder.KEYS)


def card_keys(config: Config, values: Mapping[str, Value], tell: Tell) -> Answer:
    """Show the keys by their ids, or put a new one in their place."""
    file, lost = file_of(config), bool(values["lost"])
    with folder(config) as conn:
        if not (values["rotate"] or lost):
            try:
                vault = read_keys(file)
            except NoKey as wrong:
                raise Refusal("no_key", str(wrong)) from None
            under = counts(conn)
            rows: list[dict[str, Json]] = [
                {
                    "key": key,
                    "in_use": key == vault.in_use,
                    "here": key in vault.keys,
                    "tokens": under.get(key, 0),
                }
                for key in sorted({*vault.keys, *under})
            ]
            return {"file": str(file), "keys": rows}
        tell("Sealing every token anew.")
        at = round(time.time() * 1000)
        told = '{"lost": true}' if lost else "{}"
        row = audit.ask(conn, AuditRequest(at, HERE, "owner", HERE, "card-keys", told))
        try:
            done = rotate(conn, file, time.strftime(STAMP), lost, reseal)
        except NoKey as wrong:
            audit.end(conn, row, "no_key", at)
            raise Refusal("no_key", str(wrong)) from None
        audit.end(conn, row, audit.DONE, at)
    said = f"{done.tokens} tokens are under the new key {done.key} in {file}."
    if done.lost:
        said += f" {done.lost} could not be opened; their cards have to be shown again."
    if done.retired is not None:
        said += f" The old keys are in {done.retired.name}: copies from before need them."
    return {
        "said": said,
        "tokens": done.tokens,
        "lost": done.lost,
        "key": done.key,
        "retired": str(done.retired) if done.retired else None,
    }


def look(case: Case) -> Iterator[Finding]:
    """Whether every token of a card opens: without its key its payments stand still."""
    file = file_of(case.config)
    try:
        with case.looking() as conn:
            under = card_tokens.keys_in_use(conn, MARK)
    except BROKEN:
        # None yet, of an older version, or what the look at the database tells.
        return
    keys: set[str] = set()
    wrong = ""
    if file.exists():
        try:
            keys = {*read_keys(file).keys}
        except NoKey as unread:
            wrong = str(unread)
    missing = sorted(under - keys)
    if missing or wrong:
        text = wrong or f"{file} lacks the key {', '.join(missing)} that tokens of cards are under."
        bring = f"Bring back {file} from where you keep it, or `card-keys --lost`."
        yield Finding("card keys", "wrong", text, bring)
    elif keys:
        text = f"{file} opens all tokens; no copy of `backup` has it, so keep it elsewhere too."
        yield Finding("card keys", "ok", text)

"""The standing of a player: what the house has decided, and what that means now. Pieces of work
over a connection."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from game_server.players.player_account import BARRED, MUTED, PlayerAccount, account_of
from game_server.refusals import AccountDeleted
from game_server.store import accounts, measures
from game_server.store.accounts import OPEN, PlayerRow
from game_server.store.deletions import DELETED
from game_server.store.transaction import Transaction
from protocol.words import Refusal

WEIGHT: Final = (BARRED, MUTED)
"""Of two measures the first one counts."""


def settled(conn: Transaction, player: int, at: int) -> PlayerAccount:
    """The player as things stand at that moment: what is over by then is over, and written so."""
    who = accounts.by_id(conn, player)
    now = as_of(conn, who, at)
    if now.state != who.state:
        accounts.set_state(conn, player, now.state)
    return now


def as_of(conn: Transaction, who: PlayerRow, at: int) -> PlayerAccount:
    """The player as things stand, without writing anything."""
    if who.state == DELETED:
        return account_of(who)
    known = measures.of_player(conn, who.id)
    holding = {one.kind: one for one in known if one.holds(at)}
    first = next((holding[kind] for kind in WEIGHT if kind in holding), None)
    if first is not None:
        return replace(account_of(who), state=first.kind, until=first.until, reason=first.reason)
    # A state that no measure ever led to is somebody else's decision.
    over = any(one.kind == who.state for one in known)
    return replace(account_of(who), state=OPEN) if over else account_of(who)


def refuse_if_barred(who: PlayerAccount) -> None:
    """Refusal, with the reason and until when, for one who may not come in."""
    if who.may("enter"):
        return
    if who.state == DELETED:
        raise AccountDeleted
    reason = f" ({who.reason})" if who.reason else ""
    if who.until is None:
        text = f"The house has closed this account{reason}; ask the house."
        raise Refusal("barred", text, reason=who.reason)
    end = moment(who.until)
    text = f"The house has closed this account until {end}{reason}; come back then."
    raise Refusal("barred_until", text, until=end, reason=who.reason)


def refuse_if_muted(who: PlayerAccount) -> None:
    """Refusal for one who may say nothing."""
    if not who.may("speak"):
        end = "" if who.until is None else f" until {moment(who.until)}"
        raise Refusal("silenced", f"The house has silenced you{end}; ask the house.")


def moment(at: int) -> str:
    """A time in milliseconds as it is told to players everywhere."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")

"""Credentials: a way back for players who have lost their password or phone, and the second factors
of administrators. No password of a player is seen here. No password of a player is seen here."""

from typing import Final

from game_server.admin.desk import Call, Does
from game_server.admin.menu.words import Answer
from game_server.admin.other_nodes import tell
from game_server.admin.player_lookup import player_of
from game_server.admin.reception import owner_of
from game_server.players.disk_errors import read_or_refuse, write_or_refuse
from game_server.players.resets import approve
from game_server.store import admins, factors, resets
from game_server.store.factors import FactorOwner
from game_server.store.refusals import NoSuchAdmin
from game_server.store.resets import PasswordReset
from game_server.store.transaction import Transaction
from protocol.words import Refusal


async def asked(call: Call) -> Answer:
    """Devices that ask for another password now."""
    at = call.desk.means.now()
    rows = await read_or_refuse(call.desk.store, lambda conn: resets.all_open(conn, at))
    return {
        "requests": [
            {
                "player": name,
                "number": one.player,
                "from": one.address,
                "asked_at": one.at // 1000,
                "until_at": one.until // 1000,
            }
            for one, name in rows
        ]
    }


async def password(call: Call, player: str, number: str) -> Answer:
    """Let the device of one who has lost the password choose another."""
    desk, at = call.desk, call.desk.means.now()
    who = await read_or_refuse(desk.store, lambda conn: player_of(conn, player))
    if who.kind != "member":
        text = f"{who.name} is a {who.kind} player, who has no password; a member has one."
        raise Refusal("no_password", text)

    def work(conn: Transaction) -> PasswordReset | None:
        return approve(conn, who.id, number, call.who.name, at)

    found = await write_or_refuse(desk.store, work)
    if found is None:
        text = f"No device that asks for {who.name} has the number {number};"
        raise Refusal("number_wrong", f"{text} ask the player again, and look at `player resets`.")
    desk.means.security.note("password", "approved", player=who.id, address=found.address)
    told = "The house lets a device choose another password of your account; if it is not yours,"
    tell(call, who.id, "reset_approved", f"{told} tell the house at once.")
    said = f"The device at {found.address} can choose the password of {who.name} now, once."
    return {"said": said, "from": found.address, "until_at": found.until // 1000}


async def factor_off(call: Call, player: str) -> Answer:
    """Ask a player for no second factor any more."""
    desk = call.desk
    who = await read_or_refuse(desk.store, lambda conn: player_of(conn, player))
    if not await desk.house.factors.off(FactorOwner("player", who.id)):
        raise Refusal("factor_none", f"{who.name} has no second factor.")
    desk.means.security.note("second_factor", "off", player=who.id)
    told = "The house asks you for no second factor any more; if you did not ask for that, tell us."
    tell(call, who.id, "factor_off", told)
    return {"said": f"{who.name} logs in with the password alone now."}


# -- administrators -----------------------------------------------------------------------------


async def totp(call: Call, password: str) -> Answer:
    """Begin a second factor of one's own."""
    await _prove(call, password)
    begun = await call.desk.house.factors.begin(owner_of(call.who.id), call.who.name)
    said = f"Put {begun.secret} into your app, or open {begun.uri}; then give a code of it:"
    return {
        "said": f"{said} cardroom admin staff totp-confirm",
        "secret": begun.secret,
        "uri": begun.uri,
    }


async def totp_confirm(call: Call, code: str) -> Answer:
    """From now on one's login asks for a code."""
    codes = await call.desk.house.factors.confirm(owner_of(call.who.id), code)
    said = "Your login asks for a code from now on. Keep these, each of which opens once:"
    return {"said": f"{said} {' '.join(codes)}", "recovery_codes": list(codes)}


async def totp_off(call: Call, password: str, code: str) -> Answer:
    """No second factor of one's own any more."""
    await _prove(call, password)
    owner = owner_of(call.who.id)
    await call.desk.house.factors.ask(owner, code)
    if not await call.desk.house.factors.off(owner):
        raise Refusal("factor_none", "You have no second factor.")
    return {"said": "Your login asks for the password alone now."}


async def totp_reset(call: Call, name: str) -> Answer:
    """Ask an administrator for no second factor any more."""

    def work(conn: Transaction) -> bool:
        known = admins.by_name(conn, name)
        if known is None:
            raise NoSuchAdmin(f"There is no administrator {name!r}; look at `staff list`.")
        return factors.remove(conn, owner_of(known.id))

    if not await write_or_refuse(call.desk.store, work):
        raise Refusal("factor_none", f"{name} has no second factor.")
    return {"said": f"{name} logs in with the password alone now."}


async def _prove(call: Call, password: str) -> None:
    """Refusal if that is not one's own password."""
    who, desk = call.who, call.desk
    known = await read_or_refuse(desk.store, lambda conn: admins.by_id(conn, who.id))
    right, _ = await desk.passwords.check(password, known.password if known else None)
    if not right:
        raise Refusal("password_wrong", "That is not your password; type it again.")


DOES: Final[dict[str, Does]] = {
    "player resets": asked,
    "player password": password,
    "player factor-off": factor_off,
    "staff totp": totp,
    "staff totp-confirm": totp_confirm,
    "staff totp-off": totp_off,
    "staff totp-reset": totp_reset,
}

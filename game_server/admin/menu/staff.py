"""Commands of administrators themselves, and of what they have done."""

from typing import Final

from game_server.admin.menu.words import ROLES, Command, Param, flag, option

NAME: Final = Param("name", "the name of the administrator")
ROLE: Final = Param("role", f"what they may do: {', '.join(ROLES)}", choices=ROLES)

COMMANDS: Final = (
    Command(
        "staff list",
        "viewer",
        "list the administrators",
        examples=(("staff list", "names, roles, since when"),),
    ),
    Command(
        "staff add",
        "owner",
        "add an administrator",
        (NAME, ROLE),
        examples=(
            ("staff add bo operator", "shows the password that bo begins with, once"),
            ("staff add nightly backup", "makes copies and nothing else: for a timer"),
        ),
        changes=True,
        more="The password is made here and shown once; `staff password` changes it.",
    ),
    Command(
        "staff remove",
        "owner",
        "remove an administrator, at once",
        (NAME,),
        examples=(("staff remove bo", "what bo has done stays in the audit"),),
        changes=True,
        sure="The administrator will be logged off and cannot come back.",
    ),
    Command(
        "staff role",
        "owner",
        "give an administrator another role, at once",
        (NAME, ROLE),
        examples=(("staff role bo viewer", "bo can only look from now on"),),
        changes=True,
    ),
    Command(
        "staff password",
        "viewer",
        "change your own password",
        (
            Param("old", "your password until now", "secret"),
            Param("new", "your password from now on", "secret"),
        ),
        examples=(("staff password", "asks for the old one and the new one"),),
        changes=True,
        also=("backup",),
    ),
    Command(
        "staff reset",
        "owner",
        "give an administrator a new password, shown once",
        (NAME,),
        examples=(("staff reset bo", "bo is logged off everywhere"),),
        changes=True,
    ),
    Command(
        "staff totp",
        "viewer",
        "begin a second factor of your own: a code of an app beside the password",
        (Param("password", "your password", "secret"),),
        examples=(("staff totp", "shows the secret for the app; `staff totp-confirm` follows"),),
        changes=True,
    ),
    Command(
        "staff totp-confirm",
        "viewer",
        "give a code of the app: from now on your login asks for one",
        (Param("code", "the code that the app shows", "secret"),),
        examples=(("staff totp-confirm", "shows recovery codes, each of which opens once"),),
        changes=True,
    ),
    Command(
        "staff totp-off",
        "viewer",
        "end your own second factor",
        (
            Param("password", "your password", "secret"),
            Param("code", "a code of the app, or a recovery code", "secret"),
        ),
        examples=(("staff totp-off", "asks for the password and a code"),),
        changes=True,
    ),
    Command(
        "staff totp-reset",
        "owner",
        "ask an administrator who has lost phone and recovery codes for no second factor any more",
        (NAME,),
        examples=(("staff totp-reset bo", "bo logs in with the password alone, and begins anew"),),
        changes=True,
        sure="Whoever has this administrator's password will come in with it alone.",
    ),
    Command(
        "audit",
        "viewer",
        "show who did what, the newest first",
        (
            option("who", "only what this administrator did"),
            option("player", "what this player did at the door and with cards: name or #12"),
            option("address", "what came from this address; for operators and owners"),
            option("do", "only this command, or of players this event: login, card, buy"),
            flag("refused", "only what was refused or failed"),
            option("since", "only since then: 2026-12-31, or 2h or 7d ago", "moment"),
            option("before", "only rows before this number, to page back", "whole"),
            option("count", "so many rows (50)", "whole"),
        ),
        examples=(
            ("audit --since 1d", "what happened since yesterday"),
            ("audit --refused", "attempts that were refused"),
            ("audit --do kick --json", "for a program"),
            ("audit --player bo --since 7d", "where bo came in from, and who tried as bo"),
            ("audit --address 203.0.113.7 --refused", "what was refused to that address"),
        ),
        more="Of players it shows the security log: coming in, refusals, cards and payments."
        " Addresses are shown to operators and owners.",
    ),
)

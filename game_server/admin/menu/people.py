"""Commands of players: who they are, and what the house does about them."""

from typing import Final

from game_server.admin.menu.words import Command, Param, flag, option

PLAYER: Final = Param("player", "a name, or #12 for the player of that number")
REASON: Final = Param("reason", "why; players are told")
LISTED: Final = (
    option("state", "only those who are muted or barred", choices=("muted", "barred")),
    flag("here", "only those who are in"),
    option("before", "only players before this number, to page back", "whole"),
    option("count", "so many rows (50)", "whole"),
)

COMMANDS: Final = (
    Command(
        "player list",
        "viewer",
        "list the players, the newest first",
        LISTED,
        examples=(
            ("player list --here", "everybody who is in, and where"),
            ("player list --state barred", "whom the house has barred"),
        ),
    ),
    Command(
        "player find",
        "viewer",
        "find players by a part of the name",
        (Param("part", "a part of the name"), *LISTED),
        examples=(("player find bo", "Bo, Bob and Deborah"),),
    ),
    Command(
        "player show",
        "viewer",
        "show one player: seats, money, results, and what the house decided",
        (PLAYER,),
        examples=(("player show bo", "a page about bo"), ("player show '#12'", "by number")),
    ),
    Command(
        "player links",
        "operator",
        "show who shares an address or a card with a player, and who sits with the player often",
        (PLAYER,),
        examples=(("player links bo", "who may be bo too, or play with bo against others"),),
        more="A shared address may be a family, a school or a proxy. Addresses are known for as"
        " long as the security log keeps them; the last 5,000 rounds of the house are looked"
        " through.",
    ),
    Command(
        "player export",
        "operator",
        "write out all that the house has written down of a player, as JSON",
        (PLAYER,),
        examples=(("player export bo > bo.json", "for bo, who has asked for it"),),
        more="Account, sessions, security log, cards (four digits), payments, transfers, results,"
        " measures, grants, blocks, reports by the player, rounds. It has no cards of others, no"
        " secret, and not who has reported the player.",
    ),
    Command(
        "player resets",
        "operator",
        "list the devices that ask for another password now",
        examples=(("player resets", "whose, from where, until when; not the numbers"),),
    ),
    Command(
        "player password",
        "operator",
        "let the device of one who has lost the password choose another",
        (PLAYER, Param("number", "the number that the player reads on the device")),
        examples=(("player password bo 482913", "bo's device chooses, and nobody else sees it"),),
        changes=True,
        more="Look first who that is: whoever reads the number gets the account. The player is "
        "told; all sessions end when the password is chosen. Three wrong numbers end the requests.",
    ),
    Command(
        "player factor-off",
        "operator",
        "ask a player who has lost phone and recovery codes for no second factor any more",
        (PLAYER,),
        examples=(("player factor-off bo", "bo logs in with the password alone"),),
        changes=True,
        sure="Whoever has the player's password will come in with it alone.",
        more="Look first who that is. The player is told.",
    ),
    Command(
        "player delete",
        "operator",
        "delete the account of a player who has asked for it",
        (
            Param("number", "the number of the player, as `player find` shows it", "whole"),
            Param("reason", "why; it stays in the audit, so name nobody"),
        ),
        examples=(("player delete 12 'asked by letter'", "name, password, sessions, history go"),),
        changes=True,
        sure="The account cannot be brought back, and its play chips go to the house.",
        more="Refused while chips lie at a table, cash in the purse, or a payment is under way. "
        "The ledger, payments and measures stay, under the number.",
    ),
    Command(
        "kick",
        "operator",
        "send a player away from the tables, after the hand",
        (
            PLAYER,
            option("table", "only from that table"),
            flag("now", "not after the hand but at once"),
        ),
        at_table=True,
        examples=(
            ("kick bo", "bo plays the hand to its end, then is cashed out"),
            ("kick bo --table holdem --now", "at once; what bo has put in stays in the pot"),
        ),
        changes=True,
        more="Nothing keeps the player from coming back; `ban` does.",
    ),
    Command(
        "mute",
        "operator",
        "let a player write nothing",
        (
            PLAYER,
            REASON,
            option("until", "the end: 2026-12-31, or +2h, +7d; for ever without it", "moment"),
        ),
        examples=(("mute bo 'swears' --until +2h", "for two hours, also after a restart"),),
        changes=True,
    ),
    Command(
        "unmute",
        "operator",
        "let a player write again",
        (PLAYER,),
        examples=(("unmute bo", "before the time is over"),),
        changes=True,
    ),
    Command(
        "ban",
        "operator",
        "bar a player from the house",
        (
            PLAYER,
            REASON,
            option("until", "the end: 2026-12-31, or +2h, +7d; for ever without it", "moment"),
        ),
        examples=(
            ("ban bo 'two accounts' --until +30d", "bo is told until when, and why"),
            ("ban bo 'stolen card'", "for ever, or until `unban`"),
        ),
        changes=True,
        more="The player leaves every table at once, is cashed out, and cannot come in or go on.",
    ),
    Command(
        "unban",
        "operator",
        "let a player in again",
        (PLAYER,),
        examples=(("unban bo", "before the time is over"),),
        changes=True,
    ),
)

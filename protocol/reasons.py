"""Every code that stands for a sentence of the server: refusals, notices, why one is out.

A client shows its own words for a code; the sentence that comes with it is for a code that it does
not know. The facts are what such words are made with.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple


class Reason(NamedTuple):
    """What a code means, and the facts that may come with it."""

    says: str
    facts: tuple[str, ...] = ()


REFUSALS: Final[Mapping[str, Mapping[str, Reason]]] = {
    "on any request": {
        "malformed": Reason("The frame is no message; `id` is 0."),
        "not_now": Reason("The connection is not far enough for this message, or too far."),
        "too_fast": Reason("Too many of this message; wait `ms` milliseconds.", ("ms",)),
        "id_reused": Reason("The number was that of another request; a number is used once."),
        "failed": Reason("The house has a fault; nothing has changed."),
        "not_written": Reason("The disk did not take it; nothing has changed, try again."),
        "not_again": Reason("The house failed at that twice; it is not tried again."),
        "house_closes": Reason("The house closes; nothing new begins."),
        "offline": Reason("A house inside the client, for one player, does not have that."),
    },
    "when coming in": {
        "house_closed": Reason("The house is closed; a notice says when it opens."),
        "entering": Reason("A login on this line is being answered already."),
        "busy": Reason("Too many people log in now; try again in a few seconds."),
        "login_wrong": Reason("No account has this name and this password."),
        "login_wait": Reason("Too many wrong logins; wait `seconds`.", ("seconds",)),
        "new_wait": Reason("Too many new accounts from this address; wait.", ("seconds",)),
        "crowded": Reason(
            "The lines left are for those who come back; wait `seconds`.", ("seconds",)
        ),
        "session_unknown": Reason("The token is of no session; log in again."),
        "session_expired": Reason("The session was left alone too long; log in again."),
        "session_old": Reason("The session began `days` ago; log in again.", ("days",)),
        "session_stolen": Reason("The token was used up; a copy of it is about. Log in again."),
        "session_over": Reason("The session has ended; log in again."),
        "session_replaced": Reason("The player has logged in elsewhere since; log in again."),
        "barred": Reason("The house has closed the account.", ("reason",)),
        "barred_until": Reason("The house has closed the account for a time.", ("until", "reason")),
        "account_deleted": Reason("The account was deleted; nobody can bring it back."),
        "not_a_guest": Reason("Only a guest can make an account of the session."),
        "name_empty": Reason("The name has no letter and no digit."),
        "name_long": Reason("The name has too many letters.", ("letters", "most")),
        "name_letters": Reason("The name has a sign that is in no name.", ("letter",)),
        "name_writing": Reason(
            "The name has a letter of a writing that not every window can draw.", ("letter",)
        ),
        "name_marks": Reason("A letter of the name carries too many marks.", ("most",)),
        "name_mixed": Reason("The name mixes alphabets."),
        "name_reserved": Reason("A word of the name speaks for the house.", ("word",)),
        "name_taken": Reason("Another has this name, or one that looks like it."),
        "avatar_form": Reason("The avatar is not named by small letters, digits, - and _."),
        "password_short": Reason("The password is too short.", ("least",)),
        "password_long": Reason("The password is too long.", ("most",)),
        "password_common": Reason("The password is among the first to be guessed."),
        "second_factor": Reason("The account has a second factor: send its `code` too."),
        "factor_wrong": Reason("The code of the second factor is wrong, or was used."),
        "factor_on": Reason("A second factor is asked for already."),
        "factor_none": Reason("No second factor waits to be confirmed."),
        "reset_wait": Reason("Too many requests for another password; wait.", ("seconds",)),
        "reset_waits": Reason("The house has not approved the request yet."),
        "reset_over": Reason("The request for another password is over; ask once more."),
        "password_name": Reason("The password is little more than one's name or the house's."),
    },
    "of deleting the account": {
        "delete_sure": Reason("It cannot be undone; `sure` has to say so."),
        "delete_seated": Reason("Chips lie at this table; leave it first.", ("table",)),
        "delete_cash": Reason("Cash lies in the purse; have it brought to the bank first."),
        "delete_payment": Reason("A payment is under way; wait for the bank's answer."),
    },
    "of cards and banks": {
        "card_number": Reason("The card number has a wrong digit, too many or too few."),
        "card_needed": Reason("The bank does not say whose card it is."),
        "card_unknown": Reason("The bank does not know the card."),
        "card_expired": Reason("The card has expired."),
        "card_blocked": Reason("The bank has blocked the card after wrong tries."),
        "card_rests": Reason(
            "PIN or code was wrong `tries` times; the card rests.", ("tries", "seconds")
        ),
        "holder_taken": Reason("The card's owner has another account here.", ("name",)),
        "confirm_needed": Reason("The first card of an account with a password needs that."),
        "password_none": Reason("The account has no password."),
        "password_wrong": Reason("The password is wrong; nothing has changed."),
        "old_refused": Reason("The `old` card is not accepted; nothing has changed."),
        "old_card_wrong": Reason("Winnings go to another card than that `old` one.", ("digits",)),
        "card_wait": Reason("Too many wrong tries with cards; wait `seconds`.", ("seconds",)),
        "pin_missing": Reason("A debit card needs its PIN."),
        "pin_form": Reason("The PIN has a letter, too many or too few digits."),
        "pin_wrong": Reason("The PIN is wrong; `left` tries are left.", ("left",)),
        "expiry_missing": Reason("A credit card needs the month it expires in."),
        "expiry_form": Reason("The month a card expires in is written `04/31` or `2031-04`."),
        "cvc_missing": Reason("A credit card needs its security code."),
        "cvc_form": Reason("A security code has three or four digits."),
        "cvc_wrong": Reason("Expiry or security code is wrong; `left` tries are left.", ("left",)),
        "balance_low": Reason("The account holds less than a login needs.", ("least",)),
        "funds_short": Reason("The account does not hold that much.", ("amount",)),
        "limit_reached": Reason("The card's limit is reached."),
        "authorization_ended": Reason("The bank wants to see the card again: `card`."),
        "declined": Reason("The bank declines and gives no reason."),
        "bank_silent": Reason("The bank does not answer; nothing was taken."),
        "no_cash_here": Reason("The line is not encrypted: no bank card is shown on it."),
    },
    "of chips": {
        "no_card": Reason("The cashier has no card; give one first: `card`."),
        "purse_short": Reason("The purse holds less than that.", ("have", "amount")),
        "buy_step": Reason("Chips are bought in multiples of `step`.", ("amount", "step")),
        "buy_first": Reason("The first purchase at a table has a least.", ("amount", "least")),
        "buy_open": Reason("The last purchase is still at the bank."),
        "buy_in_low": Reason("So few chips may not be brought.", ("amount", "least")),
        "buy_in_high": Reason("So many chips may not be brought.", ("amount", "most")),
        "bot_buy_in_high": Reason(
            "A bot brings at most what its opponent does, and no fortune.", ("amount", "most")
        ),
        "cashier_fault": Reason("The purchase is on disk and stands still; ask the house."),
    },
    "of rooms": {
        "no_table": Reason("There is no such table."),
        "no_room": Reason("Nobody plays that in a public room now."),
        "code_wrong": Reason("No private room has this code."),
        "private": Reason("The room is private; its code lets in."),
        "not_here": Reason("One is not in this room; `join` first."),
        "closing": Reason("The table closes, or is closed."),
        "paused": Reason("The table is paused for a moment."),
        "elsewhere": Reason("The table has moved within the house; ask again."),
        "quarantined": Reason("The table has failed; its chips are safe until it is settled."),
        "kicked": Reason("The house sends one away after this round; one cannot stay."),
        "queued": Reason("One waits in this queue already."),
        "not_queued": Reason("One does not wait in this queue."),
        "seated": Reason("One has a seat here already."),
        "not_seated": Reason("One has no seat here."),
        "key_wrong": Reason("The key is of no seat that is offered to one."),
        "offer_over": Reason("The seat went to the next."),
        "person_seated": Reason("One sits or waits here already, under another name."),
        "address_seated": Reason(
            "Others of this address, `most` of them, sit or wait here already.", ("most",)
        ),
        "guest_tables": Reason("A guest sits or waits at `most` tables already.", ("most",)),
        "watchers_many": Reason("As many watch this table as may, `most`.", ("most",)),
        "queue_full": Reason("As many wait at this table as may, `most`.", ("most",)),
        "rooms_public": Reason(
            "Players have `most` public rooms open; open a private one.", ("most",)
        ),
        "bot_rooms_here": Reason(
            "From this address `most` rooms with bots are open already.", ("most",)
        ),
        "bot_rooms_full": Reason("Players have `most` rooms with bots open already.", ("most",)),
        "offers_unused": Reason(
            "One let `offers` seats go by; wait `seconds`.", ("offers", "seconds")
        ),
        "rooms_many": Reason("One has opened `most` rooms already.", ("most",)),
        "tables_many": Reason("One is in `most` rooms already; leave one first.", ("most",)),
        "no_game": Reason("There is no such game."),
        "no_preset": Reason("The game has no such rules."),
        "no_stake": Reason("The game is played without stakes."),
        "stake_high": Reason("So high a stake is not played for.", ("amount", "most")),
        "stake_uneven": Reason(
            "Blinds or bets of that stake are no whole cents; take a multiple of `step`.",
            ("amount", "step"),
        ),
        "room_wrong": Reason("A room cannot be like that."),
        "no_option": Reason("These rules have no such option to choose.", ("option",)),
        "option_wrong": Reason(
            "An option cannot be so; `right` says what can.", ("option", "right")
        ),
        "options_clash": Reason("These options do not go together."),
        "no_bot": Reason("No bot of that name plays here."),
        "no_seat": Reason("No seat is free for a bot."),
        "bots_many": Reason("So many bots leave no seat.", ("most",)),
        "no_stand_in": Reason(
            "A bot plays for one only while a game goes on that needs every seat."
        ),
        "not_yours": Reason("Who sits here calls bots and sends them away, or who opened it."),
        "bot_none": Reason("No bot sits there that could be sent away."),
        "chat_empty": Reason("Nothing of the text can be read."),
        "chat_long": Reason("The text has too many letters.", ("letters", "most")),
        "chat_too_fast": Reason("Too many lines of chat; wait a moment."),
        "chat_seated": Reason("Only who sits here may write."),
        "muted_many": Reason("One has muted `most` players already.", ("most",)),
        "blocked_many": Reason("One has blocked `most` players already.", ("most",)),
        "oneself": Reason("One cannot block or report oneself."),
        "nobody": Reason("No player has that number."),
        "no_line": Reason("The table does not know that line any more."),
        "report_wait": Reason("Too many reports; wait `seconds`.", ("seconds",)),
        "silenced": Reason("The house lets one write nothing."),
        "no_phrase": Reason("There is no such phrase."),
    },
    "of acts": {
        "stale": Reason("The turn is over; the act changed nothing."),
        "gone": Reason("One has left this round."),
        "not_offered": Reason("The act was not offered; these were.", ("verb", "verbs")),
        "amount_low": Reason("The amount is too low.", ("amount", "low", "high", "step")),
        "amount_high": Reason("The amount is too high.", ("amount", "low", "high", "step")),
        "amount_step": Reason(
            "The amount is between two steps.", ("amount", "low", "high", "step")
        ),
        "cards_count": Reason("Too many cards, or too few.", ("count", "least", "most")),
        "no_place": Reason("The act takes no place.", ("on",)),
        "place_unknown": Reason("There is no such place.", ("on",)),
        "not_in_hand": Reason(
            "Cards were named that one does not hold.", ("card", "named", "hand")
        ),
    },
    "of cards that are no play (Dou Dizhu)": {
        "does_not_beat": Reason("The play does not beat the last one.", ("category", "to_beat")),
        "no_cards": Reason("No card was named."),
        "card_twice": Reason("A card was named twice."),
        "mixed": Reason("Solos and pairs are no play together."),
        "chain_short": Reason("The chain is too short."),
        "chain_high": Reason("A 2 or a joker is part of no chain."),
        "chain_gap": Reason("A rank of the chain is missing."),
        "four_joined": Reason("Four of a rank go alone, or with kickers of other ranks."),
        "kickers_count": Reason("Too many kickers, too few, or of both sorts."),
        "kickers_equal": Reason("Two kickers are of one rank."),
        "both_jokers": Reason("Both jokers are the rocket, never two kickers."),
        "stands_unknown": Reason("A wild card stands for none of these ranks here.", ("ranks",)),
        "stands_count": Reason("For each wild card there is one rank that it stands for."),
        "which_play": Reason("The cards are several plays; say what the wild ones stand for."),
        "wild_none": Reason("The cards are no play, whatever the wild ones stand for."),
        "wild_alone": Reason("Wild cards alone are what they are."),
        "fifth": Reason("A wild card is no fifth card of a rank."),
    },
}
"""The codes of `refused`, by where they belong."""

NOTICES: Final[Mapping[str, Reason]] = {
    "closing": Reason("House or table will be turned off at the end of the round.", ("reason",)),
    "paused": Reason("The table cannot go on for a moment."),
    "resumed": Reason("The table goes on, from what follows."),
    "test_table": Reason("Cards can be rigged at this table."),
    "kicked": Reason("The house sends one away; one leaves after this round."),
    "muted": Reason("The house lets one write nothing from now on."),
    "unmuted": Reason("The house lets one write again."),
    "report_answered": Reason(
        "The house answers a report of `name`; the text is its own.", ("name",)
    ),
    "chips_given": Reason("The house has given one chips.", ("amount", "reason")),
    "chips_taken": Reason("The house has taken chips of one's purse.", ("amount", "reason")),
    "round_void": Reason("The round cannot go on; stakes are back."),
    "open": Reason("The house has opened; one can log in."),
    "announcement": Reason("The house says something; the text is its own."),
    "reset_asked": Reason("A device asks for another password of one's account."),
    "reset_approved": Reason("The house lets a device choose another password of one's account."),
    "factor_off": Reason("The house asks one for no second factor any more."),
    "new_start": Reason("The play chips were gone; there are new ones."),
    "new_start_later": Reason(
        "The play chips are gone; there are new ones in `hours` hours.", ("hours",)
    ),
    "offer_missed": Reason("The seat was not taken in time; one waits at the end of the queue."),
    "session_stolen": Reason(
        "A used up token of the last session was shown, so that session was ended.", ("device",)
    ),
    "offer_over": Reason("Another seat was not taken in time; one waits no more."),
    "offline_anew": Reason("What was kept of the offline chips could not be read; they are new."),
    "settled": Reason("A table that had failed is settled; one's chips are back."),
    "second_table": Reason("A table like this one has opened and has seats.", ("other",)),
    "no_chips": Reason("One has no chips; the second round like that begins without one."),
    "chipless": Reason("One sits without chips; after `seconds` the seat is lost.", ("seconds",)),
    "rebuy": Reason("One needs `entry` to play on; buy chips.", ("entry",)),
    "broke": Reason("One's chips are gone, and with them the seat."),
    "opponent_broke": Reason("A bot's chips are gone; it leaves.", ("name",)),
    "won_by": Reason("A round that bots played on has been won.", ("winners", "amount", "chips")),
    "no_stakes": Reason("A round that bots played on was for nothing.", ("chips",)),
    "victory": Reason("Every bot is beaten."),
    "house_busted": Reason(
        "Another player has won all that the house lets one win here, and leaves.",
        ("name", "amount"),
    ),
    "get_ready": Reason(
        "Others wait until one is ready; after `seconds` one may lose the seat.", ("seconds",)
    ),
    "bet_or_go": Reason("Others wait for a seat: who lays no bet in the next round loses it."),
    "spared": Reason("One was silent in two turns, and sits out: nobody else waits."),
    "stand_in": Reason("One was silent in two turns; a bot plays until one comes back."),
    "left_won": Reason("A bot has won the game that one had left.", ("game", "amount", "chips")),
    "left_lost": Reason("A bot has lost the game that one had left.", ("game", "amount", "chips")),
    "left_even": Reason("The game that one had left was for nothing.", ("game", "chips")),
}
"""The codes of `notice`. What follows a `sit` or a `login_by_card` by itself, a purchase or a place
in a queue, is refused as a notice too."""

LEAVINGS: Final[Mapping[str, str]] = {
    "left": "One wanted to.",
    "missed_turns": "Two turns in a row went by in silence.",
    "away": "The line was gone too long.",
    "sat_out": "One sat out too long.",
    "not_ready": "Others waited, and one was not ready in time.",
    "no_bet": "Others waited, and one laid no bet in three rounds in a row.",
    "no_chips": "One had too few chips to play on.",
    "kicked": "The house has sent one away.",
    "table_closes": "The house has closed the table.",
    "victory": "Every bot is beaten, and the room closes.",
    "busted": "One has won all that the house lets a player win here.",
    "empty": "Nobody was in the room.",
    "house_closes": "The house closes.",
    "quarantined": "The table has failed; its chips are safe until the house settles it.",
}
"""The codes of `left`: why one is out of a room. Chips are in the purse, or on their way to it."""

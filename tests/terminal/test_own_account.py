"""One's own account by typed keys at a real house: second factor, devices, bank card."""

import base64
import re
import time
from pathlib import Path

from game_server.players import totp
from protocol.release import RELEASE
from tests.house.process import Running
from tests.terminal.typist import Typist, typist

PASSWORD = "correct horse battery"
SECRET = re.compile(r"the code that it shows\.\n((?:[A-Z2-7]{1,4} ?)+)\n")
CODE = re.compile(r"(?m)^([0-9a-z]{4}(?:-[0-9a-z]{4}){3,})$")
DEBIT = re.compile(r"not real money: number (\d{16}), PIN (\d{4})\.")


def registered(one: Typist, name: str) -> None:
    one.until("Type a name")
    one.type(f"register {name}")
    one.until("It is not shown.")
    one.type(PASSWORD)
    one.until("once more?")
    one.type(PASSWORD)
    one.until(f"You are {name}.")
    one.until("The lobby.")


def logged_out(one: Typist) -> None:
    one.type("logout")
    one.until("yes or no")
    one.type("yes")
    one.until("Type a name")


def logs_in(one: Typist, name: str) -> None:
    """As far as the password goes."""
    one.type(f"login {name}")
    one.until("It is not shown.")
    one.type(PASSWORD)


def code_of(secret: str) -> str:
    """What an app shows now."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    return totp.code_at(key, totp.step_of(int(time.time() * 1000)))


def test_a_second_factor_is_turned_on_asked_for_and_turned_off(
    tmp_path: Path, running: Running
) -> None:
    with typist(tmp_path, "--at", running.url, "--plain") as one:
        registered(one, "Rita")
        one.type("factor")
        one.until("a stolen password alone lets nobody in")
        one.until("Your password? It is not shown.")
        one.type("not the password")
        one.until("password")
        one.type("factor")
        one.until("Your password? It is not shown.")
        one.type(PASSWORD)
        one.until("The code of your app?")
        secret = SECRET.findall(one.said)[-1].replace(" ", "")
        one.type("000000")
        one.until("The code of your app?")
        one.type(code_of(secret))
        one.until("They are not shown again.")
        while len(CODE.findall(one.said)) < 10:
            one.hear()
        codes = CODE.findall(one.said)
        logged_out(one)

        # Each of them lets in once.
        logs_in(one, "Rita")
        one.until("The code of your app?")
        one.type("999999")
        one.until("The code of your app?")
        one.type(codes[0])
        one.until("You are Rita.")
        one.type("factor")
        one.until("9 recovery codes are left.")
        one.until("yes or no")
        one.type("yes")
        one.until("Your password? It is not shown.")
        one.type(PASSWORD)
        one.until("The code of your app?")
        one.type(codes[1])
        one.until("Logging in asks for the password alone now.")
        logged_out(one)
        logs_in(one, "Rita")
        one.until("You are Rita.")
        assert one.said.count("The code of your app?") == 5
        assert PASSWORD not in one.said
        one.type("quit")
        assert one.ends() == 0


def test_a_guest_has_no_second_factor(tmp_path: Path, running: Running) -> None:
    with typist(tmp_path, "--at", running.url, "--plain", "--name", "Gus") as one:
        one.until("The lobby.")
        one.type("factor")
        one.until("A guest has no password. Create an account first.")


def test_the_devices_are_listed_and_all_of_them_logged_out(
    tmp_path: Path, running: Running
) -> None:
    with typist(tmp_path / "a", "--at", running.url, "--plain") as one:
        registered(one, "Sven")
        logged_out(one)
        logs_in(one, "Sven")
        one.until("You are Sven.")
        one.type("devices")
        listed = one.until("log out on all of them.")
        here = rf"This device, \w+ terminal {re.escape(RELEASE)}, Logged in today, "
        assert re.search(here, listed), listed
        assert "Logged out today" in listed
        with typist(tmp_path / "b", "--at", running.url, "--plain") as other:
            other.until("Type a name")
            logs_in(other, "Sven")
            other.until("You are Sven.")
            other.type("everywhere")
            other.until("You leave all tables and log in again.")
            other.until("yes or no")
            other.type("no")
            other.type("devices")
            assert "you logged in on another device" in other.until("log out on all of them.")
            other.type("everywhere")
            other.until("yes or no")
            other.type("yes")
            other.until("Type a name")


def demo_cards(one: Typist) -> list[tuple[str, str]]:
    one.type("cashier")
    found = DEBIT.findall(one.until("your bank card;", "another bank card;"))
    assert len(found) >= 2
    return found


def shows_card(one: Typist, card: tuple[str, str]) -> None:
    one.until("Which kind of card", "Type its number")
    one.type("debit")
    one.until("The card number?")
    one.type(card[0])
    one.until("The PIN?")
    one.type(card[1])


def taken(one: Typist) -> str:
    """What the cashier says when the bank has taken the card."""
    one.until("The bank has taken the card.")
    return one.until("another bank card")


def test_a_card_that_replaces_another_only_pays_until_the_old_one_confirms_it(
    tmp_path: Path, running: Running
) -> None:
    with typist(tmp_path, "--at", running.url, "--plain", "--name", "Tove") as one:
        one.until("The lobby.")
        old, new = demo_cards(one)[:2]
        one.type("card")
        shows_card(one, old)
        assert "Winnings go" not in taken(one)

        one.type("card")
        shows_card(one, new)
        one.until(f"Confirm with your card until now, ending in {old[0][-4:]}")
        one.until("only pay with the new card")
        one.type("")
        said = taken(one)
        assert f"Your bank card ends in {new[0][-4:]}." in said
        assert f"Winnings go to the card ending in {old[0][-4:]}." in said

        one.type("card")
        shows_card(one, new)
        one.until("Confirm with your card until now")
        shows_card(one, old)
        said = taken(one)
        assert f"Your bank card ends in {new[0][-4:]}." in said
        assert "Winnings go" not in said
        for _, pin in (old, new):
            assert pin not in one.said.replace(f"PIN {pin}.", "")


def test_an_account_is_deleted_by_typed_keys(tmp_path: Path, running: Running) -> None:
    with typist(tmp_path, "--at", running.url, "--plain") as one:
        registered(one, "Dora")
        one.type("delete")
        one.until("under a number in the place of your name")
        one.until("yes or no")
        one.type("no")
        one.type("delete")
        one.until("yes or no")
        one.type("yes")
        one.until("It is not shown.")
        one.type("not the password")
        one.until("The password is wrong")
        one.type("delete")
        one.until("yes or no")
        one.type("yes")
        one.until("It is not shown.")
        one.type(PASSWORD)
        one.until("Type a name")
        logs_in(one, "Dora")
        one.until("No account has this name and this password.")

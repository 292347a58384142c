"""Accounts: who is who, and that nobody becomes somebody else."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from twisted.internet.defer import CancelledError, Deferred

from game_server.bank.entries import purse_of
from game_server.players.accounts import Accounts
from game_server.players.player_account import PlayerAccount
from game_server.players.pool import DirectPool, ThreadPool
from game_server.players.throttle import LoginThrottle
from game_server.store import accounts, idempotency, ledger, sessions
from game_server.store.direct import CommitFault
from game_server.store.transaction import Transaction
from protocol.words import Refusal
from tests.players.house import HERE, PASSWORD, SECRET, House, give, turn
from tests.store.hands import LONG, Reactor, fired

T = TypeVar("T")
THERE = "198.51.100.7"
HOLDER = "customer-4711-at-the-bank"
OTHERS = "a sentence of somebody else"


@pytest.fixture
def house() -> House:
    return House()


# Members


@pytest.mark.req("E-RF-JG-001")
def test_who_registers_logs_in_with_name_and_password(house: House) -> None:
    made = house.wait(house.accounts.register("Ann", PASSWORD, HERE))
    assert made == PlayerAccount(1, "member", "Ann", "", "open")
    assert house.wait(house.accounts.log_in("Ann", PASSWORD, HERE)) == made
    assert house.wait(house.accounts.log_in(" ANN ", PASSWORD, HERE)) == made


@pytest.mark.req("E-RF-JG-001")
def test_a_wrong_name_and_a_wrong_password_are_refused_in_the_same_words(house: House) -> None:
    house.member("Ann")
    house.wait(house.accounts.guest("Gus", HERE))
    house.wait(house.accounts.log_in_by_card("Cara", HOLDER))
    tries = [
        ("Ann", OTHERS),
        ("Ann", ""),
        ("Nobody", PASSWORD),
        ("Gus", ""),
        ("Gus", PASSWORD),
        ("Cara", HOLDER),
        ("Admin", PASSWORD),
        ("A\u202enn", PASSWORD),
    ]
    refusals = [
        house.refuses("login_wrong", house.accounts.log_in(name, word, THERE))
        for name, word in tries
    ]
    assert len({refusal.text for refusal in refusals}) == 1
    assert not any(refusal.facts for refusal in refusals)


def test_a_name_is_had_once_however_it_is_written(house: House) -> None:
    house.member("Ann Bell")
    for name in ("Ann Bell", "ANN-BELL", "annbeII", "Ann\u00a0Bell"):
        house.refuses("name_taken", house.accounts.register(name, OTHERS, HERE))
        house.refuses("name_taken", house.accounts.guest(name, HERE))
    assert house.count("players") == 1


def test_two_who_want_one_name_at_one_moment_do_not_both_get_it(house: House) -> None:
    both = [house.accounts.register("Ann", word, HERE) for word in (PASSWORD, OTHERS)]
    assert house.wait(both[0]).name == "Ann"
    house.refuses("name_taken", both[1])
    house.wait(house.accounts.log_in("Ann", PASSWORD, HERE))
    house.refuses("login_wrong", house.accounts.log_in("Ann", OTHERS, HERE))


def test_a_registration_that_comes_again_soon_is_a_login(house: House) -> None:
    made = house.wait(house.accounts.register("Ann", PASSWORD, HERE))
    house.pass_time(60)
    assert house.wait(house.accounts.register("Ann", PASSWORD, HERE)) == made
    house.refuses("name_taken", house.accounts.register("Ann", OTHERS, HERE))
    house.pass_time(3600)
    house.refuses("name_taken", house.accounts.register("Ann", PASSWORD, HERE))
    assert house.count("players") == 1


def test_registering_is_no_way_around_the_door(house: House) -> None:
    house.member("Ann")
    for _ in range(5):
        house.refuses("name_taken", house.accounts.register("Ann", OTHERS, THERE))
    house.refuses("name_taken", house.accounts.register("Ann", PASSWORD, THERE))
    house.refuses("login_wait", house.accounts.log_in("Ann", PASSWORD, THERE))


def test_wrong_passwords_close_the_door_and_time_opens_it(house: House) -> None:
    house.member("Ann")
    for _ in range(5):
        house.refuses("login_wrong", house.accounts.log_in("Ann", OTHERS, THERE))
    house.refuses("login_wait", house.accounts.log_in("ANN", PASSWORD, THERE))
    house.pass_time(1)
    house.wait(house.accounts.log_in("Ann", PASSWORD, THERE))
    for _ in range(5):
        house.refuses("login_wrong", house.accounts.log_in("Ann", OTHERS, THERE))


def test_strangers_who_guess_do_not_keep_out_who_has_just_registered(house: House) -> None:
    house.wait(house.accounts.register("Ann", PASSWORD, HERE))
    only_strangers_wait(house, "Ann")


def test_strangers_who_guess_do_not_keep_out_a_guest_who_has_become_a_member(house: House) -> None:
    guest = house.wait(house.accounts.guest("Gus", HERE))
    house.wait(house.accounts.keep(guest.id, "Gus", PASSWORD, HERE))
    only_strangers_wait(house, "Gus")


def test_strangers_who_guess_do_not_keep_out_who_has_another_name_now(house: House) -> None:
    house.wait(house.accounts.profile(house.member("Ann"), "Anna", "", HERE))
    only_strangers_wait(house, "Anna")


def test_strangers_who_guess_do_not_keep_out_the_owner_after_a_restart(house: House) -> None:
    ann = house.member("Ann")
    house.wait(house.sessions.begin(ann, "phone", HERE))
    house.throttle = LoginThrottle()
    house.accounts = house.roll_of(house.passwords)
    only_strangers_wait(house, "Ann")
    house.wait(house.accounts.profile(ann, "Anna", "", THERE))
    house.throttle = LoginThrottle()
    house.accounts = house.roll_of(house.passwords)
    for _ in range(5):
        house.refuses("password_wrong", house.accounts.confirm(ann, OTHERS, THERE))
    house.refuses("login_wait", house.accounts.confirm(ann, PASSWORD, THERE))
    house.wait(house.accounts.confirm(ann, PASSWORD, HERE))


def test_an_address_of_a_session_that_is_forgotten_is_one_of_strangers(house: House) -> None:
    house.wait(house.sessions.begin(house.member("Ann"), "phone", HERE))
    house.throttle = LoginThrottle()
    house.accounts = house.roll_of(house.passwords)
    sessions.forget(house.conn, house.now() + 365 * 86_400_000)
    for _ in range(5):
        house.refuses("login_wrong", house.accounts.log_in("Ann", OTHERS, THERE))
    house.refuses("login_wait", house.accounts.log_in("Ann", PASSWORD, HERE))


def only_strangers_wait(house: House, name: str) -> None:
    for _ in range(5):
        house.refuses("login_wrong", house.accounts.log_in(name, OTHERS, THERE))
    house.refuses("login_wait", house.accounts.log_in(name, PASSWORD, THERE))
    assert house.wait(house.accounts.log_in(name, PASSWORD, HERE)).name == name


def test_a_weak_registration_makes_nothing(house: House) -> None:
    house.refuses("password_short", house.accounts.register("Ann", "short", HERE))
    house.refuses("name_letters", house.accounts.register("A\x00n", PASSWORD, HERE))
    assert house.count("players") == 0


def test_a_stronger_hash_is_kept_at_the_next_login(house: House) -> None:
    ann = house.member("Ann")
    weak = accounts.by_id(house.conn, ann).password
    house.strengthen()
    house.wait(house.accounts.log_in("Ann", PASSWORD, HERE))
    strong = accounts.by_id(house.conn, ann).password
    assert strong is not None
    assert strong != weak
    assert "m=16" in strong
    house.wait(house.accounts.log_in("Ann", PASSWORD, HERE))
    assert accounts.by_id(house.conn, ann).password == strong


def test_a_disk_that_fails_keeps_the_weak_hash_and_lets_the_member_in(house: House) -> None:
    ann = house.member("Ann")
    house.strengthen()
    house.store.fault = CommitFault.FAILS
    assert house.wait(house.accounts.log_in("Ann", PASSWORD, HERE)).id == ann
    assert house.wait(house.accounts.log_in("Ann", PASSWORD, HERE)).id == ann


class Meddling(DirectPool):
    """While a password is checked, somebody gives its owner another."""

    def __init__(self, house: House, player: int) -> None:
        super().__init__(house.clock)
        self.house, self.player = house, player

    def do(self, work: Callable[[], T]) -> Deferred[T]:
        accounts.set_password(self.house.conn, self.player, "another hash")
        return super().do(work)


def test_a_stronger_hash_never_brings_an_old_password_back(house: House) -> None:
    ann = house.member("Ann")
    house.strengthen(Meddling(house, ann))
    house.wait(house.accounts.log_in("Ann", PASSWORD, HERE))
    assert accounts.by_id(house.conn, ann).password == "another hash"


# Guests


def test_a_guest_is_in_without_a_password_under_a_name_of_the_house(house: House) -> None:
    one = house.wait(house.accounts.guest("", HERE))
    other = house.wait(house.accounts.guest("  ", HERE))
    assert one.guest
    assert one.name.startswith("Guest 1")
    assert one.name != other.name
    assert house.wait(house.accounts.guest("Gus", HERE)).name == "Gus"


def test_the_house_finds_a_name_for_a_guest_where_the_first_are_taken(house: House) -> None:
    house.wait(house.accounts.guest("Guest 1000", HERE))
    house.wait(house.accounts.guest("Guest 1001", HERE))
    assert house.wait(house.accounts.guest("", HERE)).name == "Guest 100002"


def test_a_guest_who_registers_stays_the_same_player(house: House) -> None:
    guest = house.wait(house.accounts.guest("Gus", HERE))
    kept = house.wait(house.accounts.keep(guest.id, "Gus", PASSWORD, HERE))
    assert kept == PlayerAccount(guest.id, "member", "Gus", "", "open")
    assert house.wait(house.accounts.log_in("gus", PASSWORD, HERE)).id == guest.id
    assert ledger.balance(house.conn, purse_of(guest.id, "play")) == 100_000


def test_only_a_guest_is_kept_and_only_under_a_free_name(house: House) -> None:
    ann = house.member("Ann")
    gus = house.wait(house.accounts.guest("Gus", HERE)).id
    house.refuses("name_taken", house.accounts.keep(gus, "ANN", PASSWORD, HERE))
    house.refuses("not_a_guest", house.accounts.keep(ann, "Anna", PASSWORD, HERE))
    house.refuses("password_short", house.accounts.keep(gus, "Gus", "short", HERE))
    twice = [house.accounts.keep(gus, name, PASSWORD, HERE) for name in ("Guy", "Gil")]
    assert house.wait(twice[0]).name == "Guy"
    house.refuses("not_a_guest", twice[1])


def test_the_name_of_a_guest_who_has_gone_is_free_after_a_while(house: House) -> None:
    first = house.wait(house.accounts.guest("Gus", HERE))
    in_ = house.wait(house.sessions.begin(first.id, "phone"))
    house.pass_time(3600)
    house.refuses("name_taken", house.accounts.guest("Gus", HERE))
    house.wait(house.sessions.end(in_.id))
    house.refuses("name_taken", house.accounts.guest("Gus", HERE))
    house.pass_time(600)
    second = house.wait(house.accounts.guest("Gus", HERE))
    assert second.id != first.id
    # Nothing of the first one's is the second's.
    assert ledger.balance(house.conn, purse_of(second.id, "play")) == 100_000
    assert accounts.by_id(house.conn, first.id).name == "Gus"
    house.refuses("session_over", house.sessions.resume(in_.token))
    house.pass_time(600)
    member = house.wait(house.accounts.register("Gus", PASSWORD, HERE))
    assert member.id not in (first.id, second.id)


def test_the_name_of_a_member_is_never_free(house: House) -> None:
    house.member("Ann")
    house.pass_time(10 * 365 * 24 * 3600)
    house.refuses("name_taken", house.accounts.guest("Ann", HERE))
    house.wait(house.accounts.log_in_by_card("Cara", HOLDER))
    house.pass_time(10 * 365 * 24 * 3600)
    house.refuses("name_taken", house.accounts.guest("Cara", HERE))


def test_nobody_makes_accounts_without_end(house: House) -> None:
    for _ in range(60):
        house.wait(house.accounts.guest("", HERE))
    wait = house.refuses("new_wait", house.accounts.guest("", HERE))
    assert wait.facts == {"seconds": 120}
    house.refuses("new_wait", house.accounts.register("Ann", PASSWORD, HERE))
    house.wait(house.accounts.guest("", THERE))


# By card


@pytest.mark.req("E-RF-JG-007")
def test_who_comes_by_card_needs_a_name_and_the_word_of_the_bank(house: House) -> None:
    house.refuses("name_empty", house.accounts.log_in_by_card("", HOLDER))
    house.refuses("card_needed", house.accounts.log_in_by_card("Cara", ""))
    assert house.count("players") == 0
    cara = house.wait(house.accounts.log_in_by_card("Cara", HOLDER))
    assert (cara.kind, cara.name) == ("card", "Cara")
    assert house.wait(house.accounts.log_in_by_card("CARA", HOLDER)) == cara


def test_another_card_does_not_open_the_account_of_a_name(house: House) -> None:
    house.wait(house.accounts.log_in_by_card("Cara", HOLDER))
    house.member("Ann")
    house.wait(house.accounts.guest("Gus", HERE))
    for name, holder in [("Cara", "another"), ("Ann", HOLDER), ("Gus", HOLDER)]:
        house.refuses("name_taken", house.accounts.log_in_by_card(name, holder))


def test_one_owner_of_cards_has_one_account_and_is_told_its_name(house: House) -> None:
    cara = house.wait(house.accounts.log_in_by_card("Cara", HOLDER))
    with pytest.raises(Refusal, match="plays here as Cara") as refused:
        house.wait(house.accounts.log_in_by_card("Dora", HOLDER))
    assert (refused.value.code, refused.value.facts) == ("holder_taken", {"name": "Cara"})
    assert house.wait(house.accounts.log_in_by_card("Cara", HOLDER)) == cara
    assert house.count("players") == 1


def test_the_password_confirms_and_wrong_ones_are_counted_as_at_a_login(house: House) -> None:
    ann = house.member("Ann")
    house.wait(house.accounts.confirm(ann, PASSWORD, HERE))
    for _ in range(5):
        house.refuses("password_wrong", house.accounts.confirm(ann, "another password", HERE))
    house.refuses("login_wait", house.accounts.confirm(ann, PASSWORD, HERE))
    cara = house.wait(house.accounts.log_in_by_card("Cara", HOLDER))
    house.refuses("password_none", house.accounts.confirm(cara.id, PASSWORD, HERE))


def test_the_owner_of_a_card_is_kept_hidden_under_the_secret(house: House) -> None:
    cara = house.wait(house.accounts.log_in_by_card("Cara", HOLDER))
    holder = accounts.by_id(house.conn, cara.id).holder
    other = House()
    assert other.wait(other.accounts.log_in_by_card("Cara", HOLDER)).id == cara.id
    assert accounts.by_id(other.conn, cara.id).holder == holder
    stranger = Accounts(
        house.store,
        house.passwords,
        LoginThrottle(),
        house.clock,
        house.now,
        b"another secret..",
        give,
        house.factors,
    )
    house.refuses("name_taken", stranger.log_in_by_card("Cara", HOLDER))
    with pytest.raises(ValueError, match="16 are the least"):
        Accounts(
            house.store,
            house.passwords,
            LoginThrottle(),
            house.clock,
            house.now,
            b"short",
            give,
            house.factors,
        )


# Profile


def test_a_player_shows_another_name_and_avatar_and_logs_in_by_it(house: House) -> None:
    ann = house.member("Ann")
    shown = house.wait(house.accounts.profile(ann, "Änne", "red-fox_2", HERE))
    assert (shown.id, shown.name, shown.avatar) == (ann, "Änne", "red-fox_2")
    assert house.wait(house.accounts.log_in("Anne", PASSWORD, HERE)) == shown
    house.refuses("login_wrong", house.accounts.log_in("Ann", PASSWORD, HERE))
    assert house.wait(house.accounts.profile(ann, "ÄNNE", "", HERE)).name == "ÄNNE"


def test_a_player_cannot_show_the_name_of_another(house: House) -> None:
    ann = house.member("Ann")
    house.member("Ben")
    house.refuses("name_taken", house.accounts.profile(ann, "BEN", "", HERE))
    house.refuses("name_reserved", house.accounts.profile(ann, "Dealer", "", HERE))
    for avatar in ("../fox", "Fox", "a" * 41, "fox\n"):
        house.refuses("avatar_form", house.accounts.profile(ann, "Ann", avatar, HERE))
    assert house.wait(house.accounts.log_in("Ann", PASSWORD, HERE)).avatar == ""


# The disk


def test_every_new_player_gets_what_a_new_player_gets_once(house: House) -> None:
    made = [
        house.wait(house.accounts.guest("", HERE)),
        house.wait(house.accounts.register("Ann", PASSWORD, HERE)),
        house.wait(house.accounts.log_in_by_card("Cara", HOLDER)),
    ]
    house.wait(house.accounts.log_in("Ann", PASSWORD, HERE))
    house.wait(house.accounts.log_in_by_card("Cara", HOLDER))
    for one in made:
        assert ledger.balance(house.conn, purse_of(one.id, "play")) == 100_000
    assert house.count("entries") == 3


def test_no_player_is_made_without_the_gift(house: House) -> None:
    def fails(conn: Transaction, player: int, at: int) -> None:
        raise Refusal("no_gift", "The house is empty.")

    poor = Accounts(
        house.store,
        house.passwords,
        house.throttle,
        house.clock,
        house.now,
        SECRET,
        fails,
        house.factors,
    )
    house.refuses("no_gift", poor.guest("", HERE))
    house.refuses("no_gift", poor.register("Ann", PASSWORD, HERE))
    house.refuses("no_gift", poor.log_in_by_card("Cara", HOLDER))
    assert house.count("players") == 0


def test_the_reply_is_kept_with_what_it_answers_or_not_at_all(house: House) -> None:
    gus = house.wait(house.accounts.guest("Gus", HERE)).id

    def reply(conn: Transaction, who: PlayerAccount) -> None:
        idempotency.remember(
            conn, player=who.id, request=7, body=bytes(16), reply=who.name.encode(), at=house.now()
        )

    house.store.fault = CommitFault.FAILS
    keeping = house.accounts.keep(gus, "Guy", PASSWORD, HERE, reply)
    house.refuses("not_written", keeping)
    assert idempotency.reply_to(house.conn, gus, 7) is None
    assert accounts.by_id(house.conn, gus).kind == "guest"
    house.wait(house.accounts.keep(gus, "Guy", PASSWORD, HERE, reply))
    assert idempotency.reply_to(house.conn, gus, 7) == (b"Guy", bytes(16))
    # The request comes again: its reply is there, so nothing of the second is done.
    with pytest.raises(Exception, match="has its reply"):
        house.wait(house.accounts.profile(gus, "Gil", "", HERE, reply))
    assert accounts.by_id(house.conn, gus).name == "Guy"


def test_a_disk_that_fails_is_told_and_the_next_try_is_as_good_as_the_first(house: House) -> None:
    for _ in range(30):
        house.store.fault = CommitFault.FAILS
        house.refuses("not_written", house.accounts.guest("Gus", HERE))
    assert house.wait(house.accounts.guest("Gus", HERE)).name == "Gus"


def test_a_registration_whose_commit_only_seemed_to_fail_is_found_again(house: House) -> None:
    house.store.fault = CommitFault.LOST
    registering = house.accounts.register("Ann", PASSWORD, HERE)
    house.refuses("not_written", registering)
    assert house.wait(house.accounts.register("Ann", PASSWORD, HERE)).name == "Ann"
    assert house.count("players") == 1


def test_a_house_that_closes_says_so(house: House) -> None:
    house.member("Ann")
    house.store.close()
    for late in (
        house.accounts.guest("", HERE),
        house.accounts.register("Ben", PASSWORD, HERE),
        house.accounts.log_in("Ann", PASSWORD, HERE),
        house.accounts.keep(1, "Ann", PASSWORD, HERE),
        house.accounts.profile(1, "Ann", "", HERE),
        house.accounts.log_in_by_card("Cara", HOLDER),
    ):
        house.refuses("house_closes", late)


def test_no_password_and_no_holder_is_anywhere_on_disk(tmp_path: Path) -> None:
    house = House(tmp_path / "house.db")
    gus = house.wait(house.accounts.guest("Gus", HERE)).id
    house.wait(house.accounts.register("Ann", PASSWORD, HERE))
    house.wait(house.accounts.keep(gus, "Guy", OTHERS, HERE))
    house.wait(house.accounts.log_in_by_card("Cara", HOLDER))
    house.wait(house.accounts.log_in("Ann", PASSWORD, HERE))
    house.refuses("login_wrong", house.accounts.log_in("Ann", "wrong one", HERE))
    bytes_ = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"Cara" in bytes_
    assert b"$argon2id$" in bytes_
    for secret in (PASSWORD, OTHERS, HOLDER, "wrong one"):
        assert secret.encode() not in bytes_


# A crowd


def test_a_crowd_hears_busy_and_no_try_of_it_counts() -> None:
    reactor, opened = Reactor(), threading.Event()
    pool = ThreadPool(reactor, threads=1, waiting=0)
    house = House(pool=pool)
    first = pool.do(lambda: opened.wait(LONG))
    for _ in range(50):
        house.refuses("busy", house.accounts.log_in("Ann", PASSWORD, HERE))
        house.refuses("busy", house.accounts.register("Ann", PASSWORD, HERE))
    opened.set()
    assert reactor.wait(first)
    registering = house.accounts.register("Ann", PASSWORD, HERE)
    house.clock.advance(0)
    turn(reactor)
    assert house.wait(registering).name == "Ann"
    logging_in = house.accounts.log_in("Ann", PASSWORD, HERE)
    house.clock.advance(0)
    turn(reactor)
    assert house.wait(logging_in).name == "Ann"
    pool.close()


def test_a_login_whose_line_breaks_counts_as_a_try(house: House) -> None:
    house.member("Ann")
    for _ in range(5):
        login = house.accounts.log_in("Ann", OTHERS, THERE)
        login.cancel()
        with pytest.raises(CancelledError):
            fired(login)
    house.refuses("login_wait", house.accounts.log_in("Ann", PASSWORD, THERE))

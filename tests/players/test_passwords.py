"""Passwords: what they cost a thief, and that they never cost the reactor."""

import threading
import time
from collections.abc import Iterator
from functools import partial

import pytest
from argon2 import PasswordHasher, extract_parameters
from twisted.internet.defer import CancelledError
from twisted.internet.task import Clock

from game_server.players.looks import lines_of
from game_server.players.passwords import SHORTEST, Passwords, Strength, check_new_password
from game_server.players.pool import Busy, DirectPool, ThreadPool
from tests.players.house import CHEAP, PASSWORD, House, refuses, turn
from tests.store.hands import LONG, Reactor, fired


@pytest.fixture
def reactor() -> Reactor:
    return Reactor()


@pytest.fixture
def house() -> House:
    return House()


class Gate:
    """Work that stands still until the test opens it, and counts who is inside."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.lock = threading.Lock()
        self.inside = self.most = self.done = 0

    def work(self) -> str:
        with self.lock:
            self.inside += 1
            self.most = max(self.most, self.inside)
        assert self.opened.wait(LONG)
        with self.lock:
            self.inside -= 1
            self.done += 1
        return threading.current_thread().name


@pytest.fixture
def gate() -> Iterator[Gate]:
    gate = Gate()
    yield gate
    gate.opened.set()


def test_the_house_pays_what_is_recommended_for_argon2id(reactor: Reactor) -> None:
    pool = ThreadPool(reactor)
    kept = reactor.wait(Passwords(pool).hash(PASSWORD))
    pool.close()
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert PASSWORD not in kept


def test_the_right_password_is_right_and_any_other_is_wrong(house: House) -> None:
    kept = house.wait(house.passwords.hash(PASSWORD))
    assert kept != house.wait(house.passwords.hash(PASSWORD))
    assert house.wait(house.passwords.check(PASSWORD, kept)) == (True, None)
    for other in ("", PASSWORD + " ", PASSWORD.upper(), kept):
        assert house.wait(house.passwords.check(other, kept)) == (False, None)
    assert house.wait(house.passwords.check(PASSWORD, "no hash")) == (False, None)


def test_a_password_is_the_same_on_every_keyboard(house: House) -> None:
    kept = house.wait(house.passwords.hash("Gr\u00fc\u00dfe aus K\u00f6ln"))
    assert house.wait(house.passwords.check("Gru\u0308\u00dfe aus Ko\u0308ln", kept)).right


def test_without_an_account_a_check_costs_the_same(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = house.wait(house.passwords.hash(PASSWORD))
    worked: list[str] = []
    hashing, verifying = PasswordHasher.hash, PasswordHasher.verify

    def hash_(self: PasswordHasher, password: bytes) -> str:
        worked.append("once")
        return hashing(self, password)

    def verify(self: PasswordHasher, hash: str, password: bytes) -> bool:
        worked.append("once")
        return verifying(self, hash, password)

    monkeypatch.setattr(PasswordHasher, "hash", hash_)
    monkeypatch.setattr(PasswordHasher, "verify", verify)
    assert not house.wait(house.passwords.check("wrong", kept)).right
    assert worked == ["once"]
    assert not house.wait(house.passwords.check("wrong", None)).right
    assert worked == ["once", "once"]


def test_a_hash_that_has_become_weak_is_made_anew_when_the_password_is_there() -> None:
    clock = Clock()
    pool = DirectPool(clock)
    weak, strong = Passwords(pool, CHEAP), Passwords(pool, Strength(memory_kib=16, passes=1))
    made = weak.hash(PASSWORD)
    clock.advance(0)
    right, wrong = strong.check(PASSWORD, fired(made)), strong.check("wrong", fired(made))
    clock.advance(0)
    stronger = fired(right).stronger
    assert stronger is not None
    assert extract_parameters(stronger).memory_cost == 16
    assert fired(wrong) == (False, None)


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("", "password_short"),
        ("seven77", "password_short"),
        ("u\u0308" * 7, "password_short"),
        ("x y" * 43, "password_long"),
        ("12345678", "password_common"),
        ("PassWord123", "password_common"),
        ("abababababab", "password_common"),
        ("Sunshine!!", "password_common"),
        ("2024football1", "password_common"),
        ("woaini1314!", "password_common"),
        ("12345678901", "password_common"),
        ("zyxwvuts", "password_common"),
        ("ann.barbara", "password_name"),
        ("Cardroom ann 1", "password_name"),
        ("Annbarbara99", "password_name"),
    ],
)
def test_a_password_that_is_soon_guessed_is_refused(password: str, code: str) -> None:
    refusal = refuses(code, lambda: check_new_password(password, "Ann Barbara"))
    assert not password or password not in refusal.text


def test_the_three_thousand_commonest_of_eight_letters_and_more_are_refused() -> None:
    commonest = list(lines_of("common_passwords.txt"))
    assert len(commonest) >= 3_000
    assert all(len(one) >= SHORTEST for one in commonest)
    assert commonest[:4] == ["password", "12345678", "123456789", "baseball"]
    for one in commonest[:3_000]:
        refuses("password_common", partial(check_new_password, one.title(), "Zoe"))


def test_a_password_may_have_the_name_in_it_beside_enough_of_its_own() -> None:
    check_new_password("ann and the red king", "Ann")
    check_new_password("Bo-likes-kings", "Bo")
    check_new_password("the cardroom door is green", "Ann")


def test_a_password_of_8_to_128_characters_is_taken() -> None:
    check_new_password("aces-up!", "Ann")
    check_new_password("x yz" * 32, "Ann")


# The pool


def test_the_queue_is_bounded_and_who_comes_too_late_hears_busy(
    reactor: Reactor, gate: Gate
) -> None:
    pool = ThreadPool(reactor, threads=2, waiting=4)
    taken = [pool.do(gate.work) for _ in range(6)]
    for _ in range(1_000):
        with pytest.raises(Busy):
            fired(pool.do(gate.work))
    assert pool.under_way == 6
    gate.opened.set()
    names = {reactor.wait(one) for one in taken}
    assert (gate.done, gate.most, pool.under_way) == (6, 2, 0)
    assert threading.current_thread().name not in names
    # There is room again.
    assert reactor.wait(pool.do(lambda: 7)) == 7
    pool.close()


def test_a_password_is_refused_as_busy_when_the_queue_is_full(reactor: Reactor, gate: Gate) -> None:
    pool = ThreadPool(reactor, threads=1, waiting=0)
    passwords = Passwords(pool, CHEAP)
    first = pool.do(gate.work)
    refuses("busy", lambda: fired(passwords.hash(PASSWORD)))
    refuses("busy", lambda: fired(passwords.check(PASSWORD, None)))
    gate.opened.set()
    reactor.wait(first)
    assert not reactor.wait(passwords.check(PASSWORD, None)).right
    pool.close()


def test_who_goes_away_while_waiting_frees_the_place(reactor: Reactor, gate: Gate) -> None:
    pool = ThreadPool(reactor, threads=1, waiting=2)
    first, second, third = (pool.do(gate.work) for _ in range(3))
    second.cancel()
    with pytest.raises(CancelledError):
        fired(second)
    turn(reactor)
    assert pool.under_way == 2
    fourth = pool.do(gate.work)
    gate.opened.set()
    for one in (first, third, fourth):
        reactor.wait(one)
    assert gate.done == 3
    pool.close()


def test_work_that_raises_fails_alone(reactor: Reactor) -> None:
    pool = ThreadPool(reactor)
    with pytest.raises(ZeroDivisionError):
        reactor.wait(pool.do(lambda: 1 // 0))
    assert reactor.wait(pool.do(lambda: 1)) == 1
    pool.close()


def test_a_pool_that_closes_finishes_what_it_began_and_drops_the_rest(
    reactor: Reactor, gate: Gate
) -> None:
    pool = ThreadPool(reactor, threads=1, waiting=5)
    first, second = pool.do(gate.work), pool.do(gate.work)
    while gate.inside == 0:
        time.sleep(0.001)
    closing = threading.Thread(target=pool.close)
    closing.start()
    with pytest.raises(Busy):
        reactor.wait(second)
    gate.opened.set()
    reactor.wait(first)
    closing.join(LONG)
    with pytest.raises(Busy):
        fired(pool.do(gate.work))


def test_warming_up_hashes_on_every_thread(reactor: Reactor) -> None:
    pool = ThreadPool(reactor)
    assert reactor.wait(Passwords(pool, CHEAP).warm_up()) is None
    assert pool.under_way == 0
    pool.close()

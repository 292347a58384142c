"""What is kept for a time is forgotten then, while the house plays on; and nothing else is."""

from twisted.internet.defer import Deferred

from game_server.bank.entries import house
from game_server.config import SecuritySettings
from game_server.house.retention import FIRST_S, REST_S, USUAL_RETENTION, Retention, RetentionSweep
from game_server.planning import retention
from game_server.store import accounts, ledger, security, sessions
from game_server.store.direct import CommitFault
from game_server.store.refusals import NoSuchPlayer
from protocol import messages
from tests.house.test_whole_rounds import ROOMS
from tests.house.world import HERE, Client, World

HOUR_S = 60 * 60
DAY_S = 24 * HOUR_S


def sweep_of(world: World, retention: Retention = USUAL_RETENTION) -> RetentionSweep:
    return RetentionSweep(world.house.means, world.house.lobby, world.house.online, retention)


def sweep(world: World, retention: Retention = USUAL_RETENTION) -> None:
    world.wait(Deferred.fromCoroutine(sweep_of(world, retention).once()))


def months_pass(world: World, days: int) -> None:
    """The house forgets sessions and the security log in hourly steps of its own."""
    world.clock.advance(days * DAY_S)
    world.run(2 * HOUR_S, step=HOUR_S)


def is_there(world: World, number: int) -> bool:
    try:
        accounts.by_id(world.conn, number)
    except NoSuchPlayer:
        return False
    return True


def lines(client: Client) -> list[str]:
    return [line.text for chat in client.heard(messages.Chat) for line in chat.lines]


def test_a_guest_goes_when_nothing_is_known_of_one_any_more_and_the_chips_return() -> None:
    world = World(ROOMS["holdem"])
    guest, known = world.client("Gus"), Client(world)
    known.ask(messages.Register, "Mo", "correct horse battery")
    gone, member = guest.id, known.id
    for client in (guest, known):
        client.ask(messages.Logout)
        world.run(1)
    before = ledger.balance(world.conn, house("play"))
    months_pass(world, 60)
    sweep(world)
    assert is_there(world, gone), "the security log speaks of the guest"
    months_pass(world, 31)
    sweep(world)
    assert not is_there(world, gone)
    assert is_there(world, member)
    assert ledger.balance(world.conn, house("play")) == before + 100_000
    world.restart()
    world.check()


def test_who_sits_at_a_table_or_is_in_stays_whatever_the_rows_say() -> None:
    world = World(ROOMS["holdem"])
    sits, watches = world.client("Ann"), world.client("Bo")
    sits.seat("t", 20_000)
    watches.ask(messages.Join, "t")
    world.run(1)
    for table in ("spent_tokens", "sessions", "security"):
        world.conn.execute(f"DELETE FROM {table}")
    world.conn.execute("UPDATE players SET created = 1")
    sweep(world)
    assert is_there(world, sits.id)
    assert is_there(world, watches.id)
    world.check()


def test_addresses_go_after_their_days_and_the_rest_of_the_rows_stays() -> None:
    world = World()
    old, new = world.client("Old"), world.client("New")
    old.ask(messages.Logout)
    new.lose()
    world.run(1)
    world.clock.advance(10 * DAY_S)
    new.resumed()
    world.run(1)
    sweep(world, Retention(address_days=11))
    assert {row.address for _, row in security.rows(world.conn)} == {HERE}
    sweep(world, Retention(address_days=9))
    found = [(row.player, row.what, row.address) for _, row in security.rows(world.conn)]
    assert found == [
        (new.id, "resume", HERE),
        (new.id, "offline", ""),
        (old.id, "offline", ""),
        (old.id, "logout", ""),
        (new.id, "guest", ""),
        (old.id, "guest", ""),
    ]
    (ended,) = sessions.of_player(world.conn, old.id)
    (live,) = sessions.of_player(world.conn, new.id)
    assert (ended.address, ended.why, live.address) == ("", "logout", HERE)


def test_a_line_of_the_chat_is_read_for_its_hours_by_those_who_come_later() -> None:
    world = World()
    ann = world.client("Ann")
    ann.ask(messages.Join, "holdem")
    ann.ask(messages.Say, "holdem", "early")
    world.run(2 * HOUR_S, step=HOUR_S)
    ann.ask(messages.Say, "holdem", "late")
    sweep(world, Retention(chat_hours=3))
    first = world.client("First")
    first.ask(messages.Join, "holdem")
    assert lines(first) == ["early", "late"]
    sweep(world, Retention(chat_hours=1))
    world.run(1)
    second = world.client("Second")
    second.ask(messages.Join, "holdem")
    assert lines(second) == ["late"]
    assert [line.text for line in world.house.lobby.find("holdem").view.chat] == ["late"]


def test_it_looks_once_an_hour_and_goes_on_after_a_disk_that_took_nothing() -> None:
    world = World()
    client = world.client("Gus")
    guest = client.id
    client.ask(messages.Logout)
    world.run(1)
    for table in ("spent_tokens", "sessions", "security"):
        world.conn.execute(f"DELETE FROM {table}")
    world.conn.execute("UPDATE players SET created = 1")
    looking = sweep_of(world)
    looking.start()
    world.clock.advance(FIRST_S - 1)
    world.fail(CommitFault.FAILS)
    world.run(2, step=0.5)
    assert is_there(world, guest)
    world.clock.advance(REST_S)
    world.run(1)
    assert not is_there(world, guest)
    looking.stop()
    world.check()


def test_the_settings_say_for_how_long() -> None:
    assert retention(SecuritySettings(address_days=3, chat_hours=5)) == Retention(3, 5)
    assert retention(SecuritySettings()) == USUAL_RETENTION

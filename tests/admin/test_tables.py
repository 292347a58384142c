"""Tables: listed, opened, closed at the end of the hand, paused and resumed."""

from contextlib import ExitStack
from dataclasses import replace

import pytest

from game_server.admin.command.exits import Exit
from game_server.store import rooms
from protocol import messages
from protocol.messages import Joined, Left, Notice, Refused, Session
from tests.admin.running import Open
from tests.admin.talk import Floor
from tests.house.plain import Plain, play
from tests.house.test_whole_rounds import PEOPLE, ROOMS, ready
from tests.house.world import Client, World
from tests.table_probe import TableProbe


def evening(game: str = "holdem", testing: bool = False) -> tuple[Floor, list[Client]]:
    """A round is in play, in a house with administrators, and somebody is asked."""
    world = World(ROOMS[game], seed=2, testing=testing)
    floor = Floor(world)
    clients = [world.client(f"Player {number}") for number in range(PEOPLE.get(game, 2))]
    for client in clients:
        client.seat("t", 20_000)

    def asked() -> bool:
        ready(world)
        return any(client.asked for client in clients)

    world.until(asked)
    return floor, clients


def over(world: World, clients: list[Client], number: int) -> None:
    """Let everybody play until that round is over."""
    for client in clients:
        client.plays = True
    host = world.probe("t")
    world.until(lambda: host.round is None or host.rounds > number, seconds=900, step=0.25)


# -- pause ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ROOMS)
def test_a_paused_table_stands_still_and_goes_on_where_it_was(game: str) -> None:
    floor, clients = evening(game)
    world, talk = floor.world, floor.enter("olga")
    talk.ask("table pause", table="t")
    assert all(client.codes()[-1] == "paused" for client in clients)
    host = world.probe("t")
    assert host.round is not None
    number, before, open_ = host.rounds, list(host.round.said), dict(host.round.open)
    asked = next(client for client in clients if client.asked)
    question = asked.asked["t"]
    request = asked.act("t", question.turn, question.ask.default)
    refused = asked.reply(request)
    assert isinstance(refused, Refused)
    assert refused.code == "paused"
    world.run(600, 1.0)
    assert host.round is not None
    assert list(host.round.said) == before, "no time runs while it is paused"
    assert host.round.open == open_
    talk = floor.enter("olga")
    assert talk.ask("table list")["tables"][0]["state"] == "paused"
    assert talk.refusal("table pause", table="t") == "paused"
    assert "`table resume t`" in talk.heard[-1]["no"]["text"], "it does not go on by itself"
    talk.ask("table resume", table="t")
    assert all("resumed" in client.codes() for client in clients)
    assert host.round.open.keys() == open_.keys()
    assert min(one.until for one in host.round.open.values()) > world.time()
    over(world, clients, number)
    world.check()


def test_a_paused_table_deals_and_offers_nothing_between_two_rounds() -> None:
    world = World(replace(ROOMS["holdem"], pause=5.0))
    floor = Floor(world)
    talk = floor.enter("olga")
    clients = [world.client(f"Player {number}") for number in range(2)]
    for client in clients:
        client.seat("t", 20_000)
    talk.ask("table pause", table="t")
    late = world.client("Late")
    assert isinstance(late.ask(messages.Join, "t"), Joined)
    queued = late.ask(messages.Queue, "t")
    assert isinstance(queued, Refused)
    assert queued.code == "paused"
    world.run(120, 1.0)
    assert world.probe("t").round is None
    floor.enter("olga").ask("table resume", table="t")
    world.until(lambda: world.probe("t").round is not None, seconds=10)
    world.check()


def test_a_disk_that_fails_does_not_end_a_pause() -> None:
    floor, clients = evening()
    world, talk = floor.world, floor.enter("olga")
    talk.ask("table pause", table="t")
    runner = world.runner("t")
    runner._failed([], ())  # as after a commit that failed
    world.run(5)
    assert TableProbe.of(runner).paused
    assert clients[0].codes()[-1] == "paused"
    number = TableProbe.of(runner).rounds
    world.run(120, 1.0)
    assert TableProbe.of(runner).rounds == number
    floor.enter("olga").ask("table resume", table="t")
    over(world, clients, number)
    world.check()


def test_a_table_is_paused_once_and_resumed_once() -> None:
    floor, _ = evening()
    talk = floor.enter("olga")
    assert talk.refusal("table resume", table="t") == "not_paused"
    talk.ask("table pause", table="t")
    assert talk.refusal("table pause", table="t") == "paused"
    talk.ask("table resume", table="t")
    assert talk.refusal("table resume", table="t") == "not_paused"
    assert talk.refusal("table pause", table="nowhere") == "no_table"


@pytest.mark.parametrize("how", ["table", "house"])
def test_a_paused_table_that_is_closed_ends_its_hand_first(how: str) -> None:
    floor, clients = evening()
    world, talk = floor.world, floor.enter("olga")
    talk.ask("table pause", table="t")
    if how == "table":
        talk.ask("table close", table="t")
    else:
        talk.begin("off")
    for client in clients:
        client.plays = True
    world.until(lambda: "t" not in world.house.lobby.runners, seconds=900, step=0.25)
    assert all(client.heard(Left) for client in clients)
    world.check()


# -- close ----------------------------------------------------------------------------------------


def test_a_table_is_closed_at_the_end_of_its_hand_and_everybody_is_cashed_out() -> None:
    floor, clients = evening()
    world, talk = floor.world, floor.enter("olga")
    answer = talk.ask("table close", table="t")
    assert answer == {
        "said": "The table t closes when its game is over.",
        "table": "t",
        "closed": False,
    }
    assert talk.ask("table list")["tables"][0]["state"] == "closing"
    assert all("closing" in client.codes() for client in clients)
    for client in clients:
        client.plays = True
    world.until(lambda: "t" not in world.house.lobby.runners, step=0.25)
    codes = {left.code for client in clients for left in client.heard(Left)}
    assert codes == {"table_closes"}
    world.check()
    assert floor.enter("olga").refusal("table close", table="t") == "no_table"
    # It is one of the settings: the next opening has it again.
    world.restart()
    assert world.probe("t").rounds == 1


# -- create ---------------------------------------------------------------------------------------


def test_a_table_that_was_created_is_there_after_a_restart_until_it_is_closed() -> None:
    floor, _ = evening()
    world, talk = floor.world, floor.enter("olga")
    made = talk.ask(
        "table create", table="late", game="sabacc", preset="house", least_buy_in=5_000, bots=1
    )
    assert (made["table"], made["game"], made["state"]) == ("late", "sabacc", "open")
    client = world.client("Late")
    client.seat("late", 20_000)
    world.restart()
    table = world.probe("late")
    assert [one.name for _, one in table.seats.people()] == ["Late"]
    assert table.config.least_buy_in == 5_000
    world.house.lobby.find("late").ask(lambda r, now: r.close("table_closes", now))
    client = client.resumed()
    client.plays = True
    world.until(lambda: "late" not in world.house.lobby.runners, seconds=900, step=0.25)
    world.run(2)
    assert rooms.still_open(world.conn) == ()
    world.restart()
    assert "late" not in world.house.lobby.runners
    world.check()


def test_an_empty_table_of_the_house_stays_when_the_house_closes_and_opens() -> None:
    floor, _ = evening()
    talk = floor.enter("olga")
    talk.ask("table create", table="late", game="roulette", preset="house")
    for client in floor.world.clients:
        client.plays = True
    talk.begin("off")
    floor.world.until(lambda: floor.world.house.hours.state == "closed", seconds=900, step=0.25)
    assert (
        floor.enter("olga").refusal("table create", table="x", game="roulette", preset="house")
        == "not_open"
    )
    floor.enter("olga").ask("on")
    assert set(floor.world.house.lobby.runners) == {"t", "late"}


def test_what_cannot_be_a_table_is_refused_in_a_sentence() -> None:
    floor, _ = evening()
    talk = floor.enter("olga")

    def refused(**given: object) -> str:
        wish = {"table": "late", "game": "holdem", "preset": "standard", **given}
        return talk.refusal("table create", **wish)

    assert refused(table="t") == "name_taken"
    assert refused(table="Late Table") == "name_wrong"
    assert refused(table="a:b") == "name_wrong"
    assert refused(game="whist") == "no_game"
    assert refused(preset="whist") == "no_preset"
    assert refused(stake=-5) == "with_wrong"
    assert refused(least_buy_in=500, most_buy_in=400) == "room_wrong"
    talk.ask("table create", table="late", game="holdem", preset="standard")
    talk.ask("table close", table="late")
    floor.world.run(2)
    assert (
        floor.enter("olga").refusal("table create", table="late", game="holdem", preset="standard")
        == "name_taken"
    )


def test_a_table_is_created_with_options_of_its_game_and_keeps_them() -> None:
    floor, _ = evening()
    world, talk = floor.world, floor.enter("olga")
    wish = ["decks=2", "swedish-pub=yes", "insurance=off", "max_bet=250.00", "dealer=s17"]
    talk.ask("table create", table="pub", game="blackjack", preset="twenty_one", options=wish)
    chosen = {
        "decks": 2, "swedish_pub": True, "insurance": False, "max_bet": 25_000, "dealer": "s17",
    }  # fmt: skip
    for _ in range(2):
        runner = world.runner("pub")
        assert runner.config.chosen == chosen
        options = TableProbe.of(runner).options
        assert {name: getattr(options, name) for name in chosen} == chosen
        world.restart()


@pytest.mark.parametrize(
    ("word", "right"),
    [
        ("decks=9", "decks cannot be '9'; it is a whole number from 1 to 8."),
        ("decks=two", "it is a whole number from 1 to 8."),
        ("decks", "An option is written NAME=VALUE, as decks=2; 'decks' is not."),
        ("decks=", "An option is written NAME=VALUE"),
        ("swedish_pub=perhaps", "swedish_pub cannot be 'perhaps'; it is yes or no."),
        ("dealer=h21", "dealer cannot be 'h21'; it is one of s17, h17, hit_all_17."),
        ("max_bet=0.50", "it is an amount from 1 to 100000000 in steps of 1, or 0, as 12 or"),
        ("max_bet=-5", "max_bet cannot be '-5'"),
        ("deck=2", "no option 'deck' to choose; they have most, max_bet, decks"),
        ("min_bet=5", "no option 'min_bet' to choose"),
    ],
)
def test_a_wrong_option_is_answered_with_what_would_be_right(word: str, right: str) -> None:
    floor, _ = evening()
    talk = floor.enter("olga")
    wish = {"table": "pub", "game": "blackjack", "preset": "twenty_one"}
    assert talk.refusal("table create", options=[word], **wish) in ("option_wrong", "no_option")
    assert right in talk.heard[-1]["no"]["text"]
    assert "pub" not in floor.world.house.lobby.runners


def test_an_option_is_named_once() -> None:
    floor, _ = evening()
    talk = floor.enter("olga")
    wish = {"table": "pub", "game": "blackjack", "preset": "twenty_one"}
    assert talk.refusal("table create", options=["decks=2", "decks=3"], **wish) == "option_wrong"


@pytest.mark.req("E-UC-003")
def test_a_table_is_no_test_table_any_more_when_the_house_is_not_testing() -> None:
    floor, _ = evening(testing=True)
    world = floor.world
    floor.enter("olga").ask("table create", table="late", game="holdem", preset="standard")
    assert world.runner("late").config.testing
    world.testing = False
    world.restart()
    assert not world.runner("late").config.testing
    assert not world.runner("late").listing.testing


# -- looking --------------------------------------------------------------------------------------


def test_a_table_shows_who_sits_and_who_waits_and_no_card() -> None:
    floor, clients = evening()
    late = floor.world.client("Late")
    late.ask(messages.Join, "t")
    late.ask(messages.Queue, "t")
    shown = floor.enter("vic").ask("table show", table="t")
    assert {one["name"] for one in shown["sitting"]} == {f"Player {n}" for n in range(4)}
    assert {one["in_round"] for one in shown["sitting"]} == {True}
    assert (shown["round"], shown["taken"], shown["opened_by"]) == (
        1,
        4,
        "the settings, or a crowd",
    )
    assert [one["name"] for one in shown["waiting"]] == ["Late"]
    assert "cards" not in str(shown)
    assert len(clients) == 4


# -- against a real house -----------------------------------------------------------------------


def test_each_command_about_tables_works_from_another_process(own: Open) -> None:
    made = own.admin("table", "create", "late", "holdem", "standard", "--stake", "2", who="olga")
    assert made.out == "The table late is open.\n"
    listed = own.admin("table", "list", "--json", who="vic").json["tables"]
    assert [one["table"] for one in listed] == ["doudizhu", "holdem", "late"]
    with ExitStack() as lines:
        two = [Plain(lines, own.running.url, seed) for seed in range(2)]
        for client in two:
            client.say(messages.Guest(client.next()))
            client.until(Session)
            client.seat("late")
        play(two, lambda acts: acts >= 3)
        assert own.admin("table", "pause", "late", who="olga").code == Exit.OK
        while not any(isinstance(one, Notice) and one.code == "paused" for one in two[0].inbox):
            two[0].hear(0.05)
        assert own.admin("table", "show", "late", who="vic").out.count("Guest ") == 2
        assert own.admin("table", "resume", "late", who="olga").code == Exit.OK
        play(two, lambda acts: acts >= 3)
        assert own.admin("announce", "Tea is served", "--table", "late", who="olga").code == Exit.OK
        asked = own.admin("table", "close", "late", who="olga")
        assert asked.code == Exit.USAGE, "it asks whether it is sure"
        assert own.admin("table", "close", "late", "--yes", who="olga").code == Exit.OK
        play(two, lambda _: all(any(isinstance(m, Left) for m in one.inbox) for one in two))
        heard = [one for one in two[0].inbox if isinstance(one, Notice)]
        assert Notice("announcement", "Tea is served", "late") in heard
    names = [one["table"] for one in own.admin("table", "list", "--json").json["tables"]]
    assert names == ["doudizhu", "holdem"]
    assert own.admin("status", "--json").json["ledger_off_cents"] == 0


@pytest.mark.parametrize(
    "words",
    [
        ("create", "late", "holdem", "standard"),
        ("close", "holdem", "--yes"),
        ("pause", "holdem"),
        ("resume", "holdem"),
        ("void", "holdem", "--yes"),
    ],
)
def test_a_viewer_changes_no_table_and_is_in_the_audit(
    shared: Open, words: tuple[str, ...]
) -> None:
    assert shared.admin("table", *words, who="vic").code == Exit.NOT_ALLOWED
    row = shared.office.audit("--refused", "--who", "vic", "--count", "1")[0]
    assert (row["did"], row["result"]) == (f"table {words[0]}", "not_allowed")

"""People: who they are, kicked, muted, barred, let in again, given another password."""

import base64
from collections.abc import Callable, Mapping
from contextlib import ExitStack

import pytest
from twisted.internet.defer import Deferred

from game_server.admin import people
from game_server.admin.command.exits import Exit
from game_server.admin.desk import Administrator, Call
from game_server.admin.menu.words import Json
from game_server.house.online_players import OnlinePlayer
from game_server.players import totp
from game_server.store.direct import CommitFault
from protocol import messages
from protocol.codec import encode
from protocol.messages import Chat, Goodbye, Joined, Left, Notice, Ok, Refused, Session
from protocol.words import Refusal
from tests.admin.running import Open
from tests.admin.talk import Floor
from tests.house.plain import Plain, play
from tests.house.test_whole_rounds import ROOMS
from tests.house.world import Client, World

PASSWORD = "a password of bo"
DAY = 24 * 60 * 60


def evening(seats: int = 3) -> tuple[Floor, list[Client]]:
    """A hand is in play between these, in a house with administrators."""
    world = World(ROOMS["holdem"], seed=2)
    floor = Floor(world)
    clients = [world.client(f"Player {number}") for number in range(seats)]
    for client in clients:
        client.seat("t", 20_000)
    world.until(lambda: any(client.asked for client in clients))
    return floor, clients


def member(world: World, name: str = "Bo") -> Client:
    """Somebody with an account."""
    client = Client(world)
    client.say(messages.Register(client.next(), name, PASSWORD))
    world.run(1)
    assert client.heard(Session), client.inbox
    return client


def comes(world: World, ask: Callable[[int], messages.Message]) -> messages.Message:
    """What somebody hears who comes in this way, on a line of its own."""
    client = Client(world)
    number = client.next()
    client.say(ask(number))
    return client.reply(number)


def logs_in(world: World, name: str = "Bo") -> messages.Message:
    return comes(world, lambda number: messages.Login(number, name, PASSWORD))


def to_the_end(world: World, clients: list[Client]) -> None:
    """Let the hand in play end, and no other begin."""
    for client in clients:
        client.plays = True
    world.until(lambda: world.probe("t").round is None, step=0.25)
    for client in clients:
        client.plays = False


# -- kick ---------------------------------------------------------------------------------------


def test_who_is_kicked_plays_the_hand_to_its_end_and_cannot_stay() -> None:
    floor, clients = evening()
    bo, world = clients[1], floor.world
    answer = floor.enter("olga").ask("kick", player="Player 1")
    assert answer["said"] == "Player 1 leaves t after the hand."
    assert "kicked" in bo.codes()
    stays = bo.ask(messages.Leave, "t", "never")
    assert isinstance(stays, Refused)
    assert stays.code == "kicked"
    assert not bo.heard(Left)
    to_the_end(world, clients)
    assert [left.code for left in bo.heard(Left)] == ["kicked"]
    assert not any(one.heard(Left) for one in clients if one is not bo)
    world.check()
    # It is no ban.
    assert isinstance(bo.ask(messages.Join, "t"), Joined)


def test_who_is_kicked_at_once_is_out_of_the_hand_and_cashed_out() -> None:
    floor, clients = evening()
    bo, world = clients[1], floor.world
    answer = floor.enter("olga").ask("kick", player="Player 1", table="t", now=True)
    assert answer["said"] == "Player 1 has left t."
    assert [left.code for left in bo.heard(Left)] == ["kicked"]
    assert world.probe("t").round is not None
    to_the_end(world, [clients[0], clients[2]])
    world.check()
    assert not world.house.lobby.sits(str(bo.id))


def test_who_only_watches_or_waits_is_kicked_at_once() -> None:
    floor, _ = evening(2)
    bo = floor.world.client("Bo")
    bo.ask(messages.Join, "t")
    bo.ask(messages.Queue, "t")
    floor.enter("olga").ask("kick", player="Bo")
    assert [left.code for left in bo.heard(Left)] == ["kicked"]
    assert floor.enter("olga").refusal("kick", player="Bo") == "not_there"
    assert str(bo.id) not in floor.world.probe("t").queue.order
    assert not floor.world.probe("t").queue.offers


def test_at_a_paused_table_nobody_is_kicked() -> None:
    floor, _ = evening()
    talk = floor.enter("olga")
    talk.ask("table pause", table="t")
    assert talk.refusal("kick", player="Player 1") == "paused"


# -- mute ---------------------------------------------------------------------------------------


def test_who_is_muted_writes_nothing_until_the_time_is_over_also_after_a_restart() -> None:
    floor, clients = evening()
    bo, world = clients[1], floor.world
    until = int(world.time()) + DAY
    answer = floor.enter("olga").ask("mute", player="Player 1", reason="swears", until=until)
    assert answer["said"].startswith("Player 1 can write nothing until ")
    assert "muted" in bo.codes()
    for kind in (messages.Say, messages.Phrase):
        refused = bo.ask(kind, "t", "hello")
        assert isinstance(refused, Refused)
        assert refused.code == "silenced"
        assert " UTC" in refused.text
    world.restart()
    bo = bo.resumed()
    assert isinstance(bo.ask(messages.Say, "t", "hello"), Refused)
    world.clock.advance(DAY)
    assert isinstance(bo.ask(messages.Say, "t", "hello"), Ok)


def test_an_unmuted_player_can_write_again() -> None:
    floor, clients = evening()
    bo, talk = clients[1], floor.enter("olga")
    assert talk.refusal("unmute", player="Player 1") == "not_so"
    talk.ask("mute", player="Player 1", reason="swears")
    assert isinstance(bo.ask(messages.Say, "t", "hello"), Refused)
    talk.ask("unmute", player="Player 1")
    assert bo.codes()[-1] == "unmuted"
    assert isinstance(bo.ask(messages.Say, "t", "hello"), Ok)
    assert bo.heard(Chat)


# -- ban ----------------------------------------------------------------------------------------


def test_a_ban_refuses_login_resume_and_seat_and_says_until_when_and_why() -> None:
    floor, _ = evening()
    world, talk = floor.world, floor.enter("olga")
    bo = member(world)
    bo.seat("t", 20_000)
    until = int(world.time()) + 7 * DAY
    answer = talk.ask("ban", player="bo", reason="two accounts", until=until)
    assert answer["said"].startswith("Bo is barred until ")
    assert bo.heard(Goodbye)[-1].code == "barred"
    assert bo.ending == "goodbye"
    assert [left.code for left in bo.heard(Left)] == ["kicked"]
    assert not world.house.lobby.sits(str(bo.id))
    resumed = comes(world, lambda number: messages.Resume(number, bo.token))
    for refused in (logs_in(world), resumed):
        assert isinstance(refused, Refused)
        assert refused.code == "barred_until"
        assert refused.facts["reason"] == "two accounts"
        assert str(refused.facts["until"]).endswith(" UTC")
        assert str(refused.facts["until"]) in refused.text
    world.clock.advance(7 * DAY)
    back = bo.resumed()
    assert back.heard(Session), "the session was not lost by it"
    world.check()


def test_whoever_is_barred_can_do_nothing_more_on_a_line_that_is_still_open() -> None:
    floor, _ = evening(2)
    world, talk = floor.world, floor.enter("olga")
    bo = member(world)
    bo.ask(messages.Join, "t")
    bo.ask(messages.Queue, "t")
    key = bo.heard(messages.Offer)[-1].key
    guest = world.house.online.of(bo.id)
    assert isinstance(guest, OnlinePlayer)
    talk.ask("ban", player="Bo", reason="stolen card")
    # As if the line had not been closed.
    for wish in (
        messages.Join(1, "t"),
        messages.Sit(2, "t", key, 20_000),
        messages.QuickSeat(3, "holdem"),
    ):
        with pytest.raises(Refusal) as refused:
            world.wait(Deferred.fromCoroutine(world.house.answering.do(guest, wish)))
        assert refused.value.code == "barred"
        assert "stolen card" in refused.value.text
    # A request that was under way already gets no seat either.
    with pytest.raises(Refusal) as refused:
        world.wait(
            Deferred.fromCoroutine(world.house.counter.sit(guest, messages.Sit(9, "t", key)))
        )
    assert refused.value.code == "barred"


@pytest.mark.parametrize("turns", range(4))
def test_whoever_is_just_coming_in_when_barred_is_refused_or_out_again(turns: int) -> None:
    floor, _ = evening(2)
    world = floor.world
    bo = member(world)
    bo.lose()
    again = Client(world)
    # Both are with the disk at the same time, the one who comes in some turns ahead.
    wish = messages.Resume(again.next(), bo.token)
    again.line.heard(encode(wish), world.clock.seconds())
    for _ in range(turns):
        world.clock.advance(0)
    call = Call(floor.desk, Administrator(2, "olga", "operator"), Silent())
    world.wait(Deferred.fromCoroutine(people.ban(call, "Bo", "cheats", None)))
    world.run(1)
    refused, out = again.heard(Refused), again.heard(Goodbye)
    assert [one.code for one in refused] + [one.code for one in out] == ["barred"]
    assert world.house.online.of(bo.id) is None


class Silent:
    """An outlet that nobody hears."""

    slow = False

    def say(self, kind: str, body: Mapping[str, Json]) -> None:
        """Nothing."""


def test_an_unban_lets_in_again_and_a_mute_outlasts_a_ban() -> None:
    floor, _ = evening(2)
    world, talk = floor.world, floor.enter("olga")
    member(world)
    talk.ask("mute", player="Bo", reason="swears")
    talk.ask("ban", player="Bo", reason="cheats")
    assert talk.ask("player show", player="Bo")["state"] == "barred"
    refused = logs_in(world)
    assert isinstance(refused, Refused)
    assert (refused.code, refused.facts) == ("barred", {"reason": "cheats"})
    talk.ask("unban", player="Bo")
    assert isinstance(logs_in(world), Session)
    shown = talk.ask("player show", player="Bo")
    assert shown["state"] == "muted"
    assert [(one["kind"], one["lifted_at"] is None) for one in shown["measures"]] == [
        ("barred", False),
        ("muted", True),
    ]
    assert talk.refusal("unban", player="Bo") == "not_so"


def test_a_ban_that_is_over_is_no_ban_in_any_list() -> None:
    floor, _ = evening(2)
    world, talk = floor.world, floor.enter("olga")
    member(world)
    talk.ask("ban", player="Bo", reason="cheats", until=int(world.time()) + 60)
    listed = talk.ask("player list", state="barred")["players"]
    assert [one["name"] for one in listed] == ["Bo"]
    world.clock.advance(61)
    talk = floor.enter("olga")
    assert talk.ask("player list", state="barred")["players"] == []
    assert talk.ask("player show", player="Bo")["state"] == "open"
    assert talk.refusal("unban", player="Bo") == "not_so"


def test_a_ban_ends_in_the_future_and_has_a_reason() -> None:
    floor, _ = evening(2)
    talk = floor.enter("olga")
    yesterday = int(floor.world.time()) - DAY
    assert talk.refusal("ban", player="Player 0", reason="x", until=yesterday) == "with_wrong"
    assert talk.refusal("ban", player="Player 0", reason="  ") == "text_wrong"
    assert talk.refusal("ban", player="nobody", reason="x") == "no_player"
    assert talk.refusal("ban", player="#99", reason="x") == "no_player"
    assert talk.refusal("ban", player="\u202e", reason="x") == "no_player"


def test_a_ban_that_is_not_written_bars_nobody() -> None:
    floor, clients = evening(2)
    talk = floor.enter("olga")
    floor.world.fail(CommitFault.FAILS)
    talk.begin("ban", player="Player 0", reason="x")
    assert not clients[0].heard(Goodbye)


# -- passwords ----------------------------------------------------------------------------------


def loses(
    world: World, name: str = "Bo", address: str = "192.0.2.1"
) -> tuple[Client, messages.Reset]:
    """A device whose player has lost the password, and what it was told."""
    client = Client(world, address)
    number = client.next()
    client.say(messages.LostPassword(number, name))
    told = client.reply(number)
    assert isinstance(told, messages.Reset)
    return client, told


def chooses(device: Client, key: str, password: str = "kings and queens") -> messages.Message:
    number = device.next()
    device.say(messages.NewPassword(number, key, password))
    return device.reply(number)


def test_a_device_chooses_the_password_that_was_lost_and_no_operator_sees_it() -> None:
    floor, _ = evening(2)
    world, talk = floor.world, floor.enter("olga")
    bo = member(world)
    bo.ask(messages.Join, "t")
    device, told = loses(world)
    assert bo.codes()[-1] == "reset_asked"
    waits = chooses(device, told.key)
    assert isinstance(waits, Refused)
    assert waits.code == "reset_waits"
    (row,) = talk.ask("player resets")["requests"]
    assert (row["player"], row["from"]) == ("Bo", "192.0.2.1")
    assert told.number not in str(row)
    assert talk.refusal("player password", player="Bo", number="000000x") == "number_wrong"
    answer = talk.ask("player password", player="bo", number=told.number)
    assert told.key not in str(answer)
    assert bo.codes()[-1] == "reset_approved"
    assert isinstance(chooses(device, told.key), Ok)
    assert bo.heard(Goodbye)[-1].code == "password"
    for refused in (logs_in(world), comes(world, lambda n: messages.Resume(n, bo.token))):
        assert isinstance(refused, Refused)
        assert refused.code in ("login_wrong", "session_over")
    login = comes(world, lambda n: messages.Login(n, "Bo", "kings and queens"))
    assert isinstance(login, Session)
    kept = str(world.conn.execute("SELECT told FROM audit").fetchall())
    assert "kings and queens" not in kept
    assert ("olga", "player password", "number_wrong") in floor.audit()
    assert ("olga", "player password", "ok") in floor.audit()
    assert talk.refusal("player password", player="Player 0", number="1") == "no_password"


def test_many_who_ask_for_a_password_flood_its_player_with_no_notices() -> None:
    floor, _ = evening(2)
    bo = member(floor.world)
    for number in range(8):
        loses(floor.world, address=f"10.{number}.0.1")
    assert bo.codes().count("reset_asked") == 3


def test_viewers_do_not_let_devices_choose_passwords() -> None:
    floor = Floor(World(ROOMS["holdem"]))
    talk = floor.enter("vic")
    assert talk.refusal("player password", player="Bo", number="1") == "not_allowed"
    assert talk.refusal("player resets") == "not_allowed"
    assert talk.refusal("player factor-off", player="Bo") == "not_allowed"


# -- second factors -----------------------------------------------------------------------------


def code(secret: str, world: World) -> str:
    """What the app shows that was given this secret."""
    return totp.code_at(base64.b32decode(secret), totp.step_of(round(world.time() * 1000)))


def test_a_member_is_asked_for_a_code_until_the_house_takes_the_factor_off() -> None:
    floor = Floor(World(ROOMS["holdem"]))
    world, talk = floor.world, floor.enter("olga")
    bo = member(world)
    begun = bo.ask(messages.BeginFactor, PASSWORD)
    assert isinstance(begun, messages.FactorSecret)
    told = bo.ask(messages.ConfirmFactor, code(begun.secret, world))
    assert isinstance(told, messages.RecoveryCodes)
    known = bo.ask(messages.Account)
    assert isinstance(known, messages.AccountInfo)
    assert (known.kind, known.factor, known.recovery) == ("member", True, len(told.codes))
    world.run(31)
    missing = logs_in(world)
    assert isinstance(missing, Refused)
    assert missing.code == "second_factor"
    typed = code(begun.secret, world)
    assert isinstance(comes(world, lambda n: messages.Login(n, "Bo", PASSWORD, typed)), Session)
    talk.ask("player factor-off", player="Bo")
    assert isinstance(logs_in(world), Session)
    assert talk.refusal("player factor-off", player="Bo") == "factor_none"


def test_the_password_alone_ends_no_second_factor() -> None:
    world = World(ROOMS["holdem"])
    bo = member(world)
    begun = bo.ask(messages.BeginFactor, PASSWORD)
    assert isinstance(begun, messages.FactorSecret)
    bo.ask(messages.ConfirmFactor, code(begun.secret, world))
    world.run(31)
    for password, typed, refusal in (
        (PASSWORD, "", "second_factor"),
        (PASSWORD, "000000", "factor_wrong"),
        ("wrong", code(begun.secret, world), "password_wrong"),
    ):
        refused = bo.ask(messages.EndFactor, password, typed)
        assert isinstance(refused, Refused)
        assert refused.code == refusal
    assert isinstance(bo.ask(messages.EndFactor, PASSWORD, code(begun.secret, world)), Ok)
    assert isinstance(logs_in(world), Session)


def test_who_changes_the_password_stays_in_on_the_same_line() -> None:
    world = World(ROOMS["holdem"])
    bo = member(world)
    assert isinstance(bo.ask(messages.ChangePassword, "wrong", "kings and queens"), Refused)
    assert isinstance(bo.ask(messages.ChangePassword, PASSWORD, "kings and queens"), Ok)
    assert isinstance(bo.ask(messages.Account), messages.AccountInfo)
    assert isinstance(logs_in(world), Refused)


# -- looking ------------------------------------------------------------------------------------


def test_players_are_found_by_parts_of_names_and_by_number_and_paged() -> None:
    floor, clients = evening(3)
    talk = floor.enter("vic")
    names = [one["name"] for one in talk.ask("player find", part="player")["players"]]
    assert names == ["Player 2", "Player 1", "Player 0"]
    assert talk.ask("player find", part="%")["players"] == []
    assert talk.ask("player find", part="1")["players"][0]["tables"] == ["t"]
    first = talk.ask("player list", count=1)["players"]
    older = talk.ask("player list", before=first[0]["number"], count=1)["players"]
    assert [one["name"] for one in first + older] == ["Player 2", "Player 1"]
    clients[2].lose()
    here = [one["name"] for one in talk.ask("player list", here=True)["players"]]
    assert here == ["Player 1", "Player 0"]
    shown = talk.ask("player show", player=f"#{clients[1].id}")
    assert shown["name"] == "Player 1"
    assert (shown["play_cents"], shown["at_tables"]) == (
        80_000,
        [{"table": "t", "chips_cents": 20_000}],
    )
    (seat,) = shown["seats"]
    assert (seat["table"], seat["in_round"], seat["leaving"]) == ("t", True, False)
    assert talk.refusal("player list", count=0) == "with_wrong"


# -- against a real house -------------------------------------------------------------------------


def test_each_command_about_people_works_from_another_process(shared: Open) -> None:
    with ExitStack() as lines:
        two = [Plain(lines, shared.running.url, seed) for seed in range(2)]
        for client, name in zip(two, ("Ada", "Bert"), strict=True):
            client.say(messages.Register(client.next(), name, PASSWORD))
            client.until(Session)
            client.seat("holdem")
        found = shared.admin("player", "find", "er", "--json", who="vic").json["players"]
        assert [(one["name"], one["here"], one["tables"]) for one in found] == [
            ("Bert", True, ["holdem"])
        ]
        page = shared.admin("player", "show", "bert", who="vic").out
        assert "1,000.00" in page or "800.00" in page
        assert shared.admin("kick", "Ada", who="olga").code == Exit.OK
        play(two, lambda _: any(isinstance(one, Left) for one in two[0].inbox))

        assert shared.admin("mute", "Bert", "swears", "--until", "+2h", who="olga").code == Exit.OK
        notice = two[1].until(Notice)
        assert isinstance(notice, Notice)
        two[1].say(messages.Say(two[1].next(), "holdem", "hello"))
        refused = two[1].until(Refused)
        assert isinstance(refused, Refused)
        assert refused.code == "silenced"
        assert shared.admin("unmute", "Bert", who="olga").out == "Bert can write again.\n"

        banned = shared.admin("ban", "Bert", "two accounts", "--until", "+30d", who="olga")
        assert banned.out.startswith("Bert is barred until ")
        goodbye = two[1].until(Goodbye)
        assert isinstance(goodbye, Goodbye)
        assert goodbye.code == "barred"
        again = Plain(lines, shared.running.url, 5)
        again.say(messages.Login(again.next(), "Bert", PASSWORD))
        refused = again.until(Refused)
        assert isinstance(refused, Refused)
        assert (refused.code, refused.facts["reason"]) == ("barred_until", "two accounts")
        assert shared.admin("unban", "Bert", who="olga").code == Exit.OK
        again.say(messages.LostPassword(again.next(), "Bert"))
        lost = again.until(messages.Reset)
        assert isinstance(lost, messages.Reset)
        assert "Bert" in shared.admin("player", "resets", who="olga").out
        wrong = shared.admin("player", "password", "Bert", "1", who="olga")
        assert "No device that asks for Bert has the number 1" in wrong.err
        let = shared.admin("player", "password", "Bert", lost.number, who="olga")
        assert "can choose the password of Bert now, once." in let.out
        assert lost.key not in let.out
        again.say(messages.NewPassword(again.next(), lost.key, "kings and queens"))
        again.until(Ok)
        again.say(messages.Login(again.next(), "Bert", "kings and queens"))
        again.until(Session)


@pytest.mark.parametrize(
    "words",
    [
        ("kick", "bo"),
        ("mute", "bo", "x"),
        ("unmute", "bo"),
        ("ban", "bo", "x"),
        ("unban", "bo"),
        ("player", "password", "bo", "123456"),
    ],
)
def test_a_viewer_who_would_change_something_is_refused_and_in_the_audit(
    shared: Open, words: tuple[str, ...]
) -> None:
    assert shared.admin(*words, who="vic").code == Exit.NOT_ALLOWED
    name = " ".join(words[:2]) if words[0] == "player" else words[0]
    row = shared.office.audit("--refused", "--who", "vic", "--count", "1")[0]
    assert (row["did"], row["result"]) == (name, "not_allowed")


def test_a_player_who_is_not_there_is_a_sentence(shared: Open) -> None:
    ran = shared.admin("kick", "nobody", who="olga")
    assert ran.code == Exit.REFUSED
    assert ran.said() == ("cardroom admin: There is no player 'nobody'; look with `player find`.\n")

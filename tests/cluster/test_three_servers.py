"""The three servers of the document as processes of their own: the queue server lets players in (a
front), the poker server runs the games (tables), the transaction server alone reaches the bank."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack

import pytest

from game_server.bank.demo_books import sample_card
from game_server.bank_link import BANK_BOOKS
from protocol import messages
from protocol.events import RoundEnded
from protocol.messages import Left, Notice, Ok, Paid, Purse, Queued, Refused, Seats, Told
from tests.cluster.nodes import NodeProcess, node
from tests.databases import Databases
from tests.house.plain import play
from tests.house.process import EPS
from tests.house.test_serve_bank import ALL
from tests.house.visiting import Visitor, sheet
from tools.nats import LocalNats

SERVERS = {"poker": "tables", "transactions": "cashier", "queue": "front"}
BLACKJACK = """
[[room]]
table = "blackjack"
game = "blackjack"
preset = "twenty_one"
pause = 0.1
"""
LONG_S = 60.0
"""A lease that a server which is stopped for a moment does not lose."""
Servers = Mapping[str, NodeProcess]


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory, postgresql: Databases) -> Iterator[Servers]:
    """Poker server, transaction server and queue server; all cards are the bank's samples."""
    folder = tmp_path_factory.mktemp("servers")
    with ExitStack() as started:
        dsn = started.enter_context(postgresql.fresh())
        nats, nodes = started.enter_context(LocalNats()), dict[str, NodeProcess]()
        for name, roles in SERVERS.items():
            like = folder / "poker" if nodes else None
            rooms = EPS + BLACKJACK
            server = node(
                folder / name, name, dsn, rooms, like, nats=nats, roles=roles, lease_s=LONG_S
            )
            nodes[name] = started.enter_context(server)
            if roles != "front":
                nodes[name].until("This node is open")
        nodes["queue"].opened()
        yield nodes


def door(servers: Servers) -> str:
    """Where players come in."""
    return servers["queue"].until(" on ws").split()[-1]


def card_holders(lines: ExitStack, servers: Servers, names: str, cards: int = 0) -> list[Visitor]:
    """They come in at the queue server by their bank cards, from that one on, and wait for a
    seat. Each test has cards of its own."""
    came = []
    for number, name in enumerate(names.split(), cards):
        one = Visitor(lines, door(servers), number + 1)
        came.append(one.by_card(f"{name} {number}", sample_card(number)))
        assert came[-1].expect(Queued).table == "eps"
    return came


def cash_out(*players: Visitor) -> None:
    for one in players:
        assert isinstance(one.ask(messages.Leave, "eps", "now"), Ok)
        one.paid("cash_out")
        one.expect(Purse, lambda purse: purse.cash == 0)


def buy(one: Visitor, amount: int) -> None:
    """The purchase is asked for, and done."""
    number = one.next()
    one.say(messages.Buy(number, "eps", amount))
    one.expect(Paid, lambda paid: (paid.id, paid.payment.state) == (number, "done"))


def rounds_ended(heard: list[messages.Message]) -> int:
    told = [one for one in heard if isinstance(one, Told)]
    return sum(isinstance(event, RoundEnded) for one in told for event in one.events)


@pytest.mark.req("E-SC-IS-01", "E-SC-IS-01b", "E-SC-IS-03", "E-DD-002", "E-DD-004")
def test_chips_are_bought_played_with_and_paid_back_over_three_servers(servers: Servers) -> None:
    with ExitStack() as lines:
        players = card_holders(lines, servers, "Dora Carl")
        books = servers["transactions"].folder / "var" / BANK_BOOKS
        for one in players:
            one.sit("eps", 4_000)
            assert one.paid("buy").payment.amount == 4_000
        assert sheet(books).house == 8_000
        play([*players], lambda _: players[0].rounds >= 2)
        cash_out(*players)
        assert sheet(books).customers == ALL
        for other in ("poker", "queue"):
            assert not (servers[other].folder / "var" / BANK_BOOKS).exists(), "it knows no bank"


@pytest.mark.req("E-DD-003")
def test_chips_are_bought_at_the_table_and_who_has_none_goes_at_the_second_game(
    servers: Servers,
) -> None:
    with ExitStack() as lines:
        dora, carl, zoe = card_holders(lines, servers, "Dora Carl Zoe", 10)
        assert dora.refused(messages.Buy, "eps", 4_000).code == "not_seated"
        dora.sit("eps", 0)
        carl.sit("eps", 4_000)
        carl.paid("buy")
        # One alone has chips, so this is between two games.
        buy(dora, 4_000)
        dora.expect(Told)
        # Nobody has answered yet, so this is in a game.
        buy(carl, 1_000)
        zoe.sit("eps", 0)
        play([dora, carl, zoe], lambda _: bool(zoe.heard(Left)))
        codes = [one.code if isinstance(one, Notice | Left) else "" for one in zoe.inbox]
        first, second = (at for at, code in enumerate(codes) if code == "no_chips")
        assert isinstance(zoe.inbox[first], Notice)
        assert isinstance(zoe.inbox[second], Left)
        assert rounds_ended(zoe.inbox[first:second]) == 1
        cash_out(dora, carl)


@pytest.mark.req("E-DD-005")
def test_the_queue_server_keeps_the_seat_of_a_player_whose_line_is_another(
    servers: Servers,
) -> None:
    with ExitStack() as lines:
        dora, carl = card_holders(lines, servers, "Dora Carl", 20)
        for one in (dora, carl):
            one.sit("eps", 4_000)
            one.paid("buy")
        seats = [one.expect(Seats, lambda said: said.you is not None).you for one in (dora, carl)]
        assert len(set(seats)) == 2
        again = carl.resumed(lines, door(servers))
        assert again.expect(Seats).you == seats[1]
        cash_out(dora, again)


@pytest.mark.req("E-DD-005")
def test_the_queue_server_alone_limits_what_clients_may_say(servers: Servers) -> None:
    with ExitStack() as lines:
        url = door(servers)
        player, stranger = Visitor(lines, url).guest(), Visitor(lines, url)
        behind = servers["poker"], servers["transactions"]
        for server in behind:
            server.stop()
        try:
            assert stranger.refused(messages.Join, "eps").code == "not_now"
            assert player.refused(messages.Guest).code == "not_now"
            player.ws.send(b"\xc1")
            player.expect(Refused, lambda one: one.code == "malformed")
            # Far fewer than end the line.
            for number in range(12):
                player.say(messages.Ping(number))
            player.expect(Refused, lambda one: one.code == "too_fast")
        finally:
            for server in behind:
                server.go_on()


@pytest.mark.req("E-DD-006")
def test_a_server_of_tables_without_players_lines_runs_each_game_that_it_is_given(
    servers: Servers,
) -> None:
    assert "players come in at the fronts" in servers["poker"].until("This node is open")
    with ExitStack() as lines:
        dora, carl = card_holders(lines, servers, "Dora Carl", 30)
        for one in (dora, carl):
            one.sit("eps", 4_000)
        guests = [Visitor(lines, door(servers), number).guest() for number in (8, 9)]
        for one in guests:
            one.seat("blackjack")
        everybody = [dora, carl, *guests]
        play([*everybody], lambda _: all(one.rounds >= 2 for one in everybody))
        for one, table in ((dora, "eps"), (guests[0], "blackjack")):
            assert {told.table for told in one.heard(Told)} == {table}
        cash_out(dora, carl)

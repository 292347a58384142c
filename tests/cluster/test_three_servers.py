"""The three servers of the document as processes of their own: the queue server lets players in (a
front), the poker server runs the games (tables), the transaction server alone reaches the bank."""

from contextlib import ExitStack
from pathlib import Path

import pytest

from game_server.bank.demo_books import sample_card
from game_server.bank_link import BANK_BOOKS
from protocol import messages
from protocol.messages import Ok, Purse, Queued
from tests.cluster.nodes import NodeProcess, node
from tests.house.plain import play
from tests.house.process import EPS
from tests.house.test_serve_bank import ALL
from tests.house.visiting import Visitor, sheet
from tools.nats import LocalNats

SERVERS = {"poker": "tables", "transactions": "cashier", "queue": "front"}


@pytest.mark.req("E-SC-IS-01", "E-SC-IS-01b", "E-SC-IS-03", "E-DD-002", "E-DD-004")
def test_chips_are_bought_played_with_and_paid_back_over_three_servers(
    tmp_path: Path, dsn: str
) -> None:
    with ExitStack() as started:
        nats, nodes = started.enter_context(LocalNats()), dict[str, NodeProcess]()
        for name, roles in SERVERS.items():
            like = tmp_path / "poker" if nodes else None
            server = node(tmp_path / name, name, dsn, EPS, like, nats=nats, roles=roles)
            nodes[name] = started.enter_context(server)
            if roles != "front":
                nodes[name].until("This node is open")
        url = nodes["queue"].opened().url
        players = [
            Visitor(started, url, number + 1).by_card(name, sample_card(number))
            for number, name in enumerate(("Dora", "Carl"))
        ]
        for one in players:
            assert one.expect(Queued).table == "eps"
            one.sit("eps", 4_000)
            assert one.paid("buy").payment.amount == 4_000
        books = nodes["transactions"].folder / "var" / BANK_BOOKS
        assert sheet(books).house == 8_000
        play([*players], lambda _: players[0].rounds >= 2)
        for one in players:
            assert isinstance(one.ask(messages.Leave, "eps", "now"), Ok)
            one.paid("cash_out")
            one.expect(Purse, lambda purse: purse.cash == 0)
        assert sheet(books).customers == ALL
        for other in ("poker", "queue"):
            assert not (nodes[other].folder / "var" / BANK_BOOKS).exists(), "it knows no bank"

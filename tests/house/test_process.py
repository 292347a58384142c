"""The real process on real sockets: plain clients play, it is killed, and they go on."""

import signal
from contextlib import ExitStack
from pathlib import Path

from game_server.store import ledger, ledger_check
from game_server.store.database import open_database
from protocol import messages
from protocol.messages import Goodbye, Session
from tests.house.plain import Plain, play, rests
from tests.house.process import house


def test_hands_survive_a_kill_and_are_played_on_by_plain_clients(tmp_path: Path) -> None:
    with ExitStack() as lines, house(tmp_path) as open_house:
        two = [Plain(lines, open_house.url, seed) for seed in range(2)]
        three = [Plain(lines, open_house.url, seed) for seed in range(10, 13)]
        for client in (*two, *three):
            client.say(messages.Guest(client.next()))
            client.until(Session)
        for client in two:
            client.seat("holdem")
        for client in three:
            client.seat("doudizhu")
        play(two, lambda _: two[0].rounds >= 2)
        play(three, lambda _: three[0].rounds >= 1, ready="doudizhu")
        # Into the next hands, and then the power goes.
        play(three, lambda acts: acts >= 4 and not rests(three[0], "doudizhu"), ready="doudizhu")
        play(two, lambda acts: acts >= 3 and not rests(two[0], "holdem"))
        open_house.kill()
    with ExitStack() as lines, house(tmp_path) as open_house:
        everybody: list[Plain] = []
        for group, table in ((two, "holdem"), (three, "doudizhu")):
            back = []
            for old in group:
                new = Plain(lines, open_house.url, 99)
                new.told, new.seen, new.number = old.told, old.seen, old.number
                new.say(messages.Resume(new.next(), old.token, tuple(old.seen.values())))
                session = new.until(Session)
                assert isinstance(session, Session)
                assert session.tables == (table,)
                back.append(new)
            before = back[0].seen[table].round
            play(
                back,
                lambda _, back=back: back[0].rounds >= 1,  # type: ignore[misc]  # bound now
                ready=table if table == "doudizhu" else "",
            )
            assert back[0].seen[table].round >= before
            everybody += back
        process = open_house.process
        process.send_signal(signal.SIGTERM)
        play(everybody, lambda _: process.poll() is not None)
        assert process.returncode == 0
        for client in everybody:
            assert any(isinstance(message, Goodbye) for message in client.inbox)
    conn = open_database(open_house.database)
    assert ledger_check.whole_faults(conn) == ()
    assert ledger.imbalance(conn) == 0
    (held,) = conn.execute(
        "SELECT coalesce(sum(b.amount), 0) FROM accounts a JOIN balances b ON b.account = a.id"
        " WHERE a.kind IN ('escrow', 'pot')"
    ).fetchone()
    assert held == 0, "everybody was cashed out when the house closed"
    conn.close()

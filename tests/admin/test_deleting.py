"""Accounts that an administrator deletes, and deleted accounts in a restore."""

from contextlib import closing
from pathlib import Path

from twisted.internet.defer import Deferred

from game_server.bank.entries import purse_of
from game_server.store import accounts, data_folder, deletions, ledger
from game_server.store.database import open_database
from protocol import messages
from protocol.messages import Goodbye
from tests.admin.talk import Floor
from tests.admin.test_people import logs_in, member
from tests.admin.test_restore import backup, close, folder, restore
from tests.house.world import World


def test_an_operator_deletes_an_account_by_its_number_and_names_nobody() -> None:
    floor = Floor()
    world = floor.world
    bo = member(world)
    number = bo.id
    assert floor.enter("vic").refusal("player delete", number=number, reason="x") == "not_allowed"
    operator = floor.enter("olga")
    said = operator.ask("player delete", number=number, reason="asked by letter")["said"]
    assert said == f"The account of player {number} is deleted."
    assert bo.heard(Goodbye)[-1].code == "deleted"
    assert logs_in(world).t == "refused"
    assert operator.refusal("player delete", number=number, reason="asked by letter") == "not_so"
    assert operator.refusal("player delete", number=999, reason="x") == "no_player"
    found = [one for one in floor.audit() if one[1] == "player delete"]
    assert [result for _, _, result in found] == ["not_allowed", "ok", "not_so", "no_player"]
    told = "\n".join(str(row) for row in world.conn.execute("SELECT told FROM audit"))
    assert "Bo" not in told
    deletion = deletions.of(world.conn, number)
    assert deletion is not None
    assert deletion.who == "olga"
    world.check()


def test_chips_are_given_to_no_account_that_is_deleted() -> None:
    floor = Floor()
    world = floor.world
    number = member(world).id
    owner = floor.enter("olga")
    asked = owner.ask("chips give", player=f"#{number}", amount=10**9, reason="a prize")
    assert owner.ask("player delete", number=number, reason="asked")["said"]
    (grant,) = owner.ask("chips list")["grants"]
    assert (asked.get("number"), grant["state"]) == (grant["number"], "rejected")
    late = owner.refusal("chips give", player=f"#{number}", amount=100, reason="a prize")
    assert late == "player_deleted"
    assert ledger.balance(world.conn, purse_of(number, "play")) == 0
    # A mute or a ban of before, or of now, makes no account of it again.
    owner.ask("mute", player=f"#{number}", reason="swears")
    assert accounts.by_id(world.conn, number).state == "deleted"
    world.check()


def test_a_restore_brings_no_deleted_account_back(tmp_path: Path) -> None:
    data = folder(tmp_path)
    world = World(path=data / data_folder.DATABASE)
    bo = member(world)
    number = bo.id
    file = backup(data)
    assert isinstance(bo.ask(messages.DeleteAccount, True, "a password of bo"), messages.Ok)
    close(world)
    assert restore(data, file)["deletions_kept"] == 1
    with closing(open_database(data / data_folder.DATABASE)) as conn:
        row = accounts.by_id(conn, number)
        assert (row.name, row.password, row.state) == (f"#{number}", None, "deleted")
        # The ledger is that of the copy, until the house has started.
        assert ledger.balance(conn, purse_of(number, "play")) == 100_000
    again = World(path=data / data_folder.DATABASE)
    assert ledger.balance(again.conn, purse_of(number, "play")) == 0
    done = deletions.of(again.conn, number)
    assert done is not None
    assert (done.named, done.cleared, done.erased) == (True, True, True)
    assert logs_in(again).t == "refused"
    again.wait(Deferred.fromCoroutine(again.house.deletion.tidy()))
    again.check()
    close(again)

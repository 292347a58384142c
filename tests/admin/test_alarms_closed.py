"""Alarms as administrators see them, and who closes them."""

from tests.admin.talk import Floor


def test_an_operator_closes_an_alarm_with_a_reason_that_stands_in_the_audit() -> None:
    floor = Floor()
    alarms = floor.desk.alarms
    alarms.add("bots", "A bot failed.")
    floor.world.clock.advance(5)
    alarms.add("disk", "The disk is full.")
    alarms.add("disk", "The disk takes nothing.")
    viewer, operator = floor.enter("vic"), floor.enter("olga")
    found = viewer.ask("alarm list")["alarms"]
    assert [(one["kind"], one["times"], one["text"]) for one in found] == [
        ("disk", 2, "The disk takes nothing."),
        ("bots", 1, "A bot failed."),
    ]
    assert viewer.refusal("alarm close", kind="disk", reason="seen") == "not_allowed"
    assert operator.refusal("alarm close", kind="disk", reason=" ") == "text_wrong"
    assert operator.refusal("alarm close", kind="flood", reason="seen") == "no_alarm"
    done = operator.ask("alarm close", kind="disk", reason="room was made")
    assert (done["times"], done["kind"]) == (2, "disk")
    assert [one["kind"] for one in viewer.ask("alarm list")["alarms"]] == ["bots"]
    assert ("olga", "alarm close", "ok") in floor.audit()


def test_an_alarm_of_the_books_is_for_an_owner_to_close() -> None:
    floor = Floor()
    floor.desk.alarms.add("ledger", "Entry 3 does not fit.")
    operator, owner = floor.enter("olga"), floor.enter("ann")
    assert operator.refusal("alarm close", kind="ledger", reason="seen") == "not_allowed"
    assert floor.desk.alarms.raised()
    assert owner.ask("alarm close", kind="ledger", reason="looked at, kept")["kind"] == "ledger"
    assert not floor.desk.alarms.raised()

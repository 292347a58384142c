"""Reports of players as administrators see them: listed, shown, answered, closed, in the audit."""

from game_server.admin.command import show
from game_server.house.login_terms import LoginTerms
from game_server.players.sessions import Lifetime
from game_server.store import sessions
from protocol import messages
from protocol.messages import Notice
from tests.admin.talk import Floor
from tests.house.test_safety import in_one_room, said
from tests.house.world import World

DAY_S = 24 * 60 * 60
YEAR_S = 366 * 24 * 60 * 60


def test_a_report_is_listed_shown_answered_and_closed_and_all_of_it_is_in_the_audit() -> None:
    floor = Floor()
    world = floor.world
    ann, bob = in_one_room(world, "Ann", "Bob")
    n = said(bob, "you fool")
    ann.ask(messages.Report, bob.id, "abuse", "please look", "holdem", n)
    assert floor.enter("vic").refusal("reports list") == "not_allowed"
    olga = floor.enter("olga")
    (line,) = olga.ask("reports list")["reports"]
    assert (line["name"], line["by"], line["why"], line["chat"]) == (
        "Bob",
        "Ann",
        "abuse",
        "you fool",
    )
    number = line["number"]
    shown = olga.ask("reports show", number=number)
    assert (shown["words"], shown["table"], shown["line"]) == ("please look", "holdem", n)
    assert shown["other_reports"] == []
    read = [" ".join(one.split()) for one in show.shown(shown)]
    assert {"chat you fool", "words please look", "why abuse", "by Ann", "table holdem"} <= {*read}
    (when,) = [one for one in read if one.startswith("reported ")]
    assert str(shown["reported_at"]) not in when, "a time is read as a date"
    answer = olga.ask("reports answer", number=number, text="Thank you; we have talked to Bob.")
    assert answer["told"] is True
    (notice,) = [one for one in ann.heard(Notice) if one.code == "report_answered"]
    assert notice.text == "Thank you; we have talked to Bob."
    olga.ask("reports close", number=number, result="muted for a day")
    assert olga.ask("reports list")["reports"] == []
    (closed,) = olga.ask("reports list", every=True, player="Bob")["reports"]
    assert closed["state"] == "closed"
    assert olga.refusal("reports close", number=number, result="again") == "report_closed"
    assert olga.refusal("reports answer", number=number, text="late") == "report_closed"
    assert olga.refusal("reports show", number=99) == "no_report"
    done = [what for who, what, result in floor.audit() if who == "olga" and result == "ok"]
    assert {"reports list", "reports show", "reports answer", "reports close"} <= set(done)


def test_a_report_goes_a_year_after_it_was_closed_and_never_before() -> None:
    floor = Floor()
    world = floor.world
    ann, bob = in_one_room(world, "Ann", "Bob")
    ann.ask(messages.Report, bob.id, "abuse")
    ann.ask(messages.Report, bob.id, "spam", "", "holdem")
    olga = floor.enter("olga")
    numbers = [one["number"] for one in olga.ask("reports list")["reports"]]
    olga.ask("reports close", number=numbers[0], result="nothing")
    world.clock.advance(YEAR_S)
    world.run(1)
    left = floor.enter("olga").ask("reports list", every=True)["reports"]
    assert [one["number"] for one in left] == numbers[1:]


def test_reports_and_ended_sessions_are_kept_for_the_days_of_the_settings() -> None:
    terms = LoginTerms(lifetime=Lifetime(kept_days=3), report_days=5)
    floor = Floor(World(login_terms=terms))
    world = floor.world
    ann, bob = in_one_room(world, "Ann", "Bob")
    ann.ask(messages.Report, bob.id, "abuse")
    olga = floor.enter("olga")
    (line,) = olga.ask("reports list")["reports"]
    olga.ask("reports close", number=line["number"], result="nothing")
    number = ann.id
    ann.ask(messages.Logout)

    def kept(days: int) -> tuple[int, int]:
        world.clock.advance(days * DAY_S)
        world.run(1)
        listed = floor.enter("olga").ask("reports list", every=True)["reports"]
        return len(listed), len(sessions.of_player(world.conn, number))

    assert kept(2) == (1, 1)
    assert kept(2) == (1, 0)
    assert kept(2) == (0, 0)

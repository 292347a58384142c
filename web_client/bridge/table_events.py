"""What follows at the screen of a table when something there has changed: what is said aloud, heard
and felt, and how long what moves is looked at."""

from collections.abc import Mapping
from typing import Final

from client_core.client import Client, RoundLine
from web_client.bridge.felts import felt_of
from web_client.bridge.flights import flights
from web_client.bridge.table_bar import asked, offered
from web_client.bridge.table_hearing import buzz, chatted, hurries_at, hurry, moved, play
from web_client.bridge.table_local import TableLocal
from web_client.bridge.table_sight import Sight, change, local_of, sight
from web_client.bridge.visit import Visit

WAITS: Final[Mapping[str, float]] = {"cards": 0.9, "fell": 0.8, "shown": 1.1, "won": 0.7, "": 1.4}
"""Seconds that each step of the end of a round lies in sight; the last is how it all lies there."""
MOVES_S: Final = 0.45
"""So long a card or a chip takes to where it belongs."""
CALM: Final = 0.3
"""With few motions all takes this part of it."""
LAST_S: Final = 2.5
"""So long the last round of a stay is looked at before the page that says how the stay ended."""
LOG: Final = 80
NOTHING: Final = (0, 0)
BEGUN: Final = 1
CAUGHT_UP: Final = 12
"""So many of the last sentences of a round are said to a player who comes back in the middle."""


def heard(visit: Visit, topic: str, table: str) -> None:
    """The client says that this has changed."""
    shown = visit.client.screen
    if shown.name != "table" or (topic and table not in ("", shown.table)):
        return
    name = shown.table
    if not visit.client.pace.unseen(name):
        visit.client.pace.watch(name)
    look(visit, name)


def tick(visit: Visit) -> None:
    """The time that was asked for by `visit.wake_at` has come."""
    shown = visit.client.screen
    if shown.name == "table":
        look(visit, shown.table)


def waits(at: Sight) -> None:
    """The view is made anew when what goes by time goes on."""
    local = at.local
    falls = local.fell_at if local.dropping else 0.0
    for due in (local.still_at, falls, local.again_at, hurries_at(at)):
        if due:
            at.visit.wake_at(due)


def look(visit: Visit, table: str) -> None:
    """Everything at the table that goes by time or is told once."""
    at = sight(visit, table)
    if at is None:
        return
    _answerable(at)
    _move(at)
    _pace(visit, table)
    _drop(visit, table)
    at = sight(visit, table)
    if at is None:
        return
    felt_of(at.view.game).settles(at)
    _card(at)
    _say(at)
    _call(at)
    for line in chatted(at):
        said = at.client.chat.line_text(line)
        visit.live(sentence(at.client, at.client.say("chat.said", name=line.name, text=said)))
    at = sight(visit, table)
    if at is not None:
        hurry(at)


def _answerable(at: Sight) -> None:
    """A question about a turn that is over goes away: nothing could come of an answer."""
    asked = at.visit.local.question
    if asked is None or asked.turn is None:
        return
    if all(one.turn != asked.turn for one in at.acts.buttons):
        at.visit.change(question=None)


def _card(at: Sight) -> None:
    """At a table for cash the bank is asked once which card pays: who has none adds one first."""
    if at.view.purse == "cash" and not at.local.card_asked and at.client.account.me.inside:
        at.change(card_asked=True)
        at.client.cashier.ask_bank()


# -- what moves --------------------------------------------------------------------------------


def _move(at: Sight) -> None:
    moves = at.client.tables.motions(at.table)
    if not moves or at.view.syncing:
        return
    moved(at, moves)
    before = at.local.flights
    first = before[-1].number + 1 if before else 1
    made = flights(moves, first, felt_of(at.view.game).laid_at)
    if made:
        at.change(flights=made)


def _drop(visit: Visit, table: str) -> None:
    """While the ball falls nobody knows where."""
    view, local, now = visit.client.tables.view(table), local_of(visit, table), visit.client.now()
    takes = felt_of(view.game).drop_s * _speed(visit) if view is not None else 0.0
    if view is None or not takes:
        return
    if visit.client.pace.part(table) == "fell" and local.fell != view.round:
        change(visit, table, dropping=True, fell=view.round, fell_at=now + takes)
        local = local_of(visit, table)
    falls = now < local.fell_at and local.fell == view.round
    if local.dropping and not falls:
        change(visit, table, dropping=False)


def _speed(visit: Visit) -> float:
    return {"normal": 1.0, "fast": 0.5}.get(visit.client.settings.animation, 0.0)


def _pace(visit: Visit, table: str) -> None:
    """What was told is seen for a while before anybody is asked about it."""
    client, local = visit.client, local_of(visit, table)
    view = client.tables.view(table)
    unseen = client.pace.unseen(table)
    if view is None or not (unseen or view.left):
        change(visit, table, still_at=0.0, still_of=())
        return
    of = (
        unseen,
        client.pace.part(table),
        client.pace.tells(table),
        client.tables.heard_up_to(table),
    )
    now = client.now()
    if local.still_of != of or not local.still_at:
        change(visit, table, still_at=now + _wait(visit, table, unseen), still_of=of)
        local = local_of(visit, table)
    if now < local.still_at:
        return
    change(visit, table, still_at=0.0, still_of=())
    if unseen:
        client.pace.seen(table)
    else:
        client.ending.stay_over()


def _wait(visit: Visit, table: str, unseen: bool) -> float:
    if not unseen:
        view = visit.client.tables.view(table)
        return LAST_S + (felt_of(view.game).reads_s if view is not None else 0.0)
    late = max((one.late for one in local_of(visit, table).flights), default=0) / 1000
    if not visit.client.pace.tells(table):
        return (MOVES_S + late) * _speed(visit)
    # A calm table does not move, but one reads as long.
    part, view = visit.client.pace.part(table), visit.client.tables.view(table)
    drops = felt_of(view.game).drop_s if part == "fell" and view is not None else 0.0
    return (MOVES_S + drops) * _speed(visit) + WAITS[part]


def seen_all(visit: Visit, table: str) -> None:
    """Enough was seen of what moves."""
    change(visit, table, still_at=0.0, still_of=(), flights=(), dropping=False)
    visit.client.pace.seen(table, all_=True)


# -- what is said ------------------------------------------------------------------------------


def _say(at: Sight) -> None:
    """What was told since, once all of it was seen on the table too."""
    client = at.client
    if client.pace.unseen(at.table):
        return
    _translate(at)
    local, upto = local_of(at.visit, at.table), client.tables.heard_up_to(at.table)
    if upto != local.told and not at.view.syncing:
        lines = client.tables.told_since(at.table, *local.told)
        at.change(told=upto, log=_log(local, lines))
        fresh = lines if local.told != NOTHING else _so_far(at, lines)
        at.visit.live(" ".join(sentence(client, one.text) for one in fresh))
    _ask(at)


def _translate(at: Sight) -> None:
    """In another language the round is told anew beside the table, and what is asked is said
    again."""
    local, spoken = at.local, at.client.words.language
    if spoken == local.spoken:
        return
    at.change(spoken=spoken, note="", wrong="")
    if not local.spoken:
        return
    lines = at.client.tables.told_since(at.table, *NOTHING)
    before = tuple(one for one in lines if (one.round, one.seq) <= local.told)
    at.change(log=_log(TableLocal(), before))
    if at.acts.buttons and at.acts.turn == local.asked and not at.acts.sent:
        at.visit.live(_question(at))


def _so_far(at: Sight, lines: tuple[RoundLine, ...]) -> tuple[RoundLine, ...]:
    """What is said of the first round that is seen: to a player the beginning, or how things came
    to stand; who only looks on hears what comes next."""
    return lines[-CAUGHT_UP:] if at.me is not None and at.me.in_round else ()


def sentence(client: Client, text: str) -> str:
    """A line with a stop at its end: lines are read one after another."""
    return text if text[-1:] in ".!?。！？…" else client.say("chat.sentence", text=text)


def _log(local: TableLocal, lines: tuple[RoundLine, ...]) -> tuple[str, ...]:
    """The round as it stands beside the table: the last one until something happens in the next."""
    log = local.log
    for one in lines:
        log = (one.text,) if one.seq == BEGUN else (*log, one.text)
    return log[-LOG:]


def _ask(at: Sight) -> None:
    """My turn is said, with what can be done."""
    acts = at.acts
    if not acts.buttons or acts.sent or acts.turn == at.local.asked:
        return
    at.change(asked=acts.turn, hinted=-1, opened="")
    line = _question(at)
    at.visit.live(line)
    play(at, "turn")
    buzz(at, "turn")
    if at.visit.hidden:
        at.visit.cue(f"notify:{line}")


def _question(at: Sight) -> str:
    """What I am asked, with what can be done."""
    felt = felt_of(at.view.game)
    return asked(at, felt, offered(at, felt))


# -- what is felt ------------------------------------------------------------------------------


def _call(at: Sight) -> None:
    """A seat that is offered, a win: they are felt."""
    view, local = at.view, local_of(at.visit, at.table)
    key = view.offer.key if view.offer else ""
    if key != local.offered:
        at.change(offered=key)
        if key:
            play(at, "turn")
            buzz(at, "offer")
            if at.visit.hidden:
                at.visit.cue(f"notify:{at.client.say('toast.offer')}")
    me = at.me
    won = view.over and me is not None and (me.results or 0) > 0
    if won and not view.syncing and local.cheered != view.round and local.asked >= 0:
        at.change(cheered=view.round)
        buzz(at, "win")

"""Taps on the screen of a table."""

from collections.abc import Callable, Mapping
from typing import Final

from client_core.client import Button, Say, card_of
from client_core.felts.choices import Choice
from web_client.bridge.encode import Plain
from web_client.bridge.felts import felt_of
from web_client.bridge.felts.felt import Felt
from web_client.bridge.local import Answer, Args
from web_client.bridge.table_bar import aim_of, amount_of, offered, range_of
from web_client.bridge.table_events import seen_all
from web_client.bridge.table_going import away, call_bots, go, note
from web_client.bridge.table_hearing import play
from web_client.bridge.table_layers import put_away
from web_client.bridge.table_sight import Sight, sight
from web_client.bridge.visit import Handler, Visit

On = Callable[[Sight, Felt, Args, Plain], None]


def _on(does: On) -> Handler:
    """A tap at a table, whose name comes first; at a table that is gone nothing is done."""

    def tapped(visit: Visit, args: Args, value: Plain) -> None:
        at = sight(visit, str(args[0]))
        if at is not None:
            does(at, felt_of(at.view.game), args[1:], value)

    return tapped


# -- choices -----------------------------------------------------------------------------------


def _choose(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    """A choice of the bar, as long as it is the question that it stood for."""
    key, turn = str(args[0]), args[1]
    shown = offered(at, felt)
    choice = next((one for one in shown if one.key == key), None)
    if choice is None or turn != at.acts.turn:
        note(at, at.client.say("tap.changed"))
        return
    if at.local.opened:
        at.change(opened="", wrong="")
    kind, _, rest = key.partition(".")
    amount = amount_of(at, choice) if choice.offer is not None else choice.amount
    if kind == "act":
        _act(at, felt, rest.partition("=")[0], amount)
    elif kind == "pre":
        _pre(at, rest)
    elif kind == "felt":
        felt.take(at, rest)
    else:
        go(at, kind, amount)


def _act(at: Sight, felt: Felt, key: str, amount: int) -> None:
    button = next((one for one in at.acts.buttons if one.key == key), None)
    if button is not None:
        send(at, felt, button, amount)


def _pre(at: Sight, kind: str) -> None:
    for pre in at.acts.pre:
        if pre.kind == kind:
            tap = at.client.turn.pre_act(at.table, pre.kind)
            if tap.say is not None:
                note(at, at.client.say(tap.say))


def send(at: Sight, felt: Felt, button: Button, amount: int, sure: bool = False) -> None:
    """Do it, or say why not."""
    cards, on = felt.picked(at, button)
    stands = felt.stands(at, button)
    tap = at.client.turn.tap(at.table, button, amount, cards, on, sure, stands)
    if tap.state == "sent":
        play(at, "tap")
        at.change(hinted=-1, note="")
    elif tap.state == "confirm" and tap.say is not None:
        _if_sure(at, button, amount, tap.say)
    elif tap.say is not None:
        note(at, at.client.say(tap.say))


def _if_sure(at: Sight, button: Button, amount: int, why: Say) -> None:
    """Ask before something is done that may not have been meant."""
    client, say, game = at.client, at.client.say, at.view.game
    sure = at.tap("sure", button.key, button.turn, amount)
    if not why.key.startswith("tap.free_"):
        answers = (Answer(say("table.not_yet")), Answer(say("table.all_in"), "danger", sure))
        at.visit.ask(say("table.all_in_title"), say(why), *answers, turn=button.turn)
        return
    gives_up = client.texts.verb(game, button.verb)
    free = card_of(game).keeping
    check = next((one for one in at.acts.buttons if one.verb == free), button)
    at.visit.ask(
        say("table.free_check_title", verb=gives_up),
        say(why),
        Answer(client.texts.verb(game, free), "main", at.tap("sure", check.key, button.turn, 0)),
        Answer(gives_up, "danger", sure),
        Answer(say("table.never_ask", verb=gives_up), "quiet", at.tap("never", *sure[2:])),
        turn=button.turn,
    )


def _sure(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    """It was asked about, and is meant."""
    key, turn, amount = args
    button = next((one for one in at.acts.buttons if one.key == key and one.turn == turn), None)
    if button is not None:
        send(at, felt, button, int(amount), True)


def _never(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    at.client.set(confirm_free_fold=False)
    _sure(at, felt, args, value)


# -- amounts -----------------------------------------------------------------------------------


def _aimed(at: Sight, felt: Felt) -> Choice | None:
    return aim_of(at, offered(at, felt))


def _open(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    key = str(args[0])
    if any(one.key == key and one.offer is not None for one in offered(at, felt)):
        at.change(opened=key, wrong="")


def _close(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    at.change(opened="", wrong="")


def _amount(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    """An amount of a preset, or where the slider is."""
    aim, wanted = _aimed(at, felt), args[0] if args else value
    if aim is None or aim.offer is None or not isinstance(wanted, int | float):
        return
    low, high, step = aim.offer.low, aim.offer.high, aim.offer.step
    amount = max(low, min(high, int(wanted)))
    if not args and amount < high:
        amount -= (amount - low) % step
    at.change(amount=amount, amount_of=range_of(aim), wrong="")


def _step(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    aim = _aimed(at, felt)
    if aim is not None and aim.offer is not None:
        amount = at.client.turn.steps(aim.offer, amount_of(at, aim), int(args[0]))
        at.change(opened=aim.key, amount=amount, amount_of=range_of(aim), wrong="")


def _type(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    """An amount that is typed: why it is not offered stands beside it."""
    aim = _aimed(at, felt)
    if aim is None or aim.offer is None or not isinstance(value, str):
        return
    cash = at.view.purse == "cash"
    amount, wrong = at.client.turn.typed(aim.offer, value, cash)
    said = at.client.say(wrong) if wrong is not None else ""
    if not wrong:
        at.change(opened=aim.key, amount=amount, amount_of=range_of(aim), wrong="")
    else:
        at.change(opened=aim.key, wrong=said)


# -- the seat -----------------------------------------------------------------------------------


def _bots(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    what, level = args
    call_bots(at, str(what), str(level))


def _do(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    at.change(menu=False)
    go(at, str(args[0]))


# -- what lies about ---------------------------------------------------------------------------


def _menu(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    if at.view.left:
        at.client.ending.stay_over()
    else:
        at.change(menu=bool(args[0]))


def _chat(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    at.change(menu=False)
    at.client.chat.open(at.table, bool(args[0]))


def _say(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    if isinstance(value, str):
        at.client.chat.say(at.table, value)


def _phrase(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    at.client.chat.phrase(at.table, str(args[0]))


def _person(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    """What can be done about a player at a seat, or about who has said a line."""
    who, n = int(args[0]), int(args[1])
    lines = at.client.chat.view(at.table).lines if n else ()
    line = next((one for one in lines if (one.n, one.who) == (n, who)), None)
    names = (one.name for one in at.view.seats if who and one.who == who)
    if line is not None:
        text = at.client.chat.line_text(line)
        at.visit.go("person", at.table, who, n, line.name, text)
    elif (name := next(names, "")) and not n:
        at.visit.go("person", at.table, who, 0, name, "")


def _tip(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    tip = at.client.coach.tip(at.table)
    if not args[0]:
        at.client.coach.skip_tips(at.table)
    elif tip is not None:
        at.client.coach.put_away(at.table, tip)


def _escape(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    """Put away what lies over the table, the uppermost first."""
    if put_away(at):
        return
    if at.local.listed:
        at.change(listed="")
    elif at.local.picked:
        at.change(picked=())


def _skip(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    seen_all(at.visit, at.table)


# -- my cards and the felt ---------------------------------------------------------------------


def _pick(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    felt.pick(at, (int(args[0]),))


def _slide(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    """All cards that a finger went over change."""
    if isinstance(value, list):
        felt.pick(at, [int(one) for one in value if isinstance(one, int)])


def _felt(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    felt.does(at, str(args[0]), args[1:], value)


def _list(at: Sight, felt: Felt, args: Args, value: Plain) -> None:
    at.change(listed=str(args[0]))


_AT_A_TABLE: Final[Mapping[str, On]] = {
    "choose": _choose,
    "sure": _sure,
    "never": _never,
    "open": _open,
    "close": _close,
    "amount": _amount,
    "step": _step,
    "type": _type,
    "do": _do,
    "bots": _bots,
    "away": lambda at, felt, args, value: away(at),
    "menu": _menu,
    "chat": _chat,
    "say": _say,
    "phrase": _phrase,
    "person": _person,
    "tip": _tip,
    "escape": _escape,
    "skip": _skip,
    "pick": _pick,
    "slide": _slide,
    "felt": _felt,
    "list": _list,
}
TAPS: Final[Mapping[str, Handler]] = {
    f"table.{name}": _on(does) for name, does in _AT_A_TABLE.items()
}
"""Every tap of a table by its name."""

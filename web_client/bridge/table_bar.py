"""The bar under the thumb: the line, the choices, their amount, and the keys that press them."""

from collections.abc import Iterator
from typing import Final

from client_core.felts import keys
from client_core.felts.choices import Choice, Choices, choices, status
from web_client.bridge.felts.felt import Felt
from web_client.bridge.shapes import CENTS
from web_client.bridge.table_shapes import (
    AmountView,
    BarView,
    ChoiceView,
    KeyView,
    PresetView,
)
from web_client.bridge.table_sight import Sight

SECOND: Final = 1.0
SKIPS: Final = (" ", "enter")
"""What still moves is passed over by these keys."""


def offered(at: Sight, felt: Felt) -> Choices:
    """Everything that can be chosen now; nothing where another tab has the session."""
    if at.visit.elsewhere:
        return ()
    return felt.more(at, choices(at.client, at.view, at.acts, felt.own))


def aim_of(at: Sight, shown: Choices) -> Choice | None:
    """The choice that the amount belongs to: the one that was opened, else the last."""
    ranged = [one for one in shown if one.offer is not None]
    found = next((one for one in ranged if one.key == at.local.opened), None)
    return found or (ranged[-1] if ranged else None)


def amount_of(at: Sight, aim: Choice) -> int:
    """What is chosen for it; an amount of another range is forgotten."""
    offer = aim.offer
    if offer is None:
        return aim.amount
    if at.local.amount_of != range_of(aim):
        return offer.usual or offer.low
    return max(offer.low, min(offer.high, at.local.amount))


def range_of(aim: Choice) -> tuple[object, ...]:
    """What an amount was chosen from."""
    offer = aim.offer
    return (aim.key, offer.turn, offer.low, offer.high) if offer is not None else ()


def bar_view(at: Sight, felt: Felt) -> BarView:
    """The bar as it is now."""
    shown = offered(at, felt)
    aim = aim_of(at, shown)
    pressed = dict(lettered(shown))
    line, ink = _line(at, felt)
    asks = bool(at.acts.buttons) and not at.acts.sent and not at.acts.held
    made = tuple(_choice(at, one, aim, pressed.get(one.key, "")) for one in shown)
    return BarView(
        line,
        ink if ink in ("text", "soft", "gold", "warm") else "text",  # type: ignore[arg-type]
        at.acts.turn if asks else 0,
        asked(at, felt, shown) if asks else "",
        at.acts.held,
        made,
        _amount(at, aim) if aim is not None else None,
    )


def asked(at: Sight, felt: Felt, shown: Choices) -> str:
    """The question for those who listen: how things stand, and what can be done."""
    line, _ = _stands(at, felt)
    options = (" ".join(one for one in (choice.text, choice.note) if one) for choice in shown)
    return at.client.say("bar.asked", line=line, options=at.client.say("list.comma").join(options))


def _line(at: Sight, felt: Felt) -> tuple[str, str]:
    """The one line that matters most now."""
    local, client = at.local, at.client
    if local.note and local.noted_turn == at.acts.turn and client.now() < local.noted_until:
        at.visit.wake_at(local.noted_until)
        return local.note, "warm"
    _counts(at)
    return _stands(at, felt)


def _stands(at: Sight, felt: Felt) -> tuple[str, str]:
    """How things stand, whatever was said of the last tap; the banner says it in an older tab."""
    if at.visit.elsewhere:
        return "", "soft"
    own = felt.status(at)
    if own and not at.acts.held:
        return own, "gold"
    return status(at.client, at.view, at.acts)


def _counts(at: Sight) -> None:
    """Where seconds are told in words, the view is made anew each second."""
    view, now = at.view, at.client.now()
    queued = view.queue is not None and view.queue.due > now
    if view.offer is not None or view.barred > now or view.ready_by > now or queued:
        at.visit.wake_at(now + SECOND)


def _choice(at: Sight, one: Choice, aim: Choice | None, key: str) -> ChoiceView:
    aimed = aim is not None and one.key == aim.key
    note, text = one.note, one.text
    if aimed and aim is not None and one.offer is not None:
        note = at.money(amount_of(at, aim))
    return ChoiceView(
        one.key,
        text,
        note,
        one.kind,  # type: ignore[arg-type]  # one of ChoiceLook
        one.lead,
        at.tap("choose", one.key, at.acts.turn),
        at.tap("open", one.key) if one.offer is not None else (),
        aimed,
        at.client.say("bar.key", key=key.upper()) if key else "",
    )


def _amount(at: Sight, aim: Choice) -> AmountView | None:
    offer = aim.offer
    if offer is None:
        return None
    say, value = at.client.say, amount_of(at, aim)
    presets = tuple(
        PresetView(
            at.money(one.amount, short=True)
            if one.name == "amount"
            else say(f"table.preset.{one.name}"),
            "" if one.name == "amount" else at.money(one.amount, short=True),
            one.amount == value,
            at.tap("amount", one.amount),
        )
        for one in offer.presets
    )
    whole, part = divmod(value, CENTS)
    return AmountView(
        aim.key,
        say("bar.amount", what=aim.text),
        value,
        offer.low,
        offer.high,
        offer.step,
        at.money(value),
        f"{whole}" + (f".{part:02d}" if part else ""),
        say("table.limits", low=at.view.worth(offer.low), high=at.view.worth(offer.high)),
        at.local.wrong,
        presets,
        at.local.opened == aim.key,
        at.tap("amount"),
        at.tap("step", -1),
        at.tap("step", 1),
        at.tap("type"),
        at.tap("close"),
        say("bar.less"),
        say("bar.more"),
        say("keys.back"),
        CENTS,
    )


# -- keys --------------------------------------------------------------------------------------


def keys_view(at: Sight, felt: Felt) -> tuple[KeyView, ...]:
    """The keys of a keyboard now; the felt's own come first."""
    if at.acts.held:
        return ()
    skips = SKIPS if at.client.pace.unseen(at.table) else ()
    first = (KeyView(key, at.tap("skip")) for key in skips)
    every = (*first, *felt.keys(at), *_keys(at, offered(at, felt)))
    found = {one.key: one for one in reversed(every)}
    return tuple(found[key] for key in sorted(found))


def _keys(at: Sight, shown: Choices) -> Iterator[KeyView]:
    by_key = {one.key: one for one in shown}
    aim = aim_of(at, shown)
    for key, letter in lettered(shown):
        one = by_key[key]
        opened = one.offer is None or at.local.opened == key
        yield KeyView(
            letter, at.tap("choose", key, at.acts.turn) if opened else at.tap("open", key)
        )
    if aim is not None:
        yield KeyView("digit", at.tap("open", aim.key))
        yield KeyView("arrowup", at.tap("step", 1))
        yield KeyView("arrowdown", at.tap("step", -1))
    else:
        for nth, one in enumerate(shown[:9], 1):
            yield KeyView(str(nth), at.tap("choose", one.key, at.acts.turn))
    first = next((one for one in shown if one.key == at.local.opened), None)
    main = [first] if first else [one for one in shown if one.kind == "primary"]
    if len(main) == 1:
        yield KeyView("enter", at.tap("choose", main[0].key, at.acts.turn))
    yield KeyView("/", at.tap("chat", True))
    yield KeyView("?", ("go", "keys"))
    yield KeyView("escape", at.tap("escape"))


def lettered(shown: Choices) -> Iterator[tuple[str, str]]:
    """The key of each choice and its letter."""
    taken: set[str] = set()
    for letter, choice in keys.lettered(shown).items():
        if choice.key not in taken:
            taken.add(choice.key)
            yield choice.key, letter

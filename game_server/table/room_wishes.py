"""Rooms as players wish for them: how they are run, which bots sit there, and what is refused."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import Any, Final

from game_server.refusals import BuyInHigh, OptionsClash
from game_server.rules.catalogue import GAMES
from game_server.rules.choices import differing
from game_server.rules.core import Options, Span
from game_server.table.config import TableConfig
from game_server.table.pace import SECONDS, UNTIMED_S
from protocol import buy_ins, stakes
from protocol.choices import Chosen, OptionValue
from protocol.messages import OpenRoom
from protocol.words import Refusal, chips

NEEDS_ALL: Final[Mapping[str, Any]] = {"ready": True, "disconnect_grace": 15.0}
"""How rooms are run whose game is nothing without one of its seats: after one silent turn of who
is away a bot plays."""
SOLO: Final[Mapping[str, Any]] = {
    "solo": True,
    "bots_yield": False,
    "broke": "leave",
    "offer": 120.0,
    "private": True,
}
WINNINGS: Final = 10
"""The winnings limit in buy-ins, as the document has it: 500 of 50."""
FRIENDS_OFFER: Final = 60.0
"""Seconds to take a seat among friends, where hardly anybody else waits for it."""


def manners_of(made: TableConfig) -> dict[str, Any]:
    """How rooms of these rules are run, where that is not how all are."""
    return dict(GAMES[made.game].manners.get(made.preset, {}))


def wished(
    wish: OpenRoom, name: str, code: str, bots: Sequence[str], untimed: float = UNTIMED_S
) -> TableConfig:
    """The room that a player wants to open; Refusal says why it cannot be. `untimed`: for so long
    one that plays alone and unhurried is waited for."""
    made = room_of(name, wish.game, wish.preset, wish.stake, wish.options)
    most = seats(made)
    if wish.bots >= most:
        text = f"{wish.bots} bots leave you no seat; take 1 to {most - 1}."
        raise Refusal("bots_many", text, most=most - 1)
    if wish.bot and wish.bot not in bots:
        raise Refusal("no_bot", f"No bot {wish.bot!r} plays this; take one of {', '.join(bots)}.")
    least, usual = buy_ins.usual(made.stake)
    entry = entry_of(made)
    if wish.buy_in:
        stake = made.stake or _options(made).unit
        refuse_too_little(wish.buy_in, max(stake * GAMES[wish.game].depth, entry))
    refuse_buy_in(wish.buy_in)
    most = min(wish.buy_in or buy_ins.MOST_OF_BOT, buy_ins.MOST_OF_BOT)
    if wish.bot_buy_in > most:
        text = f"A bot cannot bring {chips(wish.bot_buy_in)}; the most is {chips(most)}."
        raise Refusal("bot_buy_in_high", text, amount=wish.bot_buy_in, most=most)
    manners = {**manners_of(made), "bots_match": True}
    if wish.bots or alone(wish):
        refuse_bots(made)
        own = wish.buy_in
        balances = {"least_buy_in": own, "most_buy_in": own}
        own_way = {**manners, **SOLO, **balances, **(unhurried(untimed) if wish.unhurried else {})}
        limit = _limit(made, own or usual)
        return replace(
            made, **own_way, winnings_limit=limit, stays=False, card_counter=wish.counter
        )
    most_in = wish.buy_in or usual
    manners["least_buy_in"] = max(entry, min(least, most_in))
    return replace(
        made,
        **manners,
        most_buy_in=most_in,
        winnings_limit=_limit(made, most_in),
        private=wish.private,
        offer=FRIENDS_OFFER if wish.private else made.offer,
        code=code if wish.private else "",
        stays=False,
        card_counter=wish.counter,
    )


def _limit(made: TableConfig, most: int) -> int:
    """The winnings limit of a room where so much may be brought: far above it, so that nobody
    busts the house by sitting down and winning once."""
    if made.preset not in GAMES[made.game].busts:
        return made.winnings_limit
    usual = stakes.stake(asdict(GAMES[made.game].presets[made.preset]))
    return max(made.winnings_limit, WINNINGS * most * usual // made.stake)


def alone(wish: OpenRoom) -> bool:
    """Whether somebody wants to play alone with the house, where a game can be played so."""
    if not wish.unhurried or wish.bots or wish.game not in GAMES:
        return False
    options = GAMES[wish.game].presets.get(wish.preset)
    return options is not None and options.least == 1


def unhurried(untimed: float) -> Mapping[str, Any]:
    """How a table is run that waits for the one who plays there."""
    # Nobody sits out or is played for who is only away: the table stands still.
    return {"untimed": untimed, "disconnect_grace": 0.0, "out_limit": untimed, "time_bank": 0.0}


def opponents(config: TableConfig, wish: OpenRoom, names: Sequence[str]) -> list[tuple[str, Span]]:
    """The bots of a room of one's own: which they are, and what they may bring."""
    able = [name for name in names if name != "random"] or list(names)
    span = _balances(config)
    if wish.bot_buy_in or span is None:
        amount = wish.bot_buy_in or min(buy_ins.usual(config.stake)[1], buy_ins.MOST_OF_BOT)
        span = Span(amount, amount, 1)
    return [(wish.bot or able[number % len(able)], span) for number in range(wish.bots)]


def _balances(config: TableConfig) -> Span | None:
    """What opponents bring here if it is not the usual buy-in, at the stake of this room."""
    span = GAMES[config.game].balances.get(config.preset)
    usual = stakes.stake(asdict(GAMES[config.game].presets[config.preset]))
    if span is None or config.stake == usual:
        return span
    least, most, step = (cents * config.stake // usual for cents in span)
    most = min(most, buy_ins.MOST_OF_BOT)
    return Span(least, most - (most - least) % step, step)


def drawn(span: Span, number: int) -> int:
    """The so-many-th amount of a span; there are `choices` of them."""
    return span.least + number * span.step


def choices(span: Span) -> int:
    return (span.most - span.least) // span.step + 1


def usual_chips(config: TableConfig) -> int:
    """What a bot of the house brings: in the middle of what may be brought, in whole chips."""
    usual = buy_ins.usual(config.stake)
    least = config.least_buy_in or usual[0]
    most = config.most_buy_in or max(least, usual[1])
    middle = max(100, (least + most) // 200 * 100)
    return min(middle, buy_ins.MOST_OF_BOT) if config.bots_match else middle


def refuse_bots(config: TableConfig) -> None:
    """Refusal where a bot that players call would need more chips than the house gives it."""
    _refuse_stake(config.stake, buy_ins.MOST_OF_BOT // buy_ins.BUY_INS[0])


def seats(config: TableConfig) -> int:
    """How many seats the room has."""
    return _options(config).most


FORMER: Final = {
    "grace": "disconnect_grace",
    "ease": "untimed",
    "chipless": "chipless_seat",
    "counter": "card_counter",
}
"""What fields of rooms on disk were once called, and what they are called now."""


def serialised(config: TableConfig) -> str:
    """A room as text, to be opened again after a restart."""
    return json.dumps(asdict(config))


def deserialised(text: str) -> TableConfig:
    """The room again. What it does not say is as usual now; what is no more is left out. Refusal
    for one that was opened when more was allowed."""
    said = {FORMER.get(name, name): value for name, value in json.loads(text).items()}
    known = {one.name for one in fields(TableConfig)}
    config = TableConfig(**{name: value for name, value in said.items() if name in known})
    _refuse_stake(config.stake, buy_ins.MOST_STAKE)
    refuse_buy_in(config.most_buy_in)
    if config.purse == "cash":
        config = replace(config, bots=0, bots_alone=False)
    ours = asdict(GAMES[config.game].presets[config.preset])
    options, chosen = (
        {name: value for name, value in had.items() if name in ours}
        for had in (config.options, config.chosen)
    )
    # A pace that games have learned since is as usual; so is an amount that goes with the stake.
    options = {**stakes.at_stake(ours, config.stake), **options}
    config = replace(config, options=options, chosen=chosen)
    return replace(config, seconds={**SECONDS, **config.seconds})


def _refuse_stake(stake: int, most: int) -> None:
    if stake > most:
        text = f"A stake of {chips(stake)} is too much; the most is {chips(most)}."
        raise Refusal("stake_high", text, amount=stake, most=most)


def _refuse_uneven(stake: int, step: int) -> None:
    if stake % step:
        text = f"A stake of {chips(stake)} does not divide; take a multiple of {chips(step)}."
        raise Refusal("stake_uneven", text, amount=stake, step=step)


def refuse_buy_in(amount: int) -> None:
    most = buy_ins.MOST_BROUGHT
    if amount > most:
        text = f"A buy-in of {chips(amount)} is too much; the most is {chips(most)}."
        raise BuyInHigh(text, amount=amount, most=most)


def refuse_too_little(amount: int, least: int) -> None:
    if amount < least:
        text = f"With {chips(amount)} nobody can play here; the least is {chips(least)}."
        raise Refusal("buy_in_low", text, amount=amount, least=least)


def _options(config: TableConfig) -> Options:
    options: Options = replace(GAMES[config.game].presets[config.preset], **config.options)
    return options


def entry_of(config: TableConfig) -> int:
    """What one must hold to be dealt in: nobody sits down with less."""
    return GAMES[config.game].entry(_options(config))


def room_of(
    table: str, game: str, preset: str, stake: int, wished: Chosen, **more: Any
) -> TableConfig:
    if game not in GAMES:
        raise Refusal("no_game", f"There is no game {game!r}; there are {', '.join(GAMES)}.")
    presets = GAMES[game].presets
    if preset not in presets:
        text = f"{game} has no preset {preset!r}; it has {', '.join(presets)}."
        raise Refusal("no_preset", text)
    _refuse_stake(stake, buy_ins.MOST_STAKE)
    usual = asdict(presets[preset])
    if stake and not stakes.stake(usual):
        raise Refusal("no_stake", f"{game} {preset} is played without stakes; name none.")
    _refuse_uneven(stake, stakes.least_step(usual))
    options: dict[str, OptionValue] = {**stakes.at_stake(usual, stake)}
    chosen = differing(GAMES[game].offered(preset), {**usual, **options}, wished)
    try:
        _refuse_clash(replace(presets[preset], **options), chosen)
        return TableConfig(
            table=table,
            game=game,
            preset=preset,
            options={**options, **chosen},
            chosen=chosen,
            stake=stake or stakes.stake(usual),
            **{**(NEEDS_ALL if GAMES[game].needs_all else {}), **more},
        )
    except ValueError as wrong:
        raise Refusal("room_wrong", str(wrong)) from None


def _refuse_clash(options: Options, chosen: Chosen) -> None:
    """Refusal for options that do not go together, or not with the stake."""
    try:
        replace(options, **chosen)  # type: ignore[type-var]
    except ValueError as wrong:
        raise OptionsClash(str(wrong)) from None

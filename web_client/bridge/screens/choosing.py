"""What the ways to a table of one's own share: the game, its rules and their options."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from client_core.client import GameCard, RoomKind, Say, Wish, card_of
from protocol.choices import OptionValue
from web_client.bridge.local import Answer
from web_client.bridge.shapes import Block, Choice, Group, Item, Paragraph, Pick, Press
from web_client.bridge.visit import Visit

MANY: Final = frozenset({"refusal.rooms_many", "refusal.guest_tables"})
"""Why no other table is opened to one who is at too many."""
STAKE_HEADINGS: Final = {
    "blinds": "open.blinds",
    "min_bet": "open.min_bet",
    "stake": "open.stake",
    "none": "open.stake",
}
"""What the stake of a room is called, by its kind."""
AFRESH: Final = ("stake", "buy_in", "theirs", "bots", "bot", "counter", "easy")
"""What is proposed anew with other rules."""


@dataclass(frozen=True, slots=True)
class Picked:
    """What is chosen so far of a table of one's own; what was not chosen is as it was wished last.
    `chosen` are the choices of the page itself."""

    kind: RoomKind
    card: GameCard
    preset: str
    presets: tuple[str, ...]
    wish: Wish
    known: bool
    options: Mapping[str, OptionValue]
    chosen: Mapping[str, object]

    @property
    def game(self) -> str:
        """The game that is chosen."""
        return self.card.game

    def number(self, name: str, otherwise: int) -> int:
        """A number that was chosen."""
        found = self.chosen.get(name)
        return found if isinstance(found, int) else otherwise

    def text(self, name: str, otherwise: str) -> str:
        """A word that was chosen."""
        found = self.chosen.get(name)
        return found if isinstance(found, str) else otherwise

    def flag(self, name: str, otherwise: bool) -> bool:
        """A switch that was set."""
        found = self.chosen.get(name)
        return found if isinstance(found, bool) else otherwise


def picked(visit: Visit, kind: RoomKind) -> Picked:
    """What is chosen so far on the page of that kind."""
    opening = visit.client.opening
    page = visit.named(kind)
    asked = str(page.about[0]) if page.about else ""
    last = opening.last_wish(kind, asked)
    cards = {card.game: card for card in opening.games}
    begins = last.game if last is not None and last.game in cards else asked
    game = str(page.chosen.get("game") or begins)
    card = cards.get(game) or next(iter(cards.values()))
    presets = (card.solo or card.presets) if kind == "solo" else card.presets
    last = opening.last_wish(kind, card.game)
    proposed = last.preset if last is not None and last.preset in presets else presets[0]
    preset = str(page.chosen.get("preset") or proposed)
    preset = preset if preset in presets else proposed
    wish = opening.last_wish(kind, card.game, preset)
    options = page.chosen.get(f"options/{card.game}/{preset}")
    return Picked(
        kind, card, preset, presets, wish or Wish(card.game, preset), wish is not None,
        options if isinstance(options, Mapping) else (wish.options if wish is not None else {}),
        page.chosen,
    )  # fmt: skip


def rules_of(visit: Visit, now: Picked, stake: int) -> tuple[Block, ...]:
    """The game and its rules, and the way to their options."""
    client, say = visit.client, visit.say
    texts, opening = client.texts, client.opening
    games = tuple(
        Pick(texts.game_name(card.game), (f"{now.kind}.game", card.game), card is now.card)
        for card in opening.games
    )
    presets = tuple(
        Pick(
            texts.preset_name(now.game, one), (f"{now.kind}.preset", one), one == now.preset
        )
        for one in now.presets
    )  # fmt: skip
    changed = len(opening.departures(now.game, now.preset, stake, now.options))
    able = bool(opening.options(now.game, now.preset, stake, now.options))
    return (
        Group((Choice(say("open.game"), games, quiet=True),), say("open.game")),
        Group(
            (
                Choice(say("open.rules"), presets, quiet=True),
                Paragraph(texts.preset_note(now.game, now.preset), "soft"),
                Item(
                    say("option.open"),
                    ("go", "options", now.kind) if able else (),
                    value=say(
                        "option.changed" if changed else "option.as_usual", count=changed
                    ),
                ),
            ),
            say("open.rules"),
        ),
    )  # fmt: skip


def help_with(visit: Visit, now: Picked) -> Press:
    """The way to the rules of what is chosen."""
    name = visit.client.texts.game_name(now.game)
    text = visit.say("rules.title", game=name)
    return Press(text, ("go", "rules", now.game, now.preset), "plain", icon="help", bare=True)


def is_counted(now: Picked) -> bool:
    """Whether one may wish to see which cards are gone."""
    return card_of(now.game).counted


def refused(visit: Visit, refusal: Say | None) -> None:
    """One of my tables has to be left first: the menu has them all."""
    if refusal is not None and refusal.key in MANY:
        say = visit.say
        visit.ask(
            say("open.refused"), say(refusal),
            Answer(say("start.cancel")), Answer(say("lobby.to_mine"), "main", ("show", "")),
        )  # fmt: skip

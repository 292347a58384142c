"""A table of one's own: what both ways to one share, and a room for friends or for all."""

from typing import Final

from client_core.client import (
    STAKES,
    Client,
    GameCard,
    OptionGroup,
    RoomKind,
    Say,
    Toast,
    ToBring,
    Wish,
    card_of,
)
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Pills, Split, Surface, push, sign, stack
from mobile_client.ui.screens.share import ShareSheet
from mobile_client.ui.stage import Answers, Stage
from mobile_client.ui.widgets.buttons import PushButton
from mobile_client.ui.widgets.controls import Row, Segments, Toggle
from mobile_client.ui.widgets.words import Words
from protocol.choices import Chosen, OptionValue

MANY: Final = frozenset({"refusal.rooms_many", "refusal.guest_tables"})
"""Why no other table is opened to one who is at too many."""
STAKE_HEADINGS: Final = {
    "blinds": "open.blinds",
    "min_bet": "open.min_bet",
    "stake": "open.stake",
    "none": "open.stake",
}
"""What the stake of a room is called, by its kind."""


class Choosing(Page):
    """The choices that both ways share: the game, its rules and their options, and waiting for the
    table. What was chosen the last time is proposed."""

    kind: RoomKind = "open"

    def __init__(self, client: Client, stage: Stage, title: str, game: str) -> None:
        super().__init__(client, stage, title, sign("help", self._rules))
        self.asked = 0
        last = client.opening.last_wish(self.kind, game)
        known = [card.game for card in client.opening.games]
        begins = last.game if last is not None and last.game in known else game or known[0]
        self.game = Pills(
            choices=[
                (card.game, client.texts.game_name(card.game)) for card in client.opening.games
            ],
            chosen=begins,
        )
        self.preset = Pills(bare=True)
        self.means = Words(kind="small", ink="soft")
        """What these rules are, for one who does not know their name."""
        self.options = Row(text=client.say("option.open"), ends=True)
        self.options.bind(on_release=lambda _: stage.go("options", of=self))
        self.chosen: dict[tuple[str, str], dict[str, OptionValue]] = {}
        """The options by game and rules, as they were chosen there."""
        self.go: PushButton = push("", self._open)
        self.game.fbind("chosen", self._of_game)

    @property
    def card(self) -> GameCard:
        return next(card for card in self.client.opening.games if card.game == self.game.chosen)

    def _rules(self) -> None:
        self.stage.go("rules", game=self.game.chosen, preset=self.preset.chosen)

    def _of_game(self, *_: object) -> None:
        """The rules that there are for the game, those of the last time first chosen."""
        game, presets = self.game.chosen, self._presets()
        last = self.client.opening.last_wish(self.kind, game)
        self.preset.choices = [(one, self.client.texts.preset_name(game, one)) for one in presets]
        if self.preset.chosen not in presets or last is not None:
            self.preset.chosen = last.preset if last and last.preset in presets else presets[0]

    def _presets(self) -> tuple[str, ...]:
        return self.card.presets

    @property
    def wish(self) -> Wish:
        """The last one for these rules; nothing but what is usual where there is none."""
        game, preset = self.game.chosen, self.preset.chosen
        return self.client.opening.last_wish(self.kind, game, preset) or Wish(game, preset)

    # -- the options -------------------------------------------------------------------------

    @property
    def _picked(self) -> dict[str, OptionValue]:
        where = self.game.chosen, self.preset.chosen
        return self.chosen.setdefault(where, dict(self.wish.options))

    def _named_stake(self) -> int:
        """The stake in cents, 0 where it is the usual one."""
        return 0

    @property
    def groups(self) -> tuple[OptionGroup, ...]:
        """What can be chosen of the rules, and what is chosen so far."""
        game, preset = self.game.chosen, self.preset.chosen
        return self.client.opening.options(game, preset, self._named_stake(), self._picked)

    def choose(self, name: str, value: OptionValue) -> None:
        self._picked[name] = value

    def as_usual(self) -> None:
        self._picked.clear()

    def _departs(self) -> Chosen:
        """What is chosen otherwise than the rules have it."""
        game, preset = self.game.chosen, self.preset.chosen
        return self.client.opening.departures(game, preset, self._named_stake(), self._picked)

    def _tell_options(self) -> None:
        self.means.text = self.client.texts.preset_note(self.game.chosen, self.preset.chosen)
        changed = len(self._departs())
        key = "option.changed" if changed else "option.as_usual"
        self.options.value = self.say(key, count=changed)
        self.options.disabled = not self.groups

    # -- to the table ------------------------------------------------------------------------

    def _open(self) -> None:
        self.asked = self._ask()
        self._able()

    def _able(self) -> None:
        """The way to the table lies open, or not."""
        self.go.disabled = self._barred()

    def _barred(self) -> bool:
        """It was asked for already, or nobody opens anything now."""
        return bool(self.asked) or self.client.notices.closing

    def _ask(self) -> int:
        """The number of the request."""
        return 0

    def _lead_home(self, why: Say) -> None:
        """One of my tables has to be left first: the menu has them all."""
        say, client, stage = self.say, self.client, self.stage

        def home() -> None:
            client.show("")
            stage.home()

        answers: Answers = [
            (say("start.cancel"), "quiet", lambda: None),
            (say("lobby.to_mine"), "primary", home),
        ]
        stage.ask(say("open.refused"), say(why), answers)

    def tells(self, said: Toast) -> bool:
        """A question leads to my tables where one of them has to be left first."""
        return said.say.key in MANY

    def heard(self, topic: str, table: str) -> None:
        why = self.client.requests.refusal_of(self.asked) if self.asked else None
        if why is not None:
            self.asked = 0
            self._able()
            if why.key in MANY:
                self._lead_home(why)
        if topic in ("", "rules"):
            self._tell_options()
        if topic in ("", "banner"):
            self._able()


class OpenScreen(Choosing):
    """A room for friends or for all."""

    def __init__(self, client: Client, stage: Stage, game: str = "") -> None:
        say = client.say
        super().__init__(client, stage, say("open.title"), game)
        last = client.opening.last_wish("open")
        self.who = Segments(
            choices=[(one, say(f"open.{one}")) for one in ("private", "public")],
            chosen="public" if last is not None and not last.private else "private",
        )
        self.note = Words(kind="small", ink="soft")
        self.stake = Pills(chosen=0, least_dp=64)
        self.counter = Toggle(text=say("open.counter"), note=say("open.counter_note"))
        self.heading = Words(kind="label", ink="gold")
        self.bring = Words(kind="small", ink="soft")
        self.more = Surface(self.heading)
        self.set_body(
            Split(
                stack(
                    Surface(self.game, heading=say("open.game")),
                    Surface(self.preset, self.means, self.options, heading=say("open.rules")),
                ),
                stack(Surface(self.who, self.note, heading=say("open.who")), self.more),
            )
        )
        self.set_footer(self.go)
        self.who.fbind("chosen", self._who)
        self.preset.fbind("chosen", self._of_preset)
        self.stake.fbind("chosen", self._brings)
        self._of_game()
        self._who()

    def _who(self, *_: object) -> None:
        self.note.text = self.say(f"open.{self.who.chosen}_note")
        self.go.text = self.say("open.go")

    def _of_game(self, *_: object) -> None:
        super()._of_game()
        self._of_preset()

    def _of_preset(self, *_: object) -> None:
        """As it was wished for these rules the last time."""
        self.stake.chosen = self.wish.stake
        self.counter.active = self.wish.counter
        self._stakes()
        self._tell_options()

    def _stakes(self, *_: object) -> None:
        """The stakes as this game calls them; the usual one of the rules is chosen at first. Until
        the house has said which that is, there is nothing to choose."""
        game, preset = self.game.chosen, self.preset.chosen
        if preset not in self._presets():
            return
        usual = (
            None if card_of(game).stake == "none" else self.client.opening.usual_stake(game, preset)
        )
        there = {*STAKES, usual or 0, self.wish.stake} - {0}
        known = {one: self.client.texts.stake(game, one) for one in sorted(there)}
        choices = [(0 if one == usual else one, text) for one, text in known.items()]
        self.stake.choices = choices
        self.stake.disabled = usual is None
        if usual is None or self.stake.chosen not in dict(choices):
            self.stake.chosen = 0
        staked = not (card_of(game).stake == "none" or usual == 0)
        heading = STAKE_HEADINGS[card_of(game).stake]
        self.heading.text = self.say(heading if staked else "solo.buy_in")
        parts = [self.stake] if staked else []
        parts.append(self.bring)
        parts += [self.counter] if card_of(game).counted else []
        for old in (self.stake, self.bring, self.counter):
            self.more.remove_widget(old)
        for part in parts:
            self.more.add_widget(part)
        self._brings()

    def _named_stake(self) -> int:
        return self._stake()

    def _needs(self, stake: int) -> ToBring | None:
        return self.client.opening.to_bring(self.game.chosen, self.preset.chosen, stake)

    def _brings(self, *_: object) -> None:
        """What one takes along to this table; where that is too much, it is said before."""
        if self.preset.chosen not in self._presets():
            return
        needs = self._needs(self._stake())
        self._able()
        self.bring.ink = "warm" if needs is not None and needs.short else "soft"
        if needs is None:
            self.bring.text = self.go.note = ""
            return
        if needs.short:
            key = "open.short_smaller" if self._smaller() else "open.short"
            self.bring.text = self.say(key, least=needs.least, have=needs.have)
        elif self.card.needs_all:
            self.bring.text = self.say("open.bring", chips=needs.usual, have=needs.have)
        else:
            holes = {"least": needs.least, "most": needs.most, "have": needs.have}
            self.bring.text = self.say("open.buy_in", **holes)
        # On a small phone the line above may be out of sight: the button says it too.
        key, cents = ("open.needs", needs.least) if needs.short else ("open.brings", needs.usual)
        self.go.note = self.say(key, chips=cents) if needs.short or self.card.needs_all else ""

    def _barred(self) -> bool:
        needs = self._needs(self._stake())
        return super()._barred() or (needs is not None and needs.short)

    def _smaller(self) -> bool:
        """Whether there is a stake for which I have enough."""
        stakes = [one for one, _ in self.stake.choices] if self.stake.parent is not None else []
        needs = [self._needs(int(one)) for one in stakes]
        return any(one is not None and not one.short for one in needs)

    def _stake(self) -> int:
        return int(self.stake.chosen) if self.stake.parent is not None else 0

    def _ask(self) -> int:
        game = self.game.chosen
        return self.client.opening.open_room(
            game,
            self.preset.chosen,
            self._stake(),
            self.who.chosen == "private",
            counter=self.counter.active and card_of(game).counted,
            options=self._departs(),
        )

    def heard(self, topic: str, table: str) -> None:
        super().heard(topic, table)
        if topic == "rules":
            self._stakes()
        elif topic in ("me", "cashier"):
            self._brings()

    def gone(self) -> None:
        """To the table: its code is what friends need next."""
        where = self.client.screen
        view = self.client.tables.view(where.table) if where.name == "table" else None
        if self.asked and view is not None and view.code:
            stage, code = self.stage, view.code
            stage.open(ShareSheet(self.client, stage, code, fresh=True))
            self.asked = 0

"""A table of one's own: for friends, for all, or alone against bots."""

from typing import Final

from client_core.client import BLINDS, Client, GameCard, ToBring
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Pills, Split, Stepper, Surface, push, sign, stack
from mobile_client.ui.screens.share import ShareSheet
from mobile_client.ui.stage import Stage
from mobile_client.ui.widgets.buttons import PushButton
from mobile_client.ui.widgets.controls import Segments, Toggle
from mobile_client.ui.widgets.words import Words

CHIP: Final = 100
STAKES: Final = (2 * CHIP, 10 * CHIP, 50 * CHIP)
"""Stakes to choose from besides the usual one of the rules."""
WITHOUT_STAKE: Final = frozenset({"roulette"})
COUNTED: Final = frozenset({"doudizhu"})
"""Games in which one may wish to look up which cards are gone."""


class Choosing(Page):
    """What both ways share: the game and its rules, and waiting for the table."""

    def __init__(self, client: Client, stage: Stage, title: str, game: str) -> None:
        super().__init__(client, stage, title, sign("help", self._rules))
        self.asked = 0
        self.game = Pills(
            choices=[(card.game, client.game_name(card.game)) for card in client.games],
            chosen=game or client.games[0].game,
        )
        self.preset = Pills()
        self.go: PushButton = push("", self._open)
        self.game.fbind("chosen", self._of_game)

    @property
    def card(self) -> GameCard:
        return next(card for card in self.client.games if card.game == self.game.chosen)

    def _rules(self) -> None:
        self.stage.go("rules", game=self.game.chosen, preset=self.preset.chosen)

    def _of_game(self, *_: object) -> None:
        """The rules that there are for the game."""
        game, presets = self.game.chosen, self._presets()
        self.preset.choices = [(one, self.client.preset_name(game, one)) for one in presets]
        if self.preset.chosen not in presets:
            self.preset.chosen = presets[0]

    def _presets(self) -> tuple[str, ...]:
        return self.card.presets

    def _open(self) -> None:
        self.asked = self._ask()
        self.go.disabled = bool(self.asked)

    def _ask(self) -> int:
        """The number of the request."""
        return 0

    def heard(self, topic: str, table: str) -> None:
        if self.asked and self.client.refusal_of(self.asked) is not None:
            self.asked, self.go.disabled = 0, False


class OpenScreen(Choosing):
    """A room for friends or for all."""

    def __init__(self, client: Client, stage: Stage, game: str = "") -> None:
        say = client.say
        super().__init__(client, stage, say("open.title"), game)
        self.who = Segments(
            choices=[(one, say(f"open.{one}")) for one in ("private", "public")], chosen="private"
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
                    Surface(self.preset, heading=say("open.rules")),
                ),
                stack(Surface(self.who, self.note, heading=say("open.who")), self.more),
            )
        )
        self.set_footer(self.go)
        self.who.fbind("chosen", self._who)
        self.preset.fbind("chosen", self._stakes)
        self.stake.fbind("chosen", self._brings)
        self._of_game()
        self._who()

    def _who(self, *_: object) -> None:
        self.note.text = self.say(f"open.{self.who.chosen}_note")
        self.go.text = self.say("open.go")

    def _of_game(self, *_: object) -> None:
        super()._of_game()
        self._stakes()

    def _stakes(self, *_: object) -> None:
        """The stakes as this game calls them; the usual one of the rules is chosen at first. Until
        the house has said which that is, there is nothing to choose."""
        game, preset = self.game.chosen, self.preset.chosen
        if preset not in self._presets():
            return
        usual = None if game in WITHOUT_STAKE else self.client.usual_stake(game, preset)
        known = {one: self.client.stake(game, one) for one in sorted({*STAKES, usual or 0} - {0})}
        choices = [(0 if one == usual else one, text) for one, text in known.items()]
        self.stake.choices = choices
        self.stake.disabled = usual is None
        if usual is None or self.stake.chosen not in dict(choices):
            self.stake.chosen = 0
        staked = not (game in WITHOUT_STAKE or usual == 0)
        heading = "open.blinds" if game in BLINDS else "open.stake"
        self.heading.text = self.say(heading if staked else "solo.buy_in")
        parts = [self.stake] if staked else []
        parts.append(self.bring)
        parts += [self.counter] if game in COUNTED else []
        for old in (self.stake, self.bring, self.counter):
            self.more.remove_widget(old)
        for part in parts:
            self.more.add_widget(part)
        self._brings()

    def _needs(self, stake: int) -> ToBring | None:
        return self.client.to_bring(self.game.chosen, self.preset.chosen, stake)

    def _brings(self, *_: object) -> None:
        """What one takes along to this table; where that is too much, it is said before."""
        if self.preset.chosen not in self._presets():
            return
        needs = self._needs(self._stake())
        self.go.disabled = bool(self.asked) or (needs is not None and needs.short)
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

    def _smaller(self) -> bool:
        """Whether there is a stake for which I have enough."""
        stakes = [one for one, _ in self.stake.choices] if self.stake.parent is not None else []
        needs = [self._needs(int(one)) for one in stakes]
        return any(one is not None and not one.short for one in needs)

    def _stake(self) -> int:
        return int(self.stake.chosen) if self.stake.parent is not None else 0

    def _ask(self) -> int:
        game = self.game.chosen
        return self.client.open_room(
            game,
            self.preset.chosen,
            self._stake(),
            self.who.chosen == "private",
            counter=self.counter.active and game in COUNTED,
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
        view = self.client.table(where.table) if where.name == "table" else None
        if self.asked and view is not None and view.code:
            stage, code = self.stage, view.code
            stage.open(ShareSheet(self.client, stage, code, fresh=True))
            self.asked = 0


class SoloScreen(Choosing):
    """Alone against bots: how many, how good, and for how much."""

    def __init__(self, client: Client, stage: Stage, game: str = "") -> None:
        say = client.say
        super().__init__(client, stage, say("solo.title"), game)
        self.count = 1
        self.bots = Stepper(lambda: self._more(-1), lambda: self._more(1))
        self.bot = Pills(least_dp=72)
        self.buy_in = Pills(least_dp=72)
        self.counter = Toggle(text=say("open.counter"), note=say("open.counter_note"))
        self.house = Words(text=say("bot.house.note"), kind="small", ink="soft")
        self.rivals = Surface(self.bots, self.bot, heading=say("solo.bots"))
        self.chips = Surface(self.buy_in, heading=say("solo.buy_in"))
        self.set_body(
            Split(
                stack(
                    Surface(self.game, heading=say("open.game")),
                    Surface(self.preset, heading=say("open.rules")),
                ),
                stack(self.rivals, self.chips),
            )
        )
        self.set_footer(self.go)
        self.go.text = say("solo.go")
        self.preset.fbind("chosen", self._of_preset)
        self._of_game()
        self._of_preset()

    def _presets(self) -> tuple[str, ...]:
        return self.card.solo or self.card.presets

    def _of_game(self, *_: object) -> None:
        super()._of_game()
        self._of_preset()

    def _of_preset(self, *_: object) -> None:
        game, preset, client = self.game.chosen, self.preset.chosen, self.client
        if preset not in self._presets():
            return
        self.able = client.solo_choices(game, preset)
        self.count = self.able.usual
        self._more(0)
        bots = self.able.bots
        mixed = [("", self.say("solo.mixed"))] if bots else []
        self.bot.choices = [*mixed, *((one, self.say(f"bot.{one}")) for one in bots)]
        self.bot.chosen = ""
        self.buy_in.choices = [(sum, client.money(sum)) for sum in self.able.buy_ins]
        self.buy_in.chosen = self.able.buy_ins[0]
        for part, wanted in ((self.house, "house" in bots), (self.counter, game in COUNTED)):
            if part.parent is not None:
                self.rivals.remove_widget(part)
            if wanted:
                self.rivals.add_widget(part)

    def _more(self, by: int) -> None:
        able = self.able.opponents
        self.count = max(able[0], min(able[-1], self.count + by))
        self.bots.text = self.say("solo.count", count=self.count)
        self.bots.less.disabled = self.count <= able[0]
        self.bots.more.disabled = self.count >= able[-1]

    def _ask(self) -> int:
        return self.client.play_solo(
            self.game.chosen,
            self.preset.chosen,
            self.count,
            self.bot.chosen,
            int(self.buy_in.chosen),
            counter=self.counter.active and self.game.chosen in COUNTED,
        )

"""A table of one's own against bots: how many, how good, for how much, by which rules."""

from typing import Final

from client_core.client import Client, RoomKind, card_of
from mobile_client.ui.screens.opening import STAKE_HEADINGS, Choosing
from mobile_client.ui.screens.parts import Pills, Split, Stepper, Surface, stack
from mobile_client.ui.stage import Stage
from mobile_client.ui.widgets.controls import Toggle
from mobile_client.ui.widgets.words import Words

AS_PROPOSED: Final = -1
"""Nothing was chosen of what opponents bring."""
USUAL_BOT: Final = "medium"


class SoloScreen(Choosing):
    """Alone against bots. My net profit in the game stands above what I choose for it."""

    kind: RoomKind = "solo"

    def __init__(self, client: Client, stage: Stage, game: str = "") -> None:
        say = client.say
        super().__init__(client, stage, say("solo.title"), game)
        self.count = 1
        self.telling = False
        """What is written into the fields now was chosen by nobody."""
        self.profit = Words(kind="strong")
        self.bots = Stepper(lambda: self._more(-1), lambda: self._more(1))
        self.bot = Pills(least_dp=72)
        self.stake = Pills(least_dp=72, bare=True)
        self.buy_in = Pills(least_dp=72, bare=True)
        self.bot_buy_in = Pills(least_dp=72, bare=True)
        self.counter = Toggle(text=say("open.counter"), note=say("open.counter_note"))
        self.easy = Toggle(text=say("solo.easy"), note=say("solo.easy_note"))
        self.level = Words(kind="small", ink="soft")
        """What the bots are like that are chosen."""
        self.rivals = Surface(self.bots, self.bot, heading=say("solo.bots"))
        self.stakes_of = Words(kind="label", ink="gold")
        self.stakes = Surface(self.stakes_of, self.stake)
        self.nothing = Words(kind="small", ink="warm")
        """That there are no chips to bring, and when there will be."""
        self.chips = Surface(self.buy_in, heading=say("solo.buy_in"))
        self.theirs_of = Words(kind="label", ink="gold")
        self.theirs = Surface(self.theirs_of, self.bot_buy_in)
        self.by_chance = Words(text=say("solo.drawn_note"), kind="small", ink="soft")
        self.unknown = True
        """The house has not said yet what these rules are usually played for."""
        self.amounts = stack(self.rivals, self.stakes, self.chips, self.theirs)
        self.set_body(
            Split(
                stack(
                    self.profit,
                    Surface(self.game, heading=say("open.game")),
                    Surface(self.preset, self.means, self.options, heading=say("open.rules")),
                    Surface(self.easy),
                ),
                self.amounts,
            )
        )
        self.set_footer(self.go)
        self.go.text = say("solo.go")
        self.preset.fbind("chosen", self._of_preset)
        for pills in (self.stake, self.buy_in, self.bot_buy_in):
            pills.fbind("chosen", self._amounts)
        self.bot.fbind("chosen", self._of_level)
        self._of_game()
        self._of_preset()
        self._of_level()

    def _presets(self) -> tuple[str, ...]:
        return self.card.solo or self.card.presets

    def _of_game(self, *_: object) -> None:
        super()._of_game()
        self._of_preset()

    def _of_preset(self, *_: object) -> None:
        game, preset, client = self.game.chosen, self.preset.chosen, self.client
        if preset not in self._presets():
            return
        wish = self.wish
        able = client.opening.solo_choices(game, preset)
        self.able = able.opponents
        known = client.opening.last_wish("solo", game, preset) is not None
        self.count = wish.bots if known else able.usual
        self._more(0)
        # Of one opponent there is nothing to mix.
        mixed = [("", self.say("solo.mixed"))] if able.opponents[-1] > 1 and able.bots else []
        self.bot.choices = [*mixed, *((one, self.say(f"bot.{one}")) for one in able.bots)]
        usual = "" if mixed or not able.bots else USUAL_BOT
        self.bot.chosen = wish.bot if wish.bot in able.bots else usual
        self.counter.active = wish.counter
        self.easy.active = wish.unhurried
        for part, wanted in (
            (self.bots, len(able.opponents) > 1 or not able.bots),
            (self.bot, bool(able.bots)),
            (self.level, bool(able.bots)),
            (self.counter, card_of(game).counted),
        ):
            if part.parent is not None:
                self.rivals.remove_widget(part)
            if wanted:
                self.rivals.add_widget(part)
        self._amounts_of(wish.stake, wish.buy_in, wish.bot_buy_in if wish.bots else AS_PROPOSED)
        self._tell_profit()

    def _of_level(self, *_: object) -> None:
        level = self.bot.chosen
        self.level.text = self.say(f"bot.{level}.note" if level else "solo.mixed_note")

    def _amounts(self, *_: object) -> None:
        """One of the amounts was chosen: the others go with it."""
        if not self.telling:
            # Who has left theirs equal to mine wants it so.
            theirs = int(self.bot_buy_in.chosen)
            same = theirs == self.proposed
            self._amounts_of(
                int(self.stake.chosen), int(self.buy_in.chosen), AS_PROPOSED if same else theirs
            )

    def _amounts_of(self, stake: int, buy_in: int, theirs: int) -> None:
        client, game, money = self.client, self.game.chosen, self.client.texts.money
        able = client.opening.solo_choices(game, self.preset.chosen, stake, buy_in)
        self.telling = True
        self.stake.choices = [(one, client.texts.stake(game, one)) for one in able.stakes]
        self.stake.chosen = able.stake
        self.buy_in.choices = [(one, money(one)) for one in able.buy_ins]
        self.buy_in.chosen = able.buy_in
        drawn = self.say("solo.drawn")
        self.bot_buy_in.choices = [(one, money(one) if one else drawn) for one in able.bot_buy_ins]
        self.proposed = able.bot_buy_in
        known = theirs in able.bot_buy_ins
        self.bot_buy_in.chosen = theirs if known else able.bot_buy_in
        self.telling = False
        self.unknown = client.opening.usual_stake(game, self.preset.chosen) is None
        by_chance = self.preset.chosen in card_of(game).drawn and not self.bot_buy_in.chosen
        if by_chance != (self.by_chance.parent is not None):
            (self.theirs.add_widget if by_chance else self.theirs.remove_widget)(self.by_chance)
        self._tell_nothing()
        self.stakes_of.text = self.say(STAKE_HEADINGS[card_of(game).stake])
        self._stack()
        self._tell_options()

    def _tell_nothing(self) -> None:
        """Nobody sits down with nothing: it is said why there is nothing, and when there is."""
        nothing = not self.buy_in.chosen
        self._able()
        self.nothing.text = self.say(self.client.cashier.without_chips() or "solo.no_chips")
        # On a phone what is said there may be out of sight.
        short = self.client.cashier.without_chips(short=True)
        self.go.note = self.say(short) if nothing and short is not None else ""
        shown, other = self.buy_in, self.nothing
        if nothing:
            shown, other = other, shown
        if other.parent is not None:
            self.chips.remove_widget(other)
        if shown.parent is None:
            self.chips.add_widget(shown)

    def _barred(self) -> bool:
        return super()._barred() or not self.buy_in.chosen

    def _stack(self) -> None:
        """What there is to choose at the right, the button below it where it stands there."""
        stakes = [self.stakes] if self.stake.choices else []
        # Alone with the house there is nobody who brings anything.
        theirs = [self.theirs] if self.count else []
        wanted = [self.rivals, *stakes, self.chips, *theirs]
        there = self.amounts.children[::-1]
        if [one for one in there if one is not self.go] == wanted:
            return
        self.amounts.clear_widgets()
        for part in (*wanted, *([self.go] if self.go in there else [])):
            self.amounts.add_widget(part)

    def _tell_profit(self) -> None:
        """What I have won and lost in this game so far."""
        game = self.game.chosen
        won = next((one.profit for one in self.client.lobby.view.games if one.game == game), 0)
        name = self.client.texts.game_name(game)
        self.profit.text = self.say("solo.profit", game=name, amount=won)
        self.profit.ink = "good" if won > 0 else "warm" if won < 0 else "text"

    def _most(self) -> int:
        """So many opponents there is room for, with the seats that were chosen."""
        seats = self._picked.get("most")
        return int(seats) - 1 if seats else self.able[-1]

    def _more(self, by: int) -> None:
        least, most = self.able[0], self._most()
        self.count = max(least, min(most, self.count + by))
        self.bots.text = self.say("solo.count" if self.count else "solo.alone", count=self.count)
        self.bots.less.disabled = self.count <= least
        self.bots.more.disabled = self.count >= most
        one = self.count == 1
        self.theirs_of.text = self.say("solo.bot_brings_one" if one else "solo.bot_brings")
        alone = not self.count
        self.easy.note = self.say("solo.easy_alone" if alone else "solo.easy_note")
        self.easy.disabled = self.easy.held = alone
        self._stack()

    def _named_stake(self) -> int:
        return int(self.stake.chosen or 0)

    def heard(self, topic: str, table: str) -> None:
        super().heard(topic, table)
        if topic in ("rules", "cashier", "me"):
            wish, theirs, first = self.wish, self.bot_buy_in.chosen, self.unknown
            self._amounts_of(
                wish.stake if first else int(self.stake.chosen),
                wish.buy_in if first else int(self.buy_in.chosen),
                wish.bot_buy_in if first and wish.bots else AS_PROPOSED if first else int(theirs),
            )
        if topic in ("", "lobby", "cashier"):
            self._tell_profit()
        if topic == "":
            self._more(0)

    def _ask(self) -> int:
        game = self.game.chosen
        return self.client.opening.play_solo(
            game,
            self.preset.chosen,
            self.count,
            self.bot.chosen if self.bot.parent is not None else "",
            int(self.buy_in.chosen),
            int(self.bot_buy_in.chosen),
            counter=self.counter.active and card_of(game).counted,
            stake=self._named_stake(),
            options=self._departs(),
            # Alone with the house nobody waits.
            unhurried=self.easy.active or not self.count,
        )

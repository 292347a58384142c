"""At a table: what lies there, what can be done, the rounds before."""

from collections.abc import Callable, Mapping
from typing import Literal

from client_core import acts as deeds
from client_core import coach, folds, history, leaving, odds, showing
from client_core.acts import Acts, Button, Tap
from client_core.before_turn import PreChosen, PreKind, pre_acts
from client_core.chat import Chat
from client_core.coach import Tip
from client_core.effects import Effect
from client_core.facade.hall import Hall
from client_core.history import HandRow, Line
from client_core.motions import Motion
from client_core.odds import Race
from client_core.round import Facts
from client_core.states import Chance
from client_core.tables import Past, Table
from client_core.text import Say
from client_core.views import Mine, TableView, Told
from protocol import games, messages
from protocol.games.doudizhu import Reading
from protocol.words import Cards, Seat

Seen = tuple[object, ...]
When = Literal["now", "after_round", "never"]


class AtTable(Hall):
    """Tables by their names, and my acts at them."""

    def __init__(
        self,
        clock: Callable[[], float],
        chance: Chance,
        run: Callable[[Effect], None],
        kept: Mapping[str, str],
        language: str = "en",
        build: str = "",
    ) -> None:
        super().__init__(clock, chance, run, kept, language, build)
        self._drawn: dict[str, tuple[Seen, TableView]] = {}
        self._bars: dict[str, tuple[Seen, Acts]] = {}
        self._away: dict[str, frozenset[str]] = {}
        """The tips of each game that were put away."""

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that I am at."""
        return tuple(self._model.tables)

    def table(self, name: str) -> TableView | None:
        """How a table looks; the same value until something at it has changed."""
        model = self._model
        table = model.looked_at(name)
        if table is None:
            self._drawn.pop(name, None)
            return None
        going = model.telling.get(name)
        seen: Seen = (table, self._chat(name), self._mine(name), model.muted, going, self.words)
        before = self._drawn.get(name)
        if before is None or any(old is not new for old, new in zip(before[0], seen, strict=True)):
            # The end of a round is seen step by step, and nobody goes before it was.
            lies, now = going.shown(table) if going is not None else (table, None)
            made = showing.view(
                lies, self._chat(name), self._mine(name), model.muted, self.words, now
            )
            before = self._drawn[name] = (seen, made)
        return before[1]

    def _chat(self, name: str) -> Chat:
        return self._model.chats.get(name, _SILENCE)

    def _mine(self, name: str) -> Mine:
        model, last = self._model, self._model.lasting
        if last is not None and last.table.name == name:
            return last.mine
        return model.mine.get(name, _NOTHING)

    def motions(self, name: str) -> tuple[Motion, ...]:
        """What has moved since this was asked last, in its order; to be animated, and forgotten."""
        table = self._model.looked_at(name)
        if table is None or not table.motions:
            return ()
        self._model.moved(name)
        return table.motions

    def moving(self, name: str) -> tuple[Motion, ...]:
        """The same without forgetting it: for those who only listen."""
        table = self._model.looked_at(name)
        return table.motions if table is not None else ()

    def race(self, name: str) -> Race | None:
        """The open hands of an all-in and what is still to come, where there is such a race."""
        view = self.table(name)
        return odds.race(view) if view is not None else None

    # -- coming and going ----------------------------------------------------------------------

    def queue(self, name: str) -> int:
        """Wait for a seat."""
        return self._request(lambda mine: messages.Queue(mine, name))

    def unqueue(self, name: str) -> int:
        return self._request(lambda mine: messages.Unqueue(mine, name))

    def sit(self, name: str, buy_in: int) -> int:
        """Take the seat that is offered, with these chips; 0 if none is."""
        table = self._model.tables.get(name)
        if table is None or table.offer is None:
            return 0
        key = table.offer.key
        return self._request(lambda mine: messages.Sit(mine, name, key, buy_in))

    def sitting_down(self, name: str) -> bool:
        """Whether the house is being asked for a seat there: the offer is taken."""
        asked = (one.message for one in self._model.session.box.open.values())
        return any(isinstance(one, messages.Sit) and one.table == name for one in asked)

    def pass_offer(self, name: str) -> int:
        """Do not take the seat, and wait no more."""
        table = self._model.tables.get(name)
        if table is None or table.offer is None:
            return 0
        self._model.mine_at(name, offer_passed=table.offer.key)
        return self.unqueue(name)

    def leaving(self, name: str) -> str:
        """What it costs to leave now, in words; empty where nothing is at stake."""
        table = self._model.tables.get(name)
        return self.words.sentences(leaving.cost(table)) if table is not None else ""

    def leave(self, name: str, when: When = "now") -> int:
        """Go now, or after the round; "never" stays after all."""
        self._model.mine_at(name, leaving="" if when == "never" else when)
        return self._request(lambda mine: messages.Leave(mine, name, when))

    def sit_out(self, name: str, out: bool = True) -> int:
        """Keep the seat and play no rounds, or come back."""
        return self._request(lambda mine: messages.SitOut(mine, name, out))

    def ready(self, name: str, ready: bool = True) -> int:
        """I am ready for the next round, or not yet."""
        return self._request(lambda mine: messages.Ready(mine, name, ready))

    def stand_in(self, name: str) -> int:
        """Let a bot play on for me, until I touch the cards; 0: that cannot be now."""
        view = self.table(name)
        if view is None or not view.may_trust:
            return 0
        return self._request(lambda mine: messages.StandIn(mine, name))

    def take_over(self, name: str) -> int:
        """Play myself again, where a bot plays for me."""
        return self.sit_out(name, False)

    def seat_bot(self, name: str, bot: str = "") -> int:
        """Let a bot take an empty seat, of a room that I have opened or that lets me."""
        return self._request(lambda mine: messages.SeatBot(mine, name, bot))

    def call_bots(self, name: str, bot: str = "") -> tuple[int, ...]:
        """Let bots take every empty seat; the numbers of the requests."""
        view = self.table(name)
        if view is None or not view.may_call_bots:
            return ()
        return tuple(self.seat_bot(name, bot) for one in view.seats if not one.taken)

    def dismiss_bots(self, name: str, seat: Seat | None = None) -> int:
        """Let the bot at a seat go, or all; in a round they play to its end. 0: none sits there."""
        view = self.table(name)
        if view is None or not view.may_dismiss_bots:
            return 0
        return self._request(lambda mine: messages.DismissBots(mine, name, seat))

    def awaited(self, name: str) -> str:
        """For whom the next round waits, in words; empty while it waits for nobody but me."""
        view = self.table(name)
        awaited = [one for one in view.seats if one.awaited] if view else []
        if all(one.me for one in awaited):
            return ""
        awaited.sort(key=lambda one: not one.me)
        names = tuple(self.words.say("room.you") if one.me else one.name for one in awaited)
        return self.words.say("room.awaited", names=self.words.listed(names)) if names else ""

    # -- my acts -------------------------------------------------------------------------------

    def acts(self, name: str) -> Acts:
        """My buttons, or what I may choose before my turn; the same value until it changes."""
        model = self._model
        table = model.tables.get(name)
        if table is None:
            return deeds.NOTHING
        chosen, sent = model.chosen.get(name), model.sent.get(name, -1)
        guard = model.guard(name)
        sure, unseen = model.settings.confirm_all_in, name in model.unseen
        line = table.held, table.unsure, table.quiet, unseen
        at = table.asked, table.round, table.me
        seen: Seen = (*at, *line, chosen, sent, guard, sure, model.words)
        before = self._bars.get(name)
        if before is None or before[0] != seen:
            made = deeds.acts(table, model.words, chosen, sent, guard, sure, unseen)
            before = self._bars[name] = (seen, made)
        return before[1]

    def tap(
        self,
        name: str,
        button: Button,
        amount: int = 0,
        cards: Cards = (),
        on: str = "",
        sure: bool = False,
        stands: tuple[int, ...] = (),
    ) -> Tap:
        """Do it, unless it was meant for other buttons, is not offered, or wants to be sure."""
        model = self._model
        table = model.tables.get(name)
        asked = table.asked if table else None
        if table is not None and table.held is not None:
            return Tap("guarded", Say("tap.held"))
        if table is None or asked is None or asked.turn != button.turn:
            return Tap("guarded", Say("tap.changed"))
        if self.now() < model.guard(name) or model.sent.get(name) == asked.turn:
            return Tap("guarded", Say("tap.changed"))
        if name in model.unseen:
            return Tap("guarded", Say("tap.unseen"))
        act = deeds.act_of(table, button, amount, cards, on, stands)
        # A game knows better what it takes than how many cards that would be.
        amiss = self.amiss(name, button, cards)
        if amiss is not None:
            return Tap("wrong", amiss)
        wrong = asked.ask.refusal(act)
        if wrong is not None:
            facts = table.facts(wrong.facts)
            return Tap("wrong", Say(f"refusal.{wrong.code}", facts, wrong.text))
        if model.settings.confirm_all_in and not sure and deeds.risks_all(table, act):
            return Tap("confirm", Say("tap.all_in", {"amount": table.worth(act.amount)}))
        free = deeds.gives_up_for_nothing(table, act)
        if model.settings.confirm_free_fold and not sure and free:
            return Tap("confirm", Say("tap.free_check"))
        model.chosen.pop(name, None)
        model.answer(name, asked.turn, act)
        model.settle()
        return Tap("sent")

    def steps(self, button: Button, amount: int, by: int) -> int:
        """The amount so many steps further, within what is offered."""
        return deeds.steps(button, amount, by)

    def typed(self, button: Button, text: str, cash: bool = False) -> tuple[int, Say | None]:
        """Typed chips as cents, and why that is not offered, if it is not. `cash`: chips are money
        here."""
        return deeds.typed(button, text, cash)

    def choices(self, name: str, button: Button) -> tuple[Cards, ...]:
        """The sets of cards that could be named with a button, for hints: the smallest first."""
        table = self._model.tables.get(name)
        if table is None or table.asked is None or table.round is None:
            return ()
        ask = table.asked.ask
        option = next((one for one in ask.options if one.verb == button.verb), None)
        if option is None or table.round.game not in games.NAMES:
            return ()
        found = games.choices(table.round.game, table.events, ask, option)
        return folds.card_of(table.round.game).ordered(ask, table.events, found)

    def amiss(self, name: str, button: Button, cards: Cards) -> Say | None:
        """Why these cards cannot be named with a button, as far as it can be known here."""
        model = self._model
        table = model.tables.get(name)
        if table is None or table.asked is None or table.round is None or not button.cards[1]:
            return None
        game = folds.card_of(table.round.game)
        return game.amiss(table.events, table.asked.ask, cards, model.words)

    def readings(self, name: str, button: Button, cards: Cards) -> tuple[Reading, ...]:
        """Every play that these could be with the wild cards among them, the strongest first; none
        where no card is wild."""
        table = self._model.tables.get(name)
        if table is None or table.asked is None or table.round is None or not button.cards[1]:
            return ()
        return folds.card_of(table.round.game).readings(table.events, table.asked.ask, cards)

    def pre_act(self, name: str, kind: PreKind) -> Tap:
        """Choose it before the turn, or take the choice back; without a line there is none."""
        model = self._model
        table = model.tables.get(name)
        if model.session.state != "in":
            return Tap("guarded", Say("tap.no_line"))
        if table is None or self.now() < model.guard(name):
            return Tap("guarded", Say("tap.changed"))
        now, seat, before = table.round, table.mine, model.chosen.pop(name, None)
        able = {one.kind for one in pre_acts(table, model.words, None)}
        same = before is not None and before.kind == kind and before.sure
        if now is not None and seat is not None and kind in able and not same:
            model.chosen[name] = PreChosen(kind, now.number, now.to_call(seat))
        model.touch("ask", name)
        model.settle()
        return Tap("sent")

    # -- what is told, as it is told -----------------------------------------------------------

    def heard_up_to(self, name: str) -> tuple[int, int]:
        """The round and the event up to which a table was told; (0, 0) before its first."""
        table = self._model.looked_at(name)
        return (table.number, table.seq) if table is not None else (0, 0)

    def told_since(self, name: str, number: int, seq: int) -> tuple[Line, ...]:
        """What was told there after that event of that round, a sentence each."""
        table = self._model.looked_at(name)
        return history.since(table, number, seq, self.words) if table is not None else ()

    # -- tips for newcomers --------------------------------------------------------------------

    def tip(self, name: str) -> Tip | None:
        """What is worth knowing there now for one who plays this game for the first time."""
        view = self.table(name)
        if view is None or not self.tips(name):
            return None
        return coach.tip(view, self.acts(name), self._away.get(view.game, frozenset()))

    def tips(self, name: str) -> tuple[Say, ...]:
        """All that may come there while this game is played for the first time."""
        view, settings = self.table(name), self._model.settings
        if view is None or not settings.coach or view.game in settings.coached.split():
            return ()
        return coach.tips(view)

    def put_away(self, name: str, tip: Tip) -> None:
        """Seen; with the last one of a game its tips are over."""
        view = self.table(name)
        if view is None:
            return
        if tip.name == coach.LAST:
            self.skip_tips(name)
            return
        self._away[view.game] = self._away.get(view.game, frozenset()) | {tip.name}
        self._model.touch("table", name)
        self._model.settle()

    def skip_tips(self, name: str, away: bool = True) -> None:
        """No more of them at this game; or all of them again."""
        view = self.table(name)
        if view is None:
            return
        games = [one for one in self._model.settings.coached.split() if one != view.game]
        self._away.pop(view.game, None)
        coached = " ".join([*games, view.game] if away else games)
        self.set(coached=coached, **({} if away else {"coach": True}))
        self._model.touch("table", name)
        self._model.settle()

    # -- the rounds before ---------------------------------------------------------------------

    def history(self, name: str) -> tuple[HandRow, ...]:
        """The rounds that were seen at a table, the newest first."""
        table = self._model.looked_at(name)
        rounds = history.rounds(table) if table else ()
        return tuple(history.row(past, table is not None and table.cash) for past in rounds)

    def past_facts(self, name: str) -> tuple[Facts, ...]:
        """What only that game shows of the rounds before, the newest first: where the ball fell."""
        table = self._model.looked_at(name)
        return tuple(past.last.facts for past in table.past) if table else ()

    def hand(self, name: str, number: int) -> tuple[Told, ...]:
        """One of them step by step: each time a sentence, and the table after it."""
        table = self._model.tables.get(name)
        kept = history.rounds(table) if table else ()
        past = next((one for one in kept if one.number == number), None)
        if table is None or past is None:
            return ()
        still = _stage(table, past)
        return tuple(
            Told(
                step.text,
                showing.view(still, _SILENCE, _NOTHING, frozenset(), self.words, step.round),
                step.seat,
            )
            for step in history.steps(past, self._model.words, table.cash)
        )


_SILENCE = Chat()
_NOTHING = Mine()


def _stage(table: Table, past: Past) -> Table:
    """The table with nobody there but those of that round."""
    return Table(table.name, table.room, me=past.me)

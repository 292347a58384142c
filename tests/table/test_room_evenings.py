"""Whole evenings at one table: people come, wait, sit, act, vanish, come back, talk and go."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from game_server.bots.random_player import choose
from game_server.table.chat import LINES
from game_server.table.journal import PLAYER, ActDone
from game_server.table.leaving import When
from game_server.table.orders import Refuse
from game_server.table.round_effects import Draw, WriteRow
from game_server.table.state import seat_snapshot
from protocol.events import RoundBegan
from protocol.messages import Asked, Message, Offer, Seen, Told
from protocol.words import Act, Cards, Refusal, Secret, drawn_from
from tests.table.shell import EPS, Shell

PEOPLE = ("anna", "bert", "carl", "dora", "emil", "fay", "gus", "hana")
ROOMS: dict[str, dict[str, Any]] = {
    "eps": {"game": "holdem", **EPS},
    "standard": {"game": "holdem", "time_bank": 30, "bots": 3, "options": {"most": 5}},
    "heads_up": {"game": "holdem", "preset": "heads_up", "disconnect_grace": 20, "rebuy": 10},
    "doudizhu": {"game": "doudizhu", "preset": "house", "ready": True, "bots": 2},
    "blackjack": {"game": "blackjack", "disconnect_grace": 20},
    "roulette": {"game": "roulette", "preset": "house", "silent_leave": True},
    "sabacc": {"game": "sabacc", "preset": "house", "time_bank": 30, "bots": 2},
    "high_card": {"game": "high_card", "bots": 2},
}
STEPS = 240


class Guarded(Shell):
    """A shell that lets nothing pass which somebody must not see."""

    def __init__(self, **config: Any) -> None:
        self.turns: dict[int, tuple[int, str]] = {}
        super().__init__(**config)

    def _send(self, players: Iterable[str], message: Message) -> None:
        players = tuple(players)
        super()._send(players, message)
        assert len(set(players)) == len(players)
        for player in players:
            if isinstance(message, Told):
                self.check_told(player, message)
            if isinstance(message, Asked):
                self.check_asked(player, message)

    def check_told(self, player: str, message: Told) -> None:
        playing = self.probe.round or self.probe.last
        assert playing is not None
        assert message.round == playing.number
        for seq, event in enumerate(message.events, message.after):
            raw = playing.said[seq]
            assert type(raw) is type(event)
            for name in raw.secrets:
                value = getattr(raw, name)
                if isinstance(value, Secret):
                    mine = self.probe.dealt.get(value.owner) == player
                    assert mine or not isinstance(getattr(event, name), tuple)

    def check_asked(self, player: str, message: Asked) -> None:
        assert self.probe.dealt[message.ask.who] == player
        asked = (self.probe.rounds, player)
        assert self.turns.setdefault(message.turn, asked) == asked


class Evening:
    def __init__(self, seed: int, config: dict[str, Any]) -> None:
        self.random = Random(f"{seed} {sorted(config)}")
        self.shell = Guarded(below=self.random.randrange, **config)
        self.shell.thinking = 0.5
        self.chips = 0
        self.stale: list[tuple[str, int, Act]] = []

    def open(self) -> None:
        """Some sit already, one watches."""
        sitters = PEOPLE[: self.random.randint(1, min(4, self.shell.probe.options.most))]
        self.shell.seat(*sitters, chips=20_000)
        self.chips += 20_000 * len(sitters)
        self.shell.enter("hana")

    def step(self) -> None:
        shell, player = self.shell, self.random.choice(PEOPLE)
        deeds = {
            self.come: 6,
            self.queue: 8,
            self.sit: 20,
            self.ready: 20 * self.shell.config.ready,
            self.act: 80 if self.asks() else 0,
            self.wait: 10 if self.asks() else 15,
            self.vanish: 2,
            self.talk: 3,
            self.buy: 3,
            self.out: 2,
            self.go: 3,
            self.late: 4,
            self.bot: 4,
        }
        (deed,) = self.random.choices([*deeds], [*deeds.values()])
        try:
            deed(player)
        except Refusal as wrong:
            if not wrong.text.endswith("."):
                raise
        self.check()
        shell.now += self.random.random()

    def asks(self) -> bool:
        """Whether somebody who is no bot is asked."""
        playing = self.shell.probe.round
        return (
            any(self.shell.probe.state.asked_human(s) for s in playing.open) if playing else False
        )

    def come(self, player: str) -> None:
        if player not in self.shell.probe.people:
            self.shell.enter(player)
        elif player not in self.shell.lines:
            number = self.shell.probe.rounds - self.random.randint(0, 1)
            playing = self.shell.probe.round or self.shell.probe.last
            last = len(playing.said) if playing else 0
            seen = Seen(self.shell.config.table, max(0, number), self.random.randint(0, last))
            self.shell.back(player, self.random.choice([seen, None]))

    def queue(self, player: str) -> None:
        if self.random.random() < 0.85:
            self.shell.take(self.shell.table.enqueue(player, self.shell.now))
        else:
            self.shell.take(self.shell.table.unqueue(player, self.shell.now))

    def sit(self, player: str) -> None:
        offered = sorted(self.shell.probe.queue.offers)
        if offered and self.random.random() < 0.8:
            player = self.random.choice(offered)
        offers = self.shell.heard(player, Offer)
        key = offers[-1].key if offers else "no key"
        chips = self.random.choice((3000, 7000, 40_000))
        self.shell.table.may_sit(player, key, chips, self.shell.now)
        if self.random.random() < 0.1:
            self.shell.take(self.shell.table.leave(player, "now", self.shell.now))
        self.bring(player, chips)
        self.shell.take(self.shell.table.sit(player, key, chips, self.shell.now))

    def bring(self, player: str, chips: int) -> None:
        self.shell.escrow[player] += chips
        self.chips += chips

    def ready(self, player: str) -> None:
        player = self.random.choice(
            [p for p in PEOPLE if self.shell.probe.seats.of(p) is not None] or [player]
        )
        self.shell.take(self.shell.table.ready(player, True, self.shell.now))

    def act(self, player: str) -> None:
        shell, playing = self.shell, self.shell.probe.round
        if playing is None:
            return
        seats = [seat for seat in playing.open if shell.probe.state.asked_human(seat)]
        if not seats:
            return
        seat = self.random.choice(seats)
        player, question = shell.probe.seats[seat].player, playing.open[seat]
        if player not in shell.lines:
            return
        heard = [event for _, event in shell.probe.transcript(seat)]
        act = choose(heard, question.ask, self.random.randrange)
        self.stale.append((player, question.turn, act))
        shell.answer(player, question.turn, act, self.random.randint(0, 10_000), 0.1)

    def late(self, player: str) -> None:
        """An act for a question that is over, or of somebody who was never asked."""
        if not self.stale or self.shell.probe.over:
            return
        asked, turn, act = self.random.choice(self.stale)
        who = self.random.choice((asked, player))
        seat = self.shell.probe.seats.of(who)
        if seat is not None and self.shell.probe.question(seat, turn) is not None:
            return
        rows = len(self.shell.rows)
        self.shell.answer(who, turn, act)
        assert [type(order) for order in self.shell.orders if isinstance(order, Refuse)] == [Refuse]
        assert len(self.shell.rows) == rows

    def wait(self, player: str) -> None:
        for _ in range(self.random.randint(1, 3)):
            self.shell.ring()
            self.check()

    def vanish(self, player: str) -> None:
        self.shell.lose(player)

    def talk(self, player: str) -> None:
        self.shell.take(self.shell.table.say(player, "hello", self.shell.now, 1))

    def buy(self, player: str) -> None:
        if player in self.shell.probe.people and self.random.random() < 0.5:
            self.shell.probe.seat_of(player)
        if player in self.shell.probe.people:
            self.bring(player, 2000)
            self.shell.take(self.shell.table.bought(player, 2000, self.shell.now))

    def out(self, player: str) -> None:
        self.shell.take(
            self.shell.table.sit_out(player, self.random.random() < 0.4, self.shell.now)
        )

    def go(self, player: str) -> None:
        whens: tuple[When, ...] = ("now", "after_round", "never")
        when = self.random.choice(whens)
        self.shell.take(self.shell.table.leave(player, when, self.shell.now))

    def bot(self, player: str) -> None:
        name = f"bot:{self.random.randrange(10**9)}"
        if len(list(self.shell.probe.seats.bots())) < self.shell.config.bots:
            self.bring(name, 9000)
            self.shell.take(
                self.shell.table.seat_bot(name, "Ada", "", "random", 9000, self.shell.now)
            )

    # -- what must always be so ----------------------------------------------------------

    def check(self) -> None:
        shell, table = self.shell, self.shell.probe
        shell.check_escrow()
        sitters = [one.player for one in table.seats.values()]
        assert len(set(sitters)) == len(sitters)
        assert not set(sitters) & set(table.queue.order)
        assert len(set(table.queue.order)) == len(table.queue.order)
        assert set(table.queue.offers) <= set(table.queue.order) <= set(table.people)
        assert not table.queue.held() & table.seats.keys()
        assert {p for p, one in table.people.items() if one.here} <= shell.lines
        assert all(table.owned(seat) >= 0 for seat in table.seats)
        if shell.game.name in ("holdem", "doudizhu"):
            gone = sum(one.chips for one in shell.cashed)
            assert sum(shell.escrow.values()) + gone == self.chips
        for order in shell.orders:
            match order:
                case WriteRow(ActDone(turn=turn, seat=seat, by=by)) if by == PLAYER:
                    assert shell.turns.get(turn, (0, ""))[1] == table.dealt[seat]

    def restart(self) -> None:
        before = essence(self.shell)
        self.shell.restart()
        # A silent leave whose turn has come may take effect as the room goes on.
        if not self.shell.of(WriteRow):
            assert essence(self.shell) == before
        self.check()


def essence(shell: Shell) -> list[object]:
    """What a restart must not change."""
    table = shell.probe
    playing = table.round
    seats = {
        seat: (seat_snapshot(one), bool(one.left)) for seat, one in sorted(table.seats.items())
    }
    turn = playing.turn if playing else table.turn
    state = (playing.state, playing.said, playing.stacks, playing.gone) if playing else None
    return [seats, table.holdings(), table.rounds, table.carry, turn, state]


@pytest.mark.req("E-DD-006")
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("name", ROOMS)
def test_whatever_people_do_the_room_keeps_its_promises(name: str, seed: int) -> None:
    evening = Evening(seed, ROOMS[name])
    evening.open()
    for step in range(STEPS):
        try:
            evening.step()
            if evening.random.random() < 0.03:
                evening.restart()
        except Exception as wrong:
            raise AssertionError(f"room {name}, seed {seed}, step {step}: {wrong!r}") from wrong


def test_evenings_lead_somewhere() -> None:
    """The generator reaches what the property above is about."""
    for name, config in ROOMS.items():
        rounds = cashed = acts = 0
        for seed in range(4):
            evening = Evening(seed, config)
            evening.open()
            for _ in range(STEPS):
                evening.step()
            rounds += evening.shell.probe.rounds
            cashed += len(evening.shell.cashed)
            acts += sum(isinstance(r, ActDone) and r.by == PLAYER for r in evening.shell.stored())
        assert rounds >= 3, name
        assert cashed >= 5, name
        assert acts >= 25, name


# -- two worlds --------------------------------------------------------------------------


class World(Guarded):
    """One round at a table whose hidden cards can be others."""

    def __init__(self, seed: int, config: dict[str, Any], deals: list[Cards] | None) -> None:
        self.random = Random(seed)
        self.deals = deals
        self.dealt: list[Cards] = []
        super().__init__(below=Random(-seed).randrange, **config)

    def draw(self, wanted: Draw) -> tuple[int, ...]:
        drawn = super().draw(wanted)
        if not wanted.left:
            return drawn
        if self.deals is not None:
            rest, numbers = list(wanted.left), []
            for card in self.deals[len(self.dealt)]:
                numbers.append(rest.index(card))
                rest.pop(numbers[-1])
            drawn = tuple(numbers)
        self.dealt.append(drawn_from(wanted.left, drawn)[0])
        return drawn

    def play(self) -> None:
        """People act, vanish, come back, talk; nobody comes to a showdown."""
        shell = self
        shell.seat("anna", "bert", "carl", "dora")
        shell.enter("emil")
        shell.begin()
        said = 0
        for _ in range(60):
            playing = shell.probe.round
            if playing is None:
                return
            chance = self.random.random()
            if chance < 0.1:
                shell.lose("bert") if "bert" in shell.lines else shell.back("bert")
            elif chance < 0.2 and "carl" in shell.probe.people and said < LINES.burst:
                said += 1
                shell.take(shell.table.say("carl", "well", shell.now, 1))
            elif chance < 0.25 and "dora" in shell.probe.people:
                shell.take(shell.table.leave("dora", "now", shell.now))
            elif chance < 0.4 or not shell.asked:
                shell.ring()
            elif len(self.dealt) < 4 and shell.asked in shell.lines:
                verbs = ["call", "check", "raise", "fold"]
                shell.act(shell.asked, *self.random.sample(verbs, 4), "fold", "check")
            elif shell.asked in shell.lines:
                shell.act(shell.asked, "fold", "check")


def other_cards(world: World, viewer: str, random: Random) -> list[Cards]:
    """The same cards where the viewer sees them, and others everywhere else."""
    playing = world.probe.round or world.probe.last
    assert playing is not None
    own = [
        card
        for event in playing.said
        for name in event.secrets
        if isinstance(value := getattr(event, name), Secret)
        and world.probe.dealt.get(value.owner) == viewer
        for card in value.cards
    ]
    board = [card for cards in world.dealt[1:] for card in cards]
    pool = [card for card in range(52) if card not in own and card not in board]
    random.shuffle(pool)
    holes = tuple(card if card in own else pool.pop() for card in world.dealt[0])
    return [holes, *world.dealt[1:]]  # type: ignore[list-item]


@pytest.mark.parametrize("name", ["eps", "standard"])
@pytest.mark.parametrize("viewer", ["anna", "emil"])
def test_no_message_to_anybody_depends_on_cards_that_are_not_his(name: str, viewer: str) -> None:
    config = {**ROOMS[name], "bots": 0}
    compared = 0
    for seed in range(40):
        one = World(seed, config, None)
        one.play()
        if not one.dealt:
            continue
        shown = [e.kind for told in one.heard("emil", Told) for e in told.events]
        if "shown" in shown:
            continue
        other = World(seed, config, other_cards(one, viewer, Random(seed)))
        other.play()
        assert one.sent[viewer] == other.sent[viewer]
        assert one.dealt != other.dealt
        compared += any(
            isinstance(e, RoundBegan) for t in one.heard(viewer, Told) for e in t.events
        )
    assert compared > 15

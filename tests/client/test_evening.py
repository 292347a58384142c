"""Whole evenings: clients at a house on one fake clock, on lines that break, in apps that end."""

from random import Random

import pytest

from client_core import folds
from client_core.client import Button, Client
from client_core.effects import Connect, Disconnect, Effect, Keep, Send, WakeAt
from client_core.round import Round
from client_core.tables import Table
from game_server.config import RoomSettings
from game_server.net.connection import ClientConnection
from protocol.endings import Ending
from protocol.words import Cards
from tests.house.world import World

ROOMS = (
    RoomSettings("holdem", "holdem", "standard", "play", 200, 4_000, 20_000, bots=1, pause=0.5),
    RoomSettings("doudizhu", "doudizhu", "standard", "play", 0, 10_000, 100_000, pause=0.5),
    RoomSettings("blackjack", "blackjack", "standard", "play", 0, 500, 50_000, pause=0.5),
    RoomSettings("sabacc", "sabacc", "house", "play", 0, 10_000, 50_000, bots=1, pause=0.5),
    RoomSettings("roulette", "roulette", "standard", "play", 0, 100, 50_000, pause=0.5),
    RoomSettings("high_card", "high_card", "standard", "play", 0, 2_000, 50_000, pause=0.5),
)


class Wire:
    """The house's side of a line, which ends with its phone's or the house's power."""

    def __init__(self, phone: "Phone", number: int) -> None:
        self.phone, self.number, self.up = phone, number, True
        self.opened = False
        self.coming = 0
        """Frames on their way."""
        world = phone.world
        self.line = ClientConnection(self, world.context, phone.address, world.clock.seconds())
        world.context.admission.enter(phone.address, world.clock.seconds())

    def write(self, *data: bytes) -> None:
        for frame in data:
            self.coming += 1
            self.phone.world.clock.callLater(0.01, self._arrive, frame)

    def _arrive(self, frame: bytes) -> None:
        self.coming -= 1
        if self.up:
            self.phone.client.connection.heard(self.number, frame)

    def end(self, ending: Ending, reason: str = "") -> None:
        self.phone.world.clock.callLater(0.02, self.lose, ending.code)

    def lose(self, code: int | None = None) -> None:
        """Both sides learn of it, each for itself."""
        if self.up:
            self.up = False
            self.line.gone("lost")
            self.phone.client.connection.lost(self.number, code)


class Phone:
    """A client whose owner taps anything that is offered."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.random = world, Random(seed)
        self.address = f"192.0.2.{seed + 1}"
        self.kept: dict[str, str] = {}
        self.taps = self.lives = 0
        self.alarm = self.back_at = float("inf")
        self.wire: Wire | None = None
        self.begin()

    def begin(self) -> None:
        """The app starts with what was kept; one that ran is ended, and its line with it."""
        self.cut()
        self.lives += 1
        self.alarm = self.back_at = float("inf")
        life = self.lives
        self.client = Client(
            self.world.clock.seconds,
            self.random.randrange,
            lambda effect: self._run(effect) if life == self.lives else None,
            self.kept,
            "en",
            "phone",
        )
        self.client.connection.start()

    def tick(self) -> None:
        """What the device does of itself: alarms, and the owner who is back."""
        now = self.world.clock.seconds()
        if self.back_at <= now:
            self.back_at = float("inf")
            self.client.connection.resumed()
        if self.alarm <= now:
            self.client.connection.woken()
        if self.wire is not None and not self.wire.opened:
            self.wire.opened = True
            self.client.connection.opened(self.wire.number)

    def cut(self) -> None:
        wire, self.wire = self.wire, None
        if wire is not None and wire.up:
            wire.up = False
            wire.line.gone("lost")

    def _run(self, effect: Effect) -> None:
        clock = self.world.clock
        match effect:
            case Connect(number, _):
                self.wire = Wire(self, number)
            case Send(number, data):
                wire = self.wire
                if wire is not None and wire.up and wire.number == number:
                    wire.line.heard(data, clock.seconds())
            case Disconnect():
                self.cut()
            case WakeAt(at):
                self.alarm = at
            case Keep(name, text):
                self.kept[name] = text

    # -- the owner ---------------------------------------------------------------------------------

    def play(self, table: str) -> None:
        """One tap, at most."""
        client = self.client
        if client.connection.view.state == "met" and not client.account.entry.busy:
            client.account.play_as_guest()
        if not client.account.me.inside or client.connection.view.pending:
            return
        shown = client.tables.view(table)
        if shown is None:
            client.lobby.join(table)
        elif shown.offer is not None:
            client.seat.sit(table, 20_000)
        elif shown.me is None and shown.queue is None:
            client.seat.queue(table)
        elif shown.rebuy:
            client.cashier.buy(table, max(client.cashier.may_buy(table).least, 1_000))
        elif shown.sit_out:
            client.seat.sit_out(table, False)
        elif shown.needs_ready and not shown.live and shown.me is not None and not shown.ready:
            client.seat.ready(table)
        else:
            self._act(table)

    def _act(self, table: str) -> None:
        acts = self.client.turn.acts(table)
        if acts.pre and self.random.random() < 0.2:
            self.client.turn.pre_act(table, self.random.choice(acts.pre).kind)
        if not acts.buttons or acts.sent:
            return
        button = self.random.choice(acts.buttons)
        amounts = [preset.amount for preset in button.presets] or [0]
        tap = self.client.turn.tap(
            table,
            button,
            self.random.choice(amounts),
            self._cards(table, button),
            self.random.choice(button.on) if button.on else "",
            sure=True,
        )
        self.taps += tap.state == "sent"

    def _cards(self, table: str, button: Button) -> Cards:
        choices = self.client.turn.choices(table, button) if button.cards[1] else ()
        return self.random.choice(choices) if choices else ()

    def round(self, table: str) -> Round | None:
        found: Table | None = self.client._state.tables.by_name.get(table)
        return found.round if found is not None else None


def truth(world: World, phone: Phone, table: str) -> Round | None:
    """The round as the house would tell it to this player from its beginning."""
    room = world.probe(table)
    person = next(
        (p for p in room.people if room.people[p].name == phone.client.account.me.name), None
    )
    if room.host.round is None or person is None:
        return None
    now: Round | None = None
    for _, event in room.host.transcript(room.state.view_of(person)):
        now = folds.fold(now, event)
    return now


def trouble(world: World, phones: list[Phone], random: Random) -> None:
    """Something goes wrong, or nothing."""
    phone = random.choice(phones)
    chance = random.random()
    if chance < 0.02 and phone.wire is not None:
        phone.wire.lose(random.choice((None, 1006, 4008)))
    elif chance < 0.03:
        phone.client.connection.paused()
        phone.back_at = world.clock.seconds() + random.choice((0.5, 20.0))
    elif chance < 0.035:
        phone.begin()
    elif chance < 0.037:
        lines = [phone.wire for phone in phones]
        for one in phones:
            one.cut()
        world.restart()
        for one, wire in zip(phones, lines, strict=True):
            if wire is not None:
                one.client.connection.lost(wire.number)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("table", [room.table for room in ROOMS])
def test_whatever_breaks_a_client_shows_what_its_house_holds(table: str, seed: int) -> None:
    random = Random(f"{table} {seed}")
    world = World(*(room for room in ROOMS if room.table == table), seed=seed)
    phones = [Phone(world, number) for number in range(3)]
    compared = rounds = 0
    for step in range(1_200):
        for phone in phones:
            phone.tick()
            phone.play(table)
        if step < 1_000:
            trouble(world, phones, random)
        world.clock.advance(0.1)
        if step % 10 == 9:
            world.clock.advance(0.05)
            for phone in phones:
                wanted, shown = truth(world, phone, table), phone.round(table)
                view = phone.client.tables.view(table)
                quiet = phone.wire is not None and not phone.wire.coming
                quiet = quiet and view is not None and not view.syncing
                if wanted is not None and quiet and phone.client.account.me.inside:
                    assert shown == wanted, (step, phone.client.account.me)
                    compared += 1
        rounds = max(rounds, world.probe(table).rounds)
    assert compared > 20
    assert rounds >= 1
    assert sum(phone.taps for phone in phones) > 10
    for phone in phones:
        assert phone.client.account.me.inside, (
            phone.client.connection.view,
            phone.client.account.entry,
        )
    world.check()

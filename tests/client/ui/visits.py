"""A client whose house is played by the test, and the stage that shows it."""

from dataclasses import asdict, dataclass, field
from typing import Final

from game_server.rules.catalogue import GAMES
from mobile_client.ui.app import SCREENS
from mobile_client.ui.app_looks import dress
from mobile_client.ui.look import look
from mobile_client.ui.sound import Sounds
from mobile_client.ui.stage import Stage
from protocol import messages
from protocol.messages import Room, Sitter
from protocol.messages.parts import CardProof
from protocol.words import Seat
from tests.client.device import PRACTISED, Device
from tests.client.ui.scenes import FACES, NAMES, Phone

HOUSE: Final = "Cardroom"


ROOMS: Final = (
    Room("eps", "holdem", "eps", "cash", 1_000, 2_000, 100_000, 7, 2),
    Room("holdem", "holdem", "standard", "play", 200, 4_000, 20_000, 7, 5),
    Room(
        "full",
        "holdem",
        "casino",
        "play",
        0,
        20_000,
        100_000,
        6,
        6,
        2,
        options={"single_pot": True},
    ),
    Room("heads-up", "holdem", "heads_up", "play", 1_000, 20_000, 100_000, 2, 1, testing=True),
    Room("doudizhu", "doudizhu", "house", "play", 1_000, 10_000, 100_000, 3, 3, 1),
    Room("doudizhu-bid", "doudizhu", "standard", "play", 500, 10_000, 100_000, 3, 1),
    Room("twenty-one", "blackjack", "twenty_one", "play", 500, 500, 50_000, 8, 4),
    Room("roulette", "roulette", "house", "play", 0, 100, 50_000, 7, 0),
    Room("sabacc", "sabacc", "house", "play", 1_000, 10_000, 50_000, 4, 1),
)


@dataclass
class Visit:
    """A client on a device of the test, and the stage that shows it."""

    language: str = "en"
    kept: dict[str, str] = field(default_factory=lambda: dict(PRACTISED))

    def __post_init__(self) -> None:
        self.device = Device(self.language, self.kept)
        self.client = self.device.client
        # What moves is looked at when it has arrived; texts are as large as whoever looks wants.
        self.client.set(animation="off", big_text=look.big_text)
        self.phone = Phone()
        self.sounds = Sounds(lambda path: None)

    def meet(self, demo_cards: tuple[CardProof, ...] = ()) -> "Visit":
        self.device.client.connection.start()
        self.device.client.connection.opened(self.device.connection)
        self.device.house(messages.Welcome(1, house=HOUSE, demo_cards=demo_cards))
        return self

    def come_in(self, guest: bool = True) -> "Visit":
        self.meet()
        self.client.account.play_as_guest("Juno")
        device = self.device
        device.house(
            messages.Session(
                device.last(messages.Guest).id, "token-1", "Juno", guest, "fox", (), 13
            )
        )
        device.house(messages.Ok(device.last(messages.Lobby).id))
        device.house(messages.Purse(123_450, 2_000, {"holdem": 3_400, "roulette": -1_200}))
        device.house(messages.Rooms(ROOMS, whole=True))
        return self

    def sit(self, table: str = "t", code: str = "7KQ2M9", preset: str = "standard") -> "Visit":
        """A seat in a private room of friends."""
        cash = preset == "eps"
        room = Room(table, "holdem", preset, "cash" if cash else "play", 200, 2_000, 20_000, 7, 3,
                    private=bool(code), code=code)  # fmt: skip
        self.device.house(messages.Joined(self.client.lobby.join(table), room))
        sitters = {
            Seat(seat): Sitter(NAMES[seat] if seat else "Juno", 12_000, avatar=FACES[seat])
            for seat in range(4)
        }
        self.device.house(messages.Seats(table, sitters, Seat(0), 1))
        return self

    def told_rules(self) -> None:
        """The house answers what was asked last: how a game is played."""
        asked = self.device.last(messages.RulesOf)
        game = GAMES[asked.game]
        options, choices = asdict(game.presets[asked.preset]), game.offered(asked.preset)
        self.device.house(messages.TheRules(asked.id, asked.game, asked.preset, options, choices))

    def stage(self) -> Stage:
        dress(self.client.settings)
        self.shown = Stage(self.client, self.phone, self.sounds, SCREENS)
        return self.shown

    def page(self, name: str, **about: object) -> Stage:
        stage = self.stage()
        stage.go(name, **about)
        return stage

    def lobby(self) -> "Visit":
        self.client.show("")
        return self

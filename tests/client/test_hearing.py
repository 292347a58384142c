"""What is heard at a table: whole rounds of every game, told step by step to a fake player."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from client_core.client import Cues, Ear
from client_core.folds.doudizhu_voice import LOUD, SAID
from mobile_client.ui.hearing import BUZZ, HURRY_S, MOST_DEALS, Hearing
from mobile_client.ui.sound import MUSIC, SOUNDS, VOICES, Sounds
from protocol import messages
from protocol.cards import parse
from protocol.events import Acted, Dealt, Event, Laid, Moved, RoundBegan, RoundEnded, told
from protocol.games.doudizhu import (
    KINDS,
    Doubled,
    Landlord,
    NoGame,
    Pattern,
    Played,
    Reckoned,
    Redealt,
)
from protocol.games.roulette import Closed, Spun
from protocol.messages import Line, Room, Sitter
from protocol.words import BOARD, Hidden, Option, Seat
from tests.client.device import NUMBERS, Device
from tests.client.rounds import EVERY, all_of
from tests.playing import PlayedRound

ANN, BO, ME = Seat(0), Seat(1), Seat(2)
NAMES = {ANN: "Ann", BO: "Bo", ME: "Me"}
STAKE = 1_000


class Ears(Sounds):
    """Remembers everything it was asked to play, by its kind."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.tunes: list[str | None] = []
        super().__init__(lambda path: None)

    def play(self, name: str) -> None:
        super().play(name)
        if self.audible:
            self.said.append(name)

    def speak(self, name: str) -> float:
        lasts = super().speak(name)
        if lasts:
            self.said.append(f"{self.language}/{name}")
        return lasts

    def music(self, name: str | None) -> None:
        if name != self.playing:
            self.tunes.append(name)
        super().music(name)

    def new(self) -> list[str]:
        """What was heard since this was asked last."""
        said, self.said = self.said, []
        return said


@dataclass
class Listener:
    """A device at a table of a game, and who listens there."""

    game: str = "doudizhu"
    language: str = "en"
    seats: Mapping[Seat, str] = field(default_factory=lambda: NAMES)
    animation: str = "off"
    ready: bool = False
    me: Seat | None = ME

    def __post_init__(self) -> None:
        self.device = Device(self.language)
        self.device.come_in()
        self.client = self.device.client
        self.client.set(animation=self.animation)
        self.ears, self.later = Ears(), list[tuple[float, Callable[[], None]]]()
        self.buzzed: list[float] = []
        self.hearing = Hearing(self.client, self.ears, self, self._after)
        room = Room("t", self.game, "standard", "play", STAKE, 4_000, 20_000, 7, ready=self.ready)
        number = self.client.lobby.join("t")
        self.device.house(messages.Joined(number, room))
        self.sit()
        self.seq = 0

    def sit(self, chips: int = 20_000) -> None:
        seats = {seat: Sitter(name, chips) for seat, name in self.seats.items()}
        self.device.house(messages.Seats("t", seats, self.me, 1))

    def _after(self, seconds: float, call: Callable[[], None]) -> None:
        self.later.append((self.device.time + seconds, call))

    def passes(self, seconds: float) -> None:
        """Time goes by on a line that lives."""
        while seconds > 4:
            self._passes(4)
            seconds -= 4
            if self.client.connection.view.state == "in":
                self.device.house(messages.Pong(0))
        self._passes(seconds)

    def _passes(self, seconds: float) -> None:
        end = self.device.time + seconds
        while due := [one for one in self.later if one[0] <= end]:
            one = min(due, key=lambda one: one[0])
            self.later.remove(one)
            self.device.passes(max(0.0, one[0] - self.device.time))
            one[1]()
        self.device.passes(end - self.device.time)

    # The device that is felt.
    def vibrate(self, seconds: float) -> None:
        self.buzzed.append(seconds)

    shares = False

    def share(self, text: str) -> None: ...

    def keep_awake(self, on: bool) -> None:
        """It does not sleep."""

    def insets(self) -> tuple[float, float, float, float]:
        return 0, 0, 0, 0

    def authority(self) -> Path | None:
        return None

    def draw_beneath_bars(self, moved: Callable[[], None]) -> None:
        """It has none."""

    def keyboard(self) -> float:
        return 0

    def to_background(self) -> None:
        """It stays."""

    def tell(self, *events: Event) -> list[str]:
        """Told together; what is heard until all is quiet, with the chips and cards left out."""
        after, self.seq = self.seq, self.seq + len(events)
        self.device.tell(*(told(one, self.me) for one in events), after=after)
        self.passes(10)
        return self.ears.new()

    def begin(self) -> list[str]:
        options = {"stake": STAKE, "unit": 100}
        stacks = dict.fromkeys(self.seats, 20_000)
        return self.tell(RoundBegan(self.game, "standard", 1, self.seats, stacks, options))


def voices(heard: list[str]) -> list[str]:
    return [one.split("/")[1] for one in heard if "/" in one]


def plays(seat: Seat, category: str, low: int = 0, left: int = 9) -> tuple[Event, ...]:
    kind = KINDS[category]
    cards = parse("3d 3h 3c 3s")
    return (
        Acted(seat, "play"),
        Laid(seat, BOARD, cards),
        Played(seat, category, kind.shortest, low, left, str(Pattern(category, 1, low))),
    )


# -- whole rounds ------------------------------------------------------------------------------


def whole(one: PlayedRound, viewer: Seat | None, animated: bool) -> tuple[Listener, list[str]]:
    """A round told a step at a time, and all that was heard of it."""
    names = {seat: f"Seat {seat}" for seat in one.stacks}
    if viewer is not None:
        names[viewer] = "Me"
    listener = Listener(one.game.name, seats=names, me=viewer)
    shown = {name: getattr(one.options, name) for name in one.options.__dataclass_fields__}
    began = RoundBegan(one.game.name, "standard", 1, names, dict(one.stacks), shown)
    heard: list[str] = []
    for events in ((began,), *(step.events for step in one.steps), (RoundEnded(),)):
        if events:
            heard += listener.tell(*events)
        if animated:
            listener.client.tables.motions("t")
    return listener, heard


@pytest.mark.req("D-S2.7", "D-S2.1")
@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_of_a_whole_round_everything_is_heard_once(game: str, preset: str) -> None:
    """Whether a screen takes the motions away meanwhile, or a page lies over the table."""
    rounds = all_of(game, preset)
    for nth, one in enumerate(rounds if game == "doudizhu" else rounds[:6]):
        for viewer in (list(one.stacks)[-1], None) if nth % 3 == 0 else list(one.stacks)[-1:]:
            listener, heard = whole(one, viewer, nth % 2 == 0)
            count = Counter(heard)
            view = listener.client.tables.view("t")
            assert view is not None
            mine = view.at(viewer) if viewer is not None else None
            won = mine is not None and (mine.results or 0) > 0
            lost = mine is not None and (mine.results or 0) < 0
            stayed = mine is not None and not mine.folded and not mine.gone
            if won:
                assert count["win"] == 1
            if lost and stayed:
                assert count["win"] + count["lose"] == 1
            assert count["win"] + count["lose"] <= 1
            if viewer is None:
                assert not count["win"] + count["lose"] + count["en/win"] + count["en/lose"]
            moved = [step for step in one.steps if any(isinstance(e, Moved) for e in step.events)]
            assert count["chip"] <= len(one.steps)
            assert bool(moved) <= bool(count["chip"] + count["win"])
            if game == "doudizhu":
                spoken(one, viewer, count)
            else:
                assert not voices(heard), "Only Dou Dizhu is spoken."


def spoken(one: PlayedRound, viewer: Seat | None, count: Counter[str]) -> None:
    """Every play, pass, bid and warning of the round was said, and as often as it happened."""
    lord, wanted = False, Counter[str]()
    led, passes = "", 0
    for event in one.events:
        match event:
            case Redealt():
                lord = False
                wanted["redeal"] += 1
            case Landlord(seat=seat):
                lord, led, passes = True, "", 0
                wanted["my_landlord" if seat == viewer else "landlord"] += 1
            case Acted(verb=verb) if verb in SAID:
                wanted[verb] += 1
            case Acted(verb="pass"):
                wanted["pass" if lord else "no_call"] += 1
                led, passes = "" if passes else led, 1 - passes
            case Acted(verb="bid", amount=amount):
                wanted[f"bid_{amount // one.options.stake}"] += 1
            case Played(category=category, low=low, left=left):
                same = category in ("solo", "pair", "trio")
                bombs = category.endswith("bomb")
                again = "beat" if category == led and not bombs else category
                wanted[f"{category}_{low}" if same else again] += 1
                led, passes = category, 0
                wanted["one_left"] += left == 1
                wanted["two_left"] += left == 2
            case Doubled(why="spring" | "anti-spring" as why):
                wanted[why] += 1
            case Reckoned(winners=winners) if viewer is not None:
                wanted["win" if viewer in winners else "lose"] += 1
    heard = Counter({key.split("/")[1]: n for key, n in count.items() if "/" in key})
    assert heard == +wanted
    loud = sum(
        isinstance(event, Played) and event.category.endswith("bomb") for event in one.events
    )
    assert count["bomb"] == loud


# -- one thing after another -------------------------------------------------------------------


@pytest.mark.req("D-N")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_category_is_said_in_the_players_language(language: str) -> None:
    one = Listener(language=language)
    one.begin()
    one.tell(Landlord(ANN, STAKE))
    for category in KINDS:
        heard = one.tell(*plays(ANN, category))
        name = f"{category}_0" if category in ("solo", "pair", "trio") else category
        assert [said for said in heard if "/" in said] == [f"{language}/{name}"]
        loud = "bomb" if category.endswith("_bomb") else category
        assert [said for said in heard if said in BUZZ] == [loud] * (loud in BUZZ)
    assert one.buzzed == [BUZZ[one] for one in ("bomb", "rocket", "bomb", "bomb")]
    one.client.set(language="zh" if language == "en" else "en")
    assert one.tell(*plays(BO, "bomb"))[-1] != f"{language}/bomb"


@pytest.mark.req("D-N")
def test_bids_the_landlord_passes_and_the_last_two_cards_are_said() -> None:
    one = Listener()
    one.begin()
    assert voices(one.tell(Acted(ANN, "pass"))) == ["no_call"]
    assert voices(one.tell(Acted(BO, "bid", STAKE))) == ["bid_1"]
    assert voices(one.tell(Acted(ME, "bid", 3 * STAKE), Landlord(ME, 3 * STAKE))) == [
        "bid_3",
        "my_landlord",
    ]
    assert voices(one.tell(*plays(ME, "solo", 9))) == ["solo_9"]
    assert voices(one.tell(Acted(ANN, "pass"))) == ["pass"]
    assert voices(one.tell(*plays(BO, "pair", 12, left=2))) == ["pair_12", "two_left"]
    assert voices(one.tell(*plays(ME, "chain", 2, left=1))) == ["chain", "one_left"]


@pytest.mark.req("D-N")
def test_a_play_that_beats_one_of_its_kind_is_not_named_again() -> None:
    one = Listener()
    one.begin()
    one.tell(Landlord(ANN, STAKE))
    assert voices(one.tell(*plays(ANN, "chain", 0))) == ["chain"]
    assert voices(one.tell(*plays(BO, "chain", 1))) == ["beat"]
    assert voices(one.tell(*plays(ME, "bomb", 1))) == ["bomb"]
    assert voices(one.tell(*plays(ANN, "bomb", 2))) == ["bomb"], "A bomb is always called."
    one.tell(Acted(BO, "pass"))
    one.tell(Acted(ME, "pass"))
    assert voices(one.tell(*plays(ANN, "chain", 0))) == ["chain"]
    one.tell(Acted(BO, "pass"))
    assert voices(one.tell(*plays(ME, "chain", 1))) == ["beat"]
    one.tell(Acted(ANN, "pass"))
    assert voices(one.tell(*plays(BO, "chain", 2))) == ["beat"]
    one.tell(Acted(ME, "pass"))
    one.tell(Acted(ANN, "pass"))
    assert voices(one.tell(*plays(BO, "chain", 3))) == ["chain"], "A new trick."
    assert voices(one.tell(*plays(BO, "pair", 2))) == ["pair_2"]
    assert voices(one.tell(*plays(ME, "pair", 3))) == ["pair_3"], "Ranks are always told."


@pytest.mark.req("D-N")
def test_who_comes_to_a_table_knows_what_has_to_be_beaten() -> None:
    one = Listener()
    one.begin()
    one.tell(Landlord(ANN, STAKE), *plays(ANN, "chain", 0))
    one.hearing.close()
    one.hearing = Hearing(one.client, one.ears, one, one._after)
    assert voices(one.tell(*plays(BO, "chain", 1))) == ["beat"]


@pytest.mark.req("D-N")
@pytest.mark.parametrize("verb", sorted(SAID))
def test_calling_robbing_doubling_and_open_cards_are_said(verb: str) -> None:
    one = Listener()
    one.begin()
    assert voices(one.tell(Acted(ANN, verb))) == [verb]


def test_when_all_pass_the_new_deal_is_said_and_the_bidding_begins_anew() -> None:
    one = Listener()
    one.begin()
    one.tell(Landlord(ANN, STAKE))
    assert voices(one.tell(Redealt())) == ["redeal"]
    assert voices(one.tell(Acted(ANN, "pass"))) == ["no_call"]


def test_voices_wait_for_each_other_and_what_is_stale_is_not_said() -> None:
    one = Listener()
    one.begin()
    one.tell(Landlord(ANN, STAKE))
    one.seq += 15
    cards = [event for low in range(5) for event in plays(ANN, "trio", low)]
    one.device.tell(*cards, after=one.seq - 15)
    assert voices(one.ears.new()) == ["trio_2"], "The older of five have made room."
    one.passes(VOICES["en"]["woman"]["trio_2"][0].ms / 1000 - 0.01)
    assert not one.ears.new()
    one.passes(0.02)
    assert voices(one.ears.new()) == ["trio_3"]
    one.passes(5)
    assert voices(one.ears.new()) == ["trio_4"]
    assert voices(one.tell(Acted(BO, "pass"))) == ["pass"]


def test_who_speaks_is_not_interrupted() -> None:
    one = Listener()
    one.begin()
    one.tell(Landlord(ANN, STAKE))
    one.device.tell(*plays(ANN, "airplane"), after=one.seq)
    one.device.tell(Acted(BO, "pass"), after=one.seq + 3)
    assert voices(one.ears.new()) == ["airplane"]
    one.passes(5)
    assert voices(one.ears.new()) == ["pass"]


def test_who_listens_takes_nothing_away_from_who_looks() -> None:
    one = Listener()
    one.begin()
    assert "deal" in one.tell(Dealt(ME, parse("3d 4d 5d")))
    assert [motion.kind for motion in one.client.tables.motions("t")] == ["began", "deal"]


@pytest.mark.req("D-S2.7")
def test_there_is_music_for_the_room_the_deal_the_game_and_the_win() -> None:
    one = Listener(ready=True)
    assert one.ears.tunes == ["room"]
    one.begin()
    assert one.ears.playing == "deal"
    one.tell(Dealt(ME, parse("3d 4d 5d")))
    assert one.ears.playing == "deal"
    one.tell(Landlord(ME, STAKE))
    assert one.ears.playing == "play"
    pay = Moved(ANN, ME, STAKE, "game"), Moved(BO, ME, STAKE, "game")
    one.tell(*plays(ME, "solo", left=0), *pay, RoundEnded())
    assert one.ears.playing == "win"
    one.client.show("")
    assert one.ears.playing == "room"
    one.client.show("t")
    assert one.ears.tunes == ["room", "deal", "play", "win", "room", "win"]


def test_who_loses_hears_the_room_again() -> None:
    one = Listener()
    one.begin()
    one.tell(Landlord(ANN, STAKE))
    heard = one.tell(Moved(ME, ANN, STAKE, "game"), RoundEnded())
    assert one.ears.playing == "room"
    assert "lose" in heard
    assert "win" not in heard
    one.seq = 0
    one.device.tell(RoundBegan("doudizhu", "standard", 2, NAMES, {}, {}), number=2)
    one.device.tell(NoGame(), RoundEnded(), number=2, after=1)
    assert one.ears.playing == "room"


@pytest.mark.req("C-5.29")
@pytest.mark.parametrize("game", ["holdem", "doudizhu", "blackjack", "roulette", "sabacc"])
def test_sabacc_has_music_of_its_own_and_no_other_game_has_it(game: str) -> None:
    one = Listener(game)
    one.begin()
    assert ("sabacc" in one.ears.tunes) == (game == "sabacc")
    one.client.show("")
    assert one.ears.playing == "room"


@pytest.mark.req("C-4.20")
def test_the_wheel_is_heard_for_as_long_as_it_spins() -> None:
    one = Listener("roulette")
    one.begin()
    assert not one.ears.holds("spin")
    assert "spin" in one.tell(Closed())
    assert one.ears.holds("spin")
    one.passes(5)
    assert one.ears.holds("spin")
    one.tell(Spun(17, "black"))
    assert one.ears.holds("spin"), "the ball has still to drop into its slot"
    one.tell(RoundEnded())
    assert not one.ears.holds("spin")


def test_sounds_that_are_switched_off_take_the_wheel_with_them() -> None:
    one = Listener("roulette")
    one.begin()
    one.tell(Closed())
    one.ears.set_sound(False, 1.0)
    assert not one.ears.holds("spin")


# -- my turn, my seat, the talk ----------------------------------------------------------------


def test_my_turn_is_heard_once_and_its_end_is_knocked_for() -> None:
    one = Listener()
    one.begin()
    one.device.asked(5, Option("pass"))
    assert one.ears.new() == ["turn"]
    one.device.asked(5, Option("pass"))
    assert one.ears.new() == []
    one.passes(15 - HURRY_S - 0.1)
    assert one.ears.new() == []
    one.passes(0.2)
    assert one.ears.new() == ["hurry"]
    assert one.buzzed == [BUZZ["hurry"]]
    one.passes(60)
    assert one.ears.new() == []


def test_who_has_acted_is_not_hurried_and_more_time_moves_the_knock() -> None:
    one = Listener()
    one.begin()
    one.device.asked(5, Option("pass"))
    acts = one.client.turn.acts("t")
    one.client.turn.tap("t", acts.buttons[0])
    one.passes(30)
    assert one.ears.new() == ["turn"]
    one.device.asked(6, Option("pass"))
    one.passes(5)
    one.device.asked(6, Option("pass"), ms=30_000)
    one.passes(20)
    assert one.ears.new() == ["turn"]
    one.passes(6)
    assert one.ears.new() == ["hurry"]


def test_a_seat_for_me_and_what_others_say_is_heard_and_my_own_words_are_not() -> None:
    one = Listener("holdem", me=None, seats={ANN: "Ann", BO: "Bo"})
    one.device.house(messages.Offer("t", Seat(2), "key", 30_000, 4_000, 20_000))
    assert one.ears.new() == ["turn"]
    one.device.house(messages.Chat("t", (Line(1, "Ann", 1, "hello", who=NUMBERS["Ann"]),)))
    assert one.ears.new() == ["message"]
    one.device.house(messages.Chat("t", (Line(2, "Me", 1, "hello", who=NUMBERS["Me"]),)))
    one.client.chat.mute(NUMBERS["Bo"], "Bo")
    one.device.house(messages.Chat("t", (Line(3, "Bo", 1, "boo", who=NUMBERS["Bo"]),)))
    assert one.ears.new() == []


def test_cards_are_heard_one_by_one_where_they_are_seen_one_by_one() -> None:
    deal = [Dealt(ANN, Hidden(17)), Dealt(BO, Hidden(17)), Dealt(ME, parse("3d 4d 5d"))]
    quick, slow = Listener(), Listener(animation="normal")
    for one, times in ((quick, 1), (slow, MOST_DEALS)):
        one.begin()
        assert one.tell(*deal) == ["deal"] * times


# -- when nothing is to be heard ---------------------------------------------------------------


def test_what_is_told_again_after_the_line_was_lost_is_not_heard() -> None:
    one = Listener()
    one.begin()
    one.tell(Landlord(ANN, STAKE))
    one.device.lose()
    one.passes(30)
    one.device.resumed("t")
    one.sit()
    one.ears.new()
    assert one.tell(*plays(ANN, "bomb")) == []
    assert one.ears.playing == "play", "The music goes on."
    one.device.house(messages.Ok(one.device.last(messages.Resync).id))
    one.passes(1)
    assert one.ears.new() == []
    assert voices(one.tell(*plays(BO, "rocket"))) == ["rocket"]


def test_an_ear_remembers_what_it_must_not_hear_while_all_is_told_again() -> None:
    one = Listener()
    one.begin()
    one.tell(Landlord(ANN, STAKE))
    one.client.tables.motions("t")
    one.tell(*plays(ANN, "bomb"))
    view, motions = one.client.tables.view("t"), one.client.tables.moving("t")
    assert view is not None
    ear, heard = Ear().moved(motions, replace(view, syncing=True))
    assert heard == Cues()
    assert ear.moved(motions, view) == (ear, Cues())
    assert Ear().moved(motions, view)[1].voices == ("bomb",)


def test_of_a_table_that_is_not_looked_at_nothing_is_heard() -> None:
    one = Listener()
    one.begin()
    one.tell(Landlord(ANN, STAKE))
    one.client.show("")
    assert one.tell(*plays(ANN, "bomb")) == []
    one.client.show("t")
    one.passes(5)
    assert one.ears.new() == [], "What happened meanwhile is not heard afterwards."
    assert voices(one.tell(Acted(BO, "pass"))) == ["pass"], "There is a landlord: it is no bid."


@pytest.mark.req("D-S2.8")
def test_sounds_voices_and_music_have_switches_of_their_own() -> None:
    one = Listener()
    one.begin()
    one.tell(Landlord(ANN, STAKE))
    one.ears.set_sound(False, 1.0)
    assert one.tell(*plays(ANN, "bomb")) == ["en/bomb"]
    one.ears.set_voices(False, 1.0)
    assert one.tell(*plays(ANN, "bomb")) == []
    one.ears.set_sound(True, 1.0)
    assert not voices(one.tell(*plays(ANN, "bomb")))
    one.ears.set_voices(True, 1.0)
    assert one.ears.music_sounds
    one.ears.set_music(False, 1.0)
    assert "en/bomb" in one.tell(*plays(ANN, "bomb"))
    assert not one.ears.music_sounds


def test_one_that_is_closed_hears_nothing() -> None:
    one = Listener()
    one.begin()
    one.device.asked(5, Option("pass"))
    one.hearing.close()
    one.ears.new()
    assert one.tell(Landlord(ANN, STAKE)) == []


def test_all_that_can_be_heard_is_there() -> None:
    from client_core import cues, folds, verbs

    assert {
        *cues.KINDS.values(),
        *(one.sound for one in verbs.every_verb().values() if one.sound),
        *LOUD.values(),
        "win",
        "lose",
    } <= SOUNDS
    assert {"turn", "hurry", "message", "spin"} <= SOUNDS
    assert {
        "room",
        "deal",
        "play",
        "win",
        *(one.music for one in folds.GAMES.values() if one.music),
    } <= MUSIC

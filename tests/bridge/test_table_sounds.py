"""What is heard at a table of the page: sounds, voices, music, a wheel that turns, little time."""

from pathlib import Path
from typing import Any, Final

from protocol import messages
from protocol.games.roulette import Spun
from protocol.words import Seat
from tests.bridge.seated import Seated
from tests.bridge.tab import Tab
from tests.client.rounds import played

VOICES: Final = Path(__file__).parents[2] / "mobile_client" / "assets" / "voices"
TURN_MS: Final = 10_000


def heard_of(one: Seated, **settings: Any) -> list[str]:
    """All that is heard of the round."""
    one.client.set(**settings)
    heard: dict[int, str] = {}
    for asks in one.lines():
        heard |= {cue["number"]: cue["text"] for cue in one.at("cues")}
        one.ask(asks)
    return list((heard | {cue["number"]: cue["text"] for cue in one.at("cues")}).values())


def in_a_game(language: str = "en") -> Seated:
    one = Seated(language)
    one.play(played("doudizhu", "house", 4), "house", Seat(0))
    return one


def test_plays_are_said_by_the_voice_that_was_chosen_in_the_player_s_language() -> None:
    said = [cue.partition(":")[2] for cue in heard_of(in_a_game("zh"), speaker="man")
            if cue.startswith("voice:")]  # fmt: skip
    assert said
    for line in said:
        language, speaker, name = line.split("/")
        assert (language, speaker) == ("zh", "man")
        assert (VOICES / language / speaker / f"{name}.0.ogg").exists()


def test_voices_have_a_switch_of_their_own() -> None:
    heard = heard_of(in_a_game(), voices=False)
    assert [cue for cue in heard if cue.startswith("sound:")]
    assert [cue for cue in heard if cue.startswith("voice:")] == []


def test_the_cards_of_a_deal_are_heard_one_by_one_where_they_move() -> None:
    assert [cue for cue in heard_of(in_a_game()) if cue.startswith("deals:")]
    assert [cue for cue in heard_of(in_a_game(), animation="off") if cue.startswith("deals:")] == []


def test_a_table_has_its_music_and_its_wheel_is_heard_while_it_turns() -> None:
    tab = Tab()
    tab.come_in()
    assert tab.at("hum") == {"music": "room", "held": ""}
    rounds = (played("roulette", "standard", seed) for seed in range(8))
    spun = next(one for one in rounds if any(isinstance(event, Spun) for event in one.events))
    one = Seated()
    one.play(spun, "standard", None)
    hums = []
    for asks in one.lines():
        hums.append(one.at("hum"))
        one.ask(asks)
    assert {hum["music"] for hum in hums} == {"roulette"}
    assert {hum["held"] for hum in hums} == {"", "spin.mp3"}
    assert one.at("hum")["held"] == ""


def test_what_others_say_is_said_once_to_who_listens() -> None:
    one = in_a_game()
    mine = messages.Line(2, "Me", 1, "thanks", who=one.client.account.me.number)
    for _ in range(2):
        one.house(messages.Chat("t", (messages.Line(1, "Ada", 1, "well played", who=7), mine)))
        one.passes(1)
    said = [line["text"] for line in one.at("told") if "says" in line["text"]]
    assert said == ["Ada says: well played."]


def test_a_tab_that_gave_its_session_away_is_silent() -> None:
    tab = Tab()
    tab.come_in()
    tab.bridge.taken()
    assert tab.at("hum") == {"music": "", "held": ""}


def test_a_player_is_told_once_that_little_of_the_turn_is_left() -> None:
    one = Seated()
    one.play(played("holdem", "standard", 4), "standard", Seat(0))
    for asks in one.lines():
        mine = next((ask for ask in asks if ask.who == one.seat), None)
        if mine is not None:
            one.house(messages.Asked("t", 99, mine, TURN_MS, TURN_MS))
            break
        one.tell()
    one.passes(5)
    assert "sound:hurry.mp3" not in [cue["text"] for cue in one.at("cues")]
    one.passes(4)
    told = [cue["text"] for cue in one.at("cues")]
    assert told.count("sound:hurry.mp3") == 1
    assert "vibrate:120" in told

"""The screen of a table as the page is told it, over recorded rounds of every game."""

import re
from dataclasses import fields, replace
from functools import cache
from itertools import cycle

import pytest

from client_core.text import Words
from protocol import messages
from protocol.cards import LABELS
from protocol.events import Moved, RoundBegan, told
from protocol.messages import Sitter
from protocol.words import POT, Ask, Cards, Seat
from tests.bridge.seated import Seated, all_taps, cards_of, named
from tests.bridge.tab import Tab
from tests.client.device import ROOM
from tests.client.rounds import EVERY, played, viewers
from tests.playing import PlayedRound
from web_client.bridge.taps import TAPS

GAMES = [one for one in EVERY if one[0] != "toy"]
SEED = 4
KEY = re.compile(r"^[a-z_]+(\.[a-z_0-9]+)+$")
"""A text that is missing is shown as its key."""


def a_round(game: str, preset: str) -> PlayedRound:
    """One of the first rounds: of roulette, where some have hundreds of bets, the shortest."""
    if game != "roulette":
        return played(game, preset, SEED)
    return min((played(game, preset, seed) for seed in range(SEED)), key=lambda one: len(one.steps))


def seated(game: str, preset: str, seat: Seat | None, language: str = "en") -> Seated:
    one = Seated(language)
    one.play(a_round(game, preset), preset, seat)
    return one


def last_seat(one: PlayedRound) -> Seat:
    return max(one.stacks)


def faces_told(one: Seated, line: int) -> set[str]:
    """The drawings of all cards that the house has told this viewer by then."""
    found: set[str] = set()
    for step in one.one.steps[: line + 1]:
        for event in step.events:
            seen = told(event, one.seat)
            for name in (each.name for each in fields(seen)):  # type: ignore[arg-type]  # a dataclass
                value = getattr(seen, name)
                if isinstance(value, tuple):
                    found |= {LABELS[card] for card in value if card in LABELS}
    return found


@pytest.mark.parametrize(("game", "preset"), GAMES)
def test_whatever_is_told_is_shown_in_both_languages_and_nothing_hidden(
    game: str, preset: str
) -> None:
    played_round = a_round(game, preset)
    for seat, language in zip(viewers(played_round)[-2:], cycle(("zh", "en")), strict=False):
        one = seated(game, preset, seat, language)
        for line, asks in enumerate(one.lines()):
            one.ask(asks)
            view = one.table
            assert cards_of(view) <= faces_told(one, line)
            texts = [*named(view)]
            assert [text for text in texts if KEY.match(text)] == []
            assert [text for text in texts if "…" in text] == []
            assert {tap[0] for tap in all_taps(view)} <= {*TAPS}
            labels = [seat["label"] for seat in view["seats"]]
            assert all(labels)


@pytest.mark.parametrize(("game", "preset"), GAMES)
def test_every_choice_of_the_bar_is_an_act_that_the_house_takes(game: str, preset: str) -> None:
    played_round = a_round(game, preset)
    one = seated(game, preset, last_seat(played_round))
    answers = 0
    for nth, asks in enumerate(one.lines()):
        mine = one.ask(asks)
        choices = one.table["bar"]["choices"]
        if mine is None or not choices:
            continue
        name_cards(one, mine)
        choice = one.table["bar"]["choices"][nth % len(choices)]
        one.choose(choice)
        sent = one.all(messages.Answer)
        if len(sent) > answers:
            assert mine.refusal(sent[-1].act()) is None
        answers = len(sent)


def name_cards(one: Seated, ask: Ask) -> None:
    """Choose cards of my hand as a finger does, where an act wants some."""
    button = next((one for one in one.client.turn.acts("t").buttons if one.cards[0]), None)
    found: tuple[Cards, ...] = one.client.turn.choices("t", button) if button is not None else ()
    if not found:
        return
    hand = one.table["hand"][0]["cards"]
    wanted = [LABELS[card] for card in found[0]]
    for place, card in enumerate(hand):
        if card["name"] in wanted:
            wanted.remove(card["name"])
            one.press(hand[place]["tap"])


def test_a_turn_is_said_aloud_with_what_can_be_done() -> None:
    played_round = played("holdem", "standard", SEED)
    one = seated("holdem", "standard", last_seat(played_round))
    for asks in one.lines():
        if one.ask(asks) is not None:
            break
    bar = one.table["bar"]
    said = " ".join(told["text"] for told in one.at("told"))
    assert bar["turn"]
    assert bar["asked"] in said
    assert Words("en").say("table.your_turn") in said
    assert all(choice["text"] in said for choice in bar["choices"])


def said_aloud(one: Seated) -> str:
    return " ".join(told["text"] for told in one.at("told"))


def until_asked(seat: Seat | None) -> Seated:
    """The first round at the table, up to the first question to its last seat."""
    one = seated("holdem", "standard", seat)
    for asks in one.lines():
        one.ask(asks)
        if last_seat(one.one) in {ask.who for ask in asks}:
            break
    return one


def test_the_first_round_is_said_from_its_beginning_to_who_plays_it_and_not_to_who_watches() -> (
    None
):
    me = last_seat(a_round("holdem", "standard"))
    assert said_aloud(until_asked(me)).startswith("Round 1 of Hold'em")
    assert "Round 1" not in said_aloud(until_asked(None))


def test_what_was_said_of_a_tap_is_no_part_of_the_question() -> None:
    one = until_asked(last_seat(a_round("holdem", "standard")))
    tap = one.table["bar"]["choices"][0]["tap"]
    one.press([*tap[:-1], tap[-1] - 1])
    changed = Words("en").say("tap.changed")
    assert one.table["bar"]["status"] == changed
    assert changed in said_aloud(one)
    assert changed not in one.table["bar"]["asked"]
    assert Words("en").say("table.your_turn") in one.table["bar"]["asked"]


def test_keys_press_what_their_tooltips_say() -> None:
    played_round = played("holdem", "standard", SEED)
    one = seated("holdem", "standard", last_seat(played_round))
    for asks in one.lines():
        if one.ask(asks) is not None:
            break
    keys = {key["key"]: key["tap"] for key in one.table["keys"]}
    fold = next(choice for choice in one.table["bar"]["choices"] if choice["key"] == "act.fold")
    assert fold["hint"] == "Key: F"
    assert keys["f"] == fold["tap"]
    one.press(keys["f"])
    if one.at("dialog"):
        one.press(one.at("dialog")["answers"][1]["tap"])
    assert one.last(messages.Answer).act().verb == "fold"


def test_the_sheet_of_keys_lies_over_the_table_and_lists_what_is_pressed() -> None:
    one = raising()
    one.press(["go", "keys"])
    assert one.table is not None
    (group,) = one.at("sheet")["columns"][0]
    rows = {row["title"]: row["value"] for row in group["blocks"]}
    assert rows["Fold"] == "F"
    assert rows["Amount"] == "0–9  ↑  ↓"
    assert rows["Chat"] == "/"
    assert rows["Back"] == "Esc"
    one.press(one.at("sheet")["back"])
    assert one.at("sheet") is None


def test_what_moves_is_passed_over_by_a_key() -> None:
    played_round = played("holdem", "standard", SEED)
    one = seated("holdem", "standard", last_seat(played_round))
    for _ in one.lines():
        if one.client.pace.unseen("t"):
            break
    keys = {key["key"]: key["tap"] for key in one.table["keys"]}
    assert keys[" "] == keys["enter"] == one.table["skip"]
    one.press(keys[" "])
    assert not one.client.pace.unseen("t")
    assert " " not in [key["key"] for key in one.table["keys"]]


def test_an_amount_is_slid_typed_and_stepped_within_what_is_offered() -> None:
    one = raising()
    amount = one.table["bar"]["amount"]
    one.press(amount["slide"], amount["high"] + 5_000)
    assert one.table["bar"]["amount"]["value"] == amount["high"]
    one.press(amount["slide"], amount["low"])
    one.press(amount["more"])
    assert one.table["bar"]["amount"]["value"] == amount["low"] + amount["step"]
    one.press(amount["type"], "nonsense")
    assert one.table["bar"]["amount"]["wrong"] == Words("en").say("refusal.typed")
    one.press(amount["type"], str(amount["high"] // 100))
    assert one.table["bar"]["amount"]["wrong"] == ""
    assert one.table["bar"]["amount"]["value"] == amount["high"] // 100 * 100


@cache
def raiser() -> tuple[int, Seat]:
    """The first hand in which somebody may choose an amount, and who."""
    for seed in range(12):
        for seat in played("holdem", "standard", seed).stacks:
            if comes_to_raise(seed, seat) is not None:
                return seed, seat
    raise LookupError("Nobody raises.")


def comes_to_raise(seed: int, seat: Seat) -> Seated | None:
    one = Seated()
    one.play(played("holdem", "standard", seed), "standard", seat)
    for asks in one.lines():
        one.ask(asks)
        if one.table["bar"]["amount"]:
            return one
    return None


def raising() -> Seated:
    """In a turn in which an amount may be chosen."""
    found = comes_to_raise(*raiser())
    assert found is not None
    return found


def test_a_tap_on_a_question_that_is_over_does_nothing() -> None:
    one = raising()
    stale = one.table["bar"]["choices"][0]["tap"]
    before = len(one.all(messages.Answer))
    one.press([*stale[:-1], stale[-1] - 1])
    assert len(one.all(messages.Answer)) == before
    assert one.table["bar"]["status"] == Words("en").say("tap.changed")


def test_leaving_in_the_middle_of_a_hand_is_asked_about() -> None:
    one = raising()
    one.press(["table.do", "t", "leave"])
    answers = one.at("dialog")["answers"]
    assert one.all(messages.Leave) == []
    one.press(answers[-1]["tap"])
    assert one.last(messages.Leave).when == "now"


def test_the_menu_opens_and_closes_with_its_keys() -> None:
    one = raising()
    one.press(one.table["top"]["menu"])
    assert any(item["name"] == "leave" for item in one.table["menu"]["items"])
    keys = {key["key"]: key["tap"] for key in one.table["keys"]}
    one.press(keys["escape"])
    assert one.table["menu"] is None


def test_the_clock_of_a_turn_does_not_change_the_view_as_it_runs() -> None:
    one = raising()
    posted = len(one.posted)
    one.passes(1.5)
    assert len(one.posted) == posted


def test_chips_and_cards_that_move_are_told_once_with_their_way() -> None:
    played_round = played("holdem", "standard", SEED)
    one = seated("holdem", "standard", last_seat(played_round))
    seen: list[int] = []
    for asks in one.lines():
        seen += [
            flight["number"] for flight in one.table["flights"] if flight["number"] not in seen
        ]
        one.ask(asks)
    assert seen == sorted(seen)
    assert len(seen) > 2 * len(played_round.stacks)


def test_what_moves_and_my_turn_are_heard() -> None:
    played_round = played("holdem", "standard", SEED)
    one = seated("holdem", "standard", last_seat(played_round))
    heard: list[str] = []
    for asks in one.lines():
        one.ask(asks)
        heard += [cue["text"] for cue in one.at("cues")]
    assert {"sound:turn.mp3", "sound:chip.mp3", "vibrate:60"} <= {*heard}
    quiet = seated("holdem", "standard", last_seat(played_round))
    quiet.client.set(sound=False, vibration=False)
    for asks in quiet.lines():
        quiet.ask(asks)
    assert quiet.at("cues") == []


MOVED_S = 1.5
"""All cards of a deal lie by then; the core would wait for a page that says nothing for longer."""


def test_nobody_is_asked_before_the_cards_lie_and_no_later() -> None:
    played_round = played("holdem", "standard", SEED)
    one = seated("holdem", "standard", last_seat(played_round))
    for asks in one.lines():
        mine = next((ask for ask in asks if ask.who == one.seat), None)
        if mine is not None:
            one.house(messages.Asked("t", 99, mine, 60_000, 60_000))
            assert one.table["bar"]["turn"] == 0
            one.passes(MOVED_S)
            assert one.table["bar"]["turn"] == 99
            return
        one.tell()
    raise LookupError("Nobody is asked.")


def test_odds_of_open_hands_in_an_all_in_are_counted_by_and_by() -> None:
    seen: set[str] = set()
    for seed in range(40):
        played_round = played("holdem", "standard", seed)
        one = Seated()
        one.play(played_round, "standard", None)
        for asks in one.lines():
            race = one.client.tables.race("t") is not None
            one.ask(asks)
            if race and one.client.tables.race("t") is not None:
                seen |= {seat["word"]["text"] for seat in one.table["seats"]}
        if any(text.endswith("%") for text in seen):
            return
    raise LookupError("No odds are told.")


def odds_at(one: Seated) -> dict[int, str]:
    """The odds that stand at the seats."""
    said = {seat["seat"]: seat["word"]["text"] for seat in one.table["seats"]}
    return {seat: text for seat, text in said.items() if text.endswith("%")}


def test_a_card_of_an_all_in_is_seen_before_the_odds_that_it_makes() -> None:
    for seed in range(40):
        one = Seated()
        one.play(played("holdem", "standard", seed), "standard", None)
        before, board = dict[int, str](), 0
        for asks in one.lines():
            now, lies = odds_at(one), len(one.table["middle"]["board"]["cards"])
            raced = one.client.tables.race("t") is not None
            one.ask(asks)
            if before and raced and lies > board:
                assert now == before, "while the card is on its way"
                if odds_at(one) != before:
                    return
            before, board = odds_at(one), lies
    raise LookupError("No card changes any odds.")


def offered_in(one: Tab) -> list[str]:
    return [choice["key"] for choice in one.at("table", "bar", "choices")]


def test_who_has_nothing_left_at_a_table_of_money_is_offered_chips_at_once() -> None:
    one = Tab()
    one.come_in()
    money = replace(ROOM, preset="eps", purse="cash")
    one.sit_down({0: Sitter("Ann", 4_000), 2: Sitter("Me", 0)}, money)
    assert offered_in(one) == ["leave", "buy"]
    assert one.at("table", "bar", "status") == Words("en").say("table.rebuy_any")
    one.seats({0: Sitter("Ann", 4_000), 2: Sitter("Me", 0, coming=2_000)})
    assert "buy" not in offered_in(one)
    # Whose chips are all in the pot waits for the end.
    one.seats({0: Sitter("Ann", 4_000), 2: Sitter("Me", 2_000)})
    names = {Seat(0): "Ann", Seat(2): "Me"}
    stacks = {Seat(0): 4_000, Seat(2): 2_000}
    one.tell(
        RoundBegan("holdem", "eps", 1, names, stacks, {}), Moved(Seat(2), POT, 2_000, "all_in")
    )
    one.passes(10)
    assert "buy" not in offered_in(one)


def test_beside_a_tip_the_chat_is_reached_by_its_sign_and_by_the_menu() -> None:
    one = Seated(kept={})
    one.play(a_round("holdem", "standard"), "standard", last_seat(a_round("holdem", "standard")))
    for asks in one.lines():
        one.ask(asks)
        if one.table["tip"]:
            break
    assert one.table["tip"]
    assert one.table["top"]["badge"] == ""
    one.house(messages.Chat("t", (messages.Line(1, "Ada", 0, "hello", who=7),)))
    assert one.table["top"]["badge"] == one.table["talk"]["badge"] == "1"
    one.press(one.table["top"]["menu"])
    (chat,) = [item for item in one.table["menu"]["items"] if item["name"] == "chat"]
    assert chat["text"] == "Chat (1)"
    one.press(chat["tap"])
    assert one.table["talk"]["open"]


@pytest.mark.parametrize(("language", "mine"), [("en", "yours: "), ("zh", "你的牌：")])
def test_whose_hand_it_is_is_said_where_another_thinks(language: str, mine: str) -> None:
    one = seated("holdem", "standard", last_seat(a_round("holdem", "standard")), language)
    found = []
    for asks in one.lines():
        if one.ask(asks) is None and one.table is not None:
            found.append(one.table["bar"]["status"])
    thinks = [line for line in found if " · " in line and ("thinking" in line or "思考" in line)]
    assert thinks
    assert all(line.split(" · ")[1].startswith(mine) for line in thinks), thinks

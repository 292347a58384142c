"""What is read at the seats when cards are open: who it is, what lies there, who has won."""

from dataclasses import replace
from itertools import pairwise

import pytest

from client_core.client import Acts, HoldemFacts, SeatView
from client_core.felts.choices import status
from game_server.table.bot_names import NAMES
from mobile_client.ui.felts.plate import SeatPlate, plate_height
from mobile_client.ui.felts.seats import SAID_S
from mobile_client.ui.felts.tags import Tag
from mobile_client.ui.look import look, px
from mobile_client.ui.screens.table import TableScreen
from mobile_client.ui.widgets.cards import measure
from mobile_client.ui.widgets.emotes import TIP, Bubble, Emote
from mobile_client.ui.widgets.robots import paint_of
from protocol import messages
from protocol.cards import SABACC_PACK
from protocol.events import Acted, Laid, Moved
from protocol.games.holdem import strength
from protocol.messages import Line
from protocol.words import DISCARD, Seat
from tests.client.ui.ink import Kept, kept, painted
from tests.client.ui.moments import MOMENTS, shown_down
from tests.client.ui.scenes import find
from tests.client.ui.sights import SIGHTS, SIZES, resized, table_of
from tests.client.ui.stage import Stage
from tests.client.ui.table_sights import laid
from tests.playing import PlayedRound


def others(screen: TableScreen) -> list[tuple[SeatView, SeatPlate]]:
    """Who else sits there, each with the seat that shows it."""
    assert screen.view is not None
    taken = (seat for seat in screen.view.seats if seat.taken and not seat.me)
    return [(seat, screen.felt.plates[seat.place]) for seat in taken]


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("sight", ["holdem-showdown", "blackjack-seven", "sabacc-end"])
def test_who_has_open_cards_is_still_called_by_name(sight: str) -> None:
    with table_of(sight) as screen:
        for seat, plate in others(screen):
            texts = [ink.text for ink in painted(plate) if ink.kind == "text"]
            assert seat.name in texts, texts


@pytest.mark.usefixtures("blank")
def test_at_a_showdown_only_the_cards_that_win_are_bright() -> None:
    with table_of("holdem-showdown") as screen:
        assert screen.view is not None
        shown = [(seat, plate.look) for seat, plate in others(screen) if seat.hands]
        assert {look.dim for seat, look in shown if not seat.won} == {True}
        assert not any(hand.raised for seat, look in shown if not seat.won for hand in look.hands)
        assert {look.dim for seat, look in shown if seat.won} == {False}
        assert any(hand.raised for seat, look in shown if seat.won for hand in look.hands)
        mine = screen.felt.hand.views
        assert all(card.dim and not card.raised for card in mine), "I have lost"


@pytest.mark.usefixtures("blank")
def test_only_the_cards_of_the_winner_who_is_told_first_stand_out() -> None:
    with table_of("holdem-showdown") as screen:
        view, board = screen.view, screen.felt.board
        assert view is not None
        assert isinstance(view.facts, HoldemFacts)
        first, beside = view.won_by
        best = view.facts.ranked[first.seat].cards
        assert {card.card for card in board.views if card.raised} == set(best) & set(view.board)
        raised = {one.seat: hand.raised for one in view.won_by
                  for hand in screen.felt.plates[one.place].look.hands}  # fmt: skip
        assert raised[first.seat]
        assert not raised[beside.seat]


@pytest.mark.usefixtures("blank")
def test_everybody_who_has_won_is_told_with_the_pot_and_the_hand() -> None:
    with table_of("holdem-showdown") as screen:
        view = screen.view
        assert view is not None
        line, _ = status(screen.client, view, Acts())
        main, side, _ = line.split(" · ")
        first, beside = view.won_by
        assert main.startswith(f"{first.name} wins "), line
        assert "side pot" not in main
        assert side.startswith(f"{beside.name} takes 85 from a side pot, −51 in all: "), line


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("sight", ["holdem-offer", "holdem-raise", "holdem-watch"])
def test_between_the_board_and_the_seats_about_it_the_felt_is_seen(sight: str) -> None:
    with table_of(sight, "small") as screen:
        board = screen.felt.board
        wide, high = measure(board.scale, board.zoom)
        left, right = board.spot(0)[0] - wide / 2, board.spot(4)[0] + wide / 2
        low, top = board.center_y - high / 2, board.center_y + high / 2
        for plate in screen.felt.plates:
            # A word stands out above the face.
            apart = plate.x >= right or plate.right <= left
            assert apart or plate.top + px(12) <= low or plate.y >= top + px(4), plate.look.name


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("sight", ["blackjack-seven", "blackjack-all", "sabacc-end"])
def test_open_cards_are_all_seen_however_many_they_are(sight: str) -> None:
    with table_of(sight) as screen:
        most = 0
        for seat, plate in others(screen):
            held = [card for hand in seat.hands for card in hand.cards]
            seen = [ink for ink in painted(plate) if ink.kind == "card"]
            assert len(seen) == len(held) or None in held
            most = max(most, len(held))
        assert most > 2


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("sight", ["holdem-showdown", "blackjack-seven", "sabacc-end"])
def test_open_cards_lie_beside_each_other_before_their_seat(sight: str) -> None:
    with table_of(sight) as screen:
        for _, plate in others(screen):
            boxes = [ink.box for ink in painted(plate) if ink.kind == "card"]
            if not any(plate._faces(hand) for hand in plate.look.hands):
                continue
            for one, after in pairwise(boxes):
                least = (one[2] - one[0]) * 0.53
                assert after[0] - one[0] >= least, "one covers the number of another"
            assert min(box[0] for box in boxes) >= plate.x - px(4)
            assert max(box[2] for box in boxes) <= plate.right + px(4)


@pytest.mark.usefixtures("blank")
def test_many_open_cards_have_their_index_where_the_next_leaves_it_free() -> None:
    with table_of("blackjack-seven", "small") as screen:
        many = [(plate, hand) for _, plate in others(screen) for hand in plate.look.hands
                if len(hand.cards) > 4]  # fmt: skip
        assert many
        assert all(plate._overlap(hand) for plate, hand in many)
        few = [(plate, hand) for _, plate in others(screen) for hand in plate.look.hands
               if len(hand.cards) < 4]  # fmt: skip
        assert few
        assert not any(plate._overlap(hand) for plate, hand in few)


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("sight", ["holdem-turn", "holdem-away", "sabacc-bet", "blackjack-play"])
def test_a_word_at_a_seat_covers_neither_the_face_nor_the_name(sight: str) -> None:
    with table_of(sight, "small") as screen:
        words = 0
        for _, plate in others(screen):
            look = plate.look
            said = look.word or look.note
            for ink in painted(plate):
                if said and ink.text == said:
                    words += 1
                    assert ink.box[1] > plate.face[1] + px(10)
        assert words


@pytest.mark.usefixtures("blank")
def test_the_time_of_a_seat_runs_round_its_plate_and_nothing_lies_over_it() -> None:
    for size in ("small", "tablet-lying"):
        with table_of("holdem-wait", size) as screen:
            felt = screen.felt
            (seat,) = (one for one in screen.view.seats if one.turn)  # type: ignore[union-attr]  # it is shown
            plate, ring = felt.plates[seat.place], felt.rings[seat.place]
            assert (ring.x, ring.y, ring.width) == (plate.x, plate.y, plate.width)
            assert ring.corner
            assert felt.seat_layer.children.index(ring) < felt.seat_layer.children.index(plate)


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("moment", ["holdem_ten_bets", "holdem_ten_end"])
def test_among_ten_no_face_lies_over_the_chips_of_the_seat_above(moment: str) -> None:
    look.big_text = True
    scene = MOMENTS[moment]("zh")
    # A tip leaves the felt less room.
    scene.client.set(coach=True)
    shown = laid(scene)
    resized(shown, "small", insets=False)
    plates, drawn = scene.screen.felt.plates, scene.screen.felt.seat_layer.children
    pairs = [(one, other) for one in plates for other in plates
             if one.y > other.y and one.collide_widget(other)]  # fmt: skip
    assert len(pairs) > 2, "they sit so close that they overlap"
    for above, below in pairs:
        over = below.opened and not above.opened
        assert (drawn.index(above) > drawn.index(below)) == over, (above.look.name, below.look.name)
    rest = [*scene.screen.felt.rings, *scene.screen.felt.bets]
    assert max(map(drawn.index, rest)) < min(map(drawn.index, plates)), "chips lie on top"
    scene.screen.gone()
    shown.close()


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize(
    "sight", ["holdem-ten", "doudizhu-bid", "blackjack-play", "roulette-bet", "sabacc-bet"]
)
def test_the_time_of_each_seat_runs_round_that_seat_in_every_game(sight: str) -> None:
    for size in ("small", "small-lying"):
        with table_of(sight, size) as screen:
            felt = screen.felt
            for plate in felt.plates:
                # As one who has just come: all is laid once.
                plate.pos = felt.pos
            felt.lay()
            assert felt.shown
            for place in (0, *felt.shown):
                plate, ring = felt.plates[place], felt.rings[place]
                assert list(ring.pos) == list(plate.pos), (size, place)
                assert ring.width == plate.width, (size, place)


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("size", SIZES)
def test_what_is_said_covers_no_name_and_no_other_seat(size: str) -> None:
    shown = SIGHTS["holdem-said"].make("en")
    resized(shown, "phone", insets=False)
    # A window that changes while somebody speaks.
    resized(shown, size, insets=False)
    screen = shown.screen
    assert isinstance(screen, TableScreen)
    bubbles = [(place, one) for place, one in screen.talk.said.items() if isinstance(one, Bubble)]
    assert bubbles
    for place, bubble in bubbles:
        own = screen.felt.plates[place]
        tip = px(TIP) if bubble.tip == "below" else 0
        assert bubble.y - tip >= own.y + plate_height() - px(1)
        assert bubble.top <= screen.felt.top + px(1)
        for plate in screen.felt.plates:
            if plate is not own:
                apart = bubble.right <= plate.x or bubble.x >= plate.right
                assert apart or bubble.top <= plate.y or bubble.y >= plate.top, plate.look.name
    screen.gone()
    shown.close()


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("size", SIZES)
def test_a_face_that_is_said_leaves_the_name_free_and_a_short_sentence_is_whole(size: str) -> None:
    with table_of("holdem-said", size) as screen:
        said = screen.talk.said
        faces = [(place, one) for place, one in said.items() if isinstance(one, Emote)]
        assert faces
        for place, face in faces:
            plate = screen.felt.plates[place]
            assert face.y >= plate.y + plate_height() - px(1)
        texts = [one.text for one in said.values() if isinstance(one, Bubble)]
        assert not any("…" in text for text in texts), texts


@pytest.mark.req("H-FR3")
@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("size", ["small", "phone", "phone-lying", "tablet-lying"])
@pytest.mark.parametrize("moment", ["holdem_draw", "holdem_showdown"])
def test_what_is_said_covers_no_card_that_lies_open(moment: str, size: str) -> None:
    """As the card that a bot has drawn for the first button."""
    for text, phrase in (("One moment, please: somebody is at the door", ""), ("", "laugh")):
        scene = MOMENTS[moment]("en")
        others = [seat for seat in scene.names if seat != scene.seat]
        lines = (Line(n, scene.names[one], 0, text, phrase, one) for n, one in enumerate(others, 1))
        scene.device.house(messages.Chat("t", tuple(lines)))
        shown = laid(scene)
        resized(shown, size, insets=False)
        talk = scene.screen.talk
        assert len(talk.said) == len(others)
        cards = [ink.box for ink in painted(shown) if ink.kind == "card"
                 and isinstance(ink.of, SeatPlate)]  # fmt: skip
        assert cards
        for bubble in talk.said.values():
            assert bubble.y >= scene.screen.felt.y - 1
            assert bubble.top <= scene.screen.felt.top + 1
            for left, low, right, top in cards:
                beside = bubble.right <= left + px(2) or bubble.x >= right - px(2)
                assert beside or bubble.top <= low + px(2) or bubble.y >= top - px(2)
        scene.screen.gone()
        shown.close()


@pytest.mark.usefixtures("blank")
def test_on_a_low_felt_my_chips_lie_at_my_cards_and_not_at_the_next_seat() -> None:
    with table_of("holdem-seven", "small-lying") as screen:
        felt = screen.felt
        bet = felt.bets[0]
        for text, amount in (("4", 400), ("1,234", 123_400)):
            bet.amount, bet.text = amount, text
            assert bet.lies is not None
            assert 0 < bet.lies[0] - felt.hand.right < px(12)


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("size", ["small", "phone", "tablet-lying"])
@pytest.mark.parametrize("moment", ["holdem_preflop", "holdem_ten_bets"])
def test_what_is_said_covers_no_bet(moment: str, size: str) -> None:
    scene = MOMENTS[moment]("en")
    others = [seat for seat in scene.names if seat != scene.seat]
    text = "Beginner's luck, surely"
    lines = (Line(n, scene.names[one], 0, text, "", one) for n, one in enumerate(others, 1))
    scene.device.house(messages.Chat("t", tuple(lines)))
    shown = laid(scene)
    resized(shown, size, insets=False)
    bets = [bet.lies for bet in scene.screen.felt.bets if bet.lies is not None]
    assert len(bets) == 2
    for left, low, wide, high in bets:
        for bubble in scene.screen.talk.said.values():
            beside = bubble.right <= left + px(1) or bubble.x >= left + wide - px(1)
            assert beside or bubble.top <= low + px(1) or bubble.y >= low + high - px(1)
    scene.screen.gone()
    shown.close()


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("size", ["small", "small-lying", "phone", "tablet-lying"])
@pytest.mark.parametrize("moment", ["holdem_flop", "blackjack_play", "sabacc_draw"])
def test_what_i_say_covers_no_card_of_mine(moment: str, size: str) -> None:
    scene = MOMENTS[moment]("en")
    line = Line(1, "Juno", 0, "One moment, please: somebody is at the door", "", scene.seat)
    scene.device.house(messages.Chat("t", (line,)))
    shown = laid(scene)
    resized(shown, size, insets=False)
    (bubble,) = scene.screen.talk.said.values()
    for card in scene.screen.felt.hand.views:
        beside = bubble.right <= card.x + px(1) or bubble.x >= card.right - px(1)
        assert beside or bubble.y >= card.top - px(1)
    assert len(bubble.text) > 5, "and something of it is read"
    scene.screen.gone()
    shown.close()


@pytest.mark.usefixtures("blank")
def test_who_has_left_is_not_said_to_have_done_something() -> None:
    with table_of("sabacc-bet") as screen:
        (gone,) = (plate.look for seat, plate in others(screen) if seat.gone)
        assert (gone.word, gone.note) == ("", "Left")


def for_nothing(one: PlayedRound, line: int, seat: Seat) -> bool:
    """A showdown to which nobody has put in anything."""
    return shown_down(one, line, seat) and not any(isinstance(event, Moved) for event in one.events)


@pytest.mark.req("C-2.12")
@pytest.mark.usefixtures("blank")
def test_a_hand_of_checks_was_for_nothing_and_the_best_hand_is_named_all_the_same() -> None:
    scene = find("holdem", "casino", for_nothing, seeds=range(400))
    shown = laid(scene)
    resized(shown, "phone", insets=False)
    screen = scene.screen
    assert screen.view is not None
    line, _ = status(screen.client, screen.view, Acts())
    assert line.startswith("No chips were at stake")
    facts = screen.view.facts
    assert isinstance(facts, HoldemFacts)
    ranked = {seat: strength(scene.one.steps[-1].state.holes[seat] + screen.view.board)
              for seat in facts.ranked}  # fmt: skip
    best = {seat for seat, worth in ranked.items() if worth == max(ranked.values())}
    bright = {seat.seat for seat in screen.view.seats if not screen.felt.beaten(screen.view, seat)}
    assert best == bright & facts.ranked.keys()
    look.motion = "normal"
    screen.felt.show(screen.view, Acts())
    named = screen.client.texts.hand_name(facts.ranked[min(best)])
    assert screen.felt.verdict.text.lower() == named.lower()
    screen.gone()
    shown.close()


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("sight", ["sabacc-end", "holdem-showdown"])
def test_after_a_hand_every_seat_says_what_it_has_or_has_won(sight: str) -> None:
    with table_of(sight) as screen:
        assert screen.view is not None
        now = screen.client._state.tables.by_name["t"].round
        assert now is not None
        before = now.began
        for seat, plate in others(screen):
            if seat.won:
                word = screen.client.texts.money(seat.stack - before[seat.seat], sign=True)
                assert plate.look.word == word, "what it has won beyond what it put in"
            elif not seat.folded:
                assert plate.look.word == ""


@pytest.mark.usefixtures("blank")
def test_chips_before_a_seat_lie_on_no_other_seat() -> None:
    for sight in ("holdem-seven", "blackjack-seven"):
        for size in ("small", "small-lying", "phone-lying"):
            with table_of(sight, size) as screen:
                for at, bet in enumerate(screen.felt.bets):
                    texts = [ink.box for ink in painted(bet) if ink.kind == "text"]
                    for _, plate in others(screen):
                        if plate is screen.felt.plates[at]:
                            continue
                        for box in texts:
                            apart = box[2] < plate.x or box[0] > plate.right
                            assert apart or box[3] < plate.y or box[1] > plate.top, (sight, size)


@pytest.mark.usefixtures("blank")
def test_the_dealer_has_air_above_my_cards_on_a_tablet() -> None:
    with table_of("blackjack-play", "tablet-lying") as screen:
        felt = screen.felt
        mine = felt.rows[0]
        assert felt.dealer_hand.y > mine.top + px(40)


@pytest.mark.usefixtures("blank")
def test_a_pot_that_is_less_than_what_was_put_in_is_called_no_win() -> None:
    with table_of("sabacc-end") as screen:
        assert screen.view is not None
        me = next(seat for seat in screen.view.seats if seat.me)
        assert me.won > me.paid
        assert (me.results or 0) < 0
        line = screen.bar.status.text
        lin, me_too, *_ = line.split(" · ")
        assert lin == "Lin takes 38 from a side pot, −34 in all"
        assert me_too == "You take 9 from the main pot, −44 in all"
        assert "win" not in line, "nobody has more than before"


@pytest.mark.usefixtures("blank")
def test_who_gets_back_what_was_put_in_has_won_nothing() -> None:
    with table_of("sabacc-end") as screen:
        view = screen.view
        assert view is not None
        for net, said in ((0, "You get your 9 back"), (400, "You win 4 (main pot) ·")):
            seats = tuple(replace(seat, net=net) if seat.me else seat for seat in view.seats)
            line, _ = status(screen.client, replace(view, seats=seats), Acts())
            assert said in line
            assert line.startswith("You win" if net else "Lin takes")


@pytest.mark.usefixtures("blank")
def test_a_hand_is_marked_as_played_only_while_its_seat_has_the_turn() -> None:
    with table_of("blackjack-seven") as screen:
        marked = [seat.name for seat, plate in others(screen)
                  if any(hand.active for hand in plate.look.hands)]  # fmt: skip
        assert marked == [], "it is my turn"


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize(("sight", "points"), [("blackjack-play", "15"), ("sabacc-draw", "−2")])
def test_what_my_cards_count_is_not_said_before_they_lie_there(
    sight: str, points: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with table_of(sight) as screen:
        assert screen.view is not None
        felt = screen.felt
        monkeypatch.setattr(felt.flights, "hides", lambda key: key[0] == "card")
        felt.show_hand(screen.view)
        assert points not in _said(screen)
        monkeypatch.undo()
        felt.show_hand(screen.view)
        assert points in _said(screen)


def _said(screen: TableScreen) -> list[str]:
    return [tag.text for tag in screen.felt.walk() if isinstance(tag, Tag)]


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("size", ["small", "small-lying", "phone"])
def test_a_long_name_is_cut_and_never_set_too_small_to_be_read(size: str) -> None:
    with table_of("holdem-long-names", size) as screen:
        for plate in screen.felt.plates:
            if plate.look.free:
                continue
            inks = [ink for ink in painted(plate) if ink.kind == "text"]
            whole = plate.look.name
            name = next(ink for ink in inks if ink.text and ink.text[:2] == whole[:2])
            assert name.text == whole or name.text.endswith("…")
            left, _, right, _ = name.box
            assert left >= plate.x - 1
            assert right <= plate.right + 1
            assert name.part >= 0.75, whole


@pytest.mark.usefixtures("blank")
def test_a_bot_is_seen_to_be_one_and_each_has_a_face_of_its_own() -> None:
    with table_of("holdem-bots") as screen:
        assert screen.view is not None
        looks = {seat.name: plate.look for seat, plate in others(screen)}
        assert all(look.bot and look.avatar == f"robot.{name}" for name, look in looks.items())
        faces = [paint_of(name) for name in looks]
        assert len(set(map(str, faces))) == len(faces)
        assert not screen.felt.plates[0].look.bot, "I am none"
        assert len(set(map(str, map(paint_of, NAMES)))) == len(NAMES)


@pytest.mark.req("C-5.2")
def test_an_act_gives_way_to_the_chips_where_cards_lie_open(stage: Stage) -> None:
    """A card that was taken from the pile of sabacc lies open."""
    scene = MOMENTS["sabacc_draw"]("en")
    whole = scene.stage()
    whole.size_hint, whole.size = (None, None), [px(side) for side in SIZES["phone"]]
    with stage.standing_time():
        stage.show(whole)
        seats = scene.client.tables.view("t").seats
        other = next(one for one in seats if not one.me and one.hands)
        events = Acted(other.seat, "swap"), Laid(DISCARD, other.seat, (SABACC_PACK[5],))
        known = scene.client._state.tables.by_name["t"].seq
        scene.device.tell(*events, after=known)
        scene.screen._refresh()
        plate = scene.screen.felt.plates[other.place]
        stage.pass_by(SAID_S / 2)
        assert plate.look.word
        for _ in range(8):
            stage.pass_by(SAID_S / 4)
        assert plate.look.word == ""
        with kept(Kept()):
            plate._paint()
            assert plate.look.stack in [ink.text for ink in painted(plate)]
    scene.screen.gone()
    scene.shown.close()

"""From the door of a demo house to a seat where chips are cash, with nothing but what it shows."""

from pathlib import Path

from game_server.bank.demo_bank import shown_cards
from tests.e2e.player import Player, players
from tests.house.process import EPS, house


def test_a_guest_finds_a_card_at_the_cash_table_and_sits_down(display: str, tmp_path: Path) -> None:
    card = shown_cards()[0]
    with house(tmp_path, EPS) as running:
        one = Player("Gil", running.url, tmp_path)
        with players(one):
            one.until(lambda sight: sight.connection == "met", "the house")
            one.tap("Play as guest")
            one.until(lambda sight: sight.screen == "lobby", "the lobby")
            one.tap("Hold'em")
            one.until(lambda sight: "Cash table" in " ".join(sight.presses), "the room")
            one.tap(next(says for says in one.look().presses if "Cash table" in says))
            one.shown("Seats here are paid by bank card")
            one.tap("menu")
            one.shown("No bank card yet")
            one.tap("close")
            one.tap("Add a bank card")
            one.shown("Demo cards: not real money")
            one.tap(f"Debit card •••• {card.number[-4:]}")
            one.tap("Next: PIN")
            one.shown(f"Demo PIN {card.pin}")
            for digit in card.pin:
                one.tap(digit)
            one.tap("check")
            one.until(lambda sight: sight.screen == "table", "the table again")
            one.tap("Take a seat")
            one.tap("Sit down with")
            one.until_table(lambda view: view.me is not None, "a seat")
            one.tap("menu")
            one.shown(f"Debit card •••• {card.number[-4:]}")

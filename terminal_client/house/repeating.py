"""The bet of the last round once more, by Enter alone."""

from client_core.client import Acts, BlackjackFacts, Client, TableView, card_of
from terminal_client.house.typed import Wish


def repeated_bet(client: Client, view: TableView, acts: Acts) -> Wish | None:
    """My last bet at this table, where bets are made and none of mine lies there yet; None: there
    is none, or it is not offered."""
    card = card_of(view.game)
    offered = {button.verb: button for button in acts.buttons}
    if acts.sent or view.me is None:
        return None
    if card.lays_again in offered:
        return Wish(offered[card.lays_again])
    bet, mine = offered.get(card.lays), view.at(view.me)
    if bet is None or bet.on or mine is None or mine.bet:
        return None
    last = next(
        (
            facts.laid[seat]
            for seat, facts in client.tables.my_past_facts(view.table)
            if isinstance(facts, BlackjackFacts) and facts.laid.get(seat)
        ),
        0,
    )
    return Wish(bet, last) if bet.low <= last <= bet.high else None

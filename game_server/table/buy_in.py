"""The most that a seat may bring."""

from game_server.refusals import BuyInHigh
from game_server.table.config import TableConfig
from protocol.buy_ins import MOST_BROUGHT
from protocol.words import chips


def most_brought(config: TableConfig) -> int:
    """The most that anybody may bring, where the table names no limit of its own."""
    return config.most_buy_in or MOST_BROUGHT


def refuse_over_most(config: TableConfig, owned: int, amount: int) -> None:
    """Refusal if so many chips more than are owned are over what a seat may bring."""
    most = most_brought(config)
    if owned + amount > most:
        text = f"You have {chips(owned)}; with {chips(amount)} more it is over {chips(most)}."
        raise BuyInHigh(text, amount=amount, most=max(0, most - owned))

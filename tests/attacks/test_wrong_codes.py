"""Security codes are guessed, over many cards, from one address and from many.

It comes last in this folder: after it a card from an address that has shown none before waits for a
while.
"""

from game_server.bank.demo_books import sample_card
from protocol.messages import BankInfo, Refused, Session
from tests.attacks.evening import ADDRESS_TRIES, HOUSE_TRIES, Evening
from tests.attacks.lines import Eve
from tests.attacks.test_stolen_cards import changes, code, shows, wrong
from tests.cards import typed

HONEST = 14
GUESSED = range(15, 100, 2)
A_LINE = 4
"""So many logins a line may try at once."""


def test_codes_are_guessed_neither_from_one_address_nor_from_many(night: Evening, eve: Eve) -> None:
    inside = eve.met()
    assert isinstance(shows(inside, "Honest Guessed", typed(sample_card(HONEST))), Session)
    guesses = iter(GUESSED)

    def codes(home: str, times: int) -> list[str]:
        found: list[str] = []
        while len(found) < times:
            far = eve.met(home)
            found += [
                code(shows(far, "Guesser", wrong(sample_card(next(guesses)))))
                for _ in range(min(A_LINE, times - len(found)))
            ]
            far.close()
        return found

    home = eve.far().home
    found = codes(home, ADDRESS_TRIES + 2)
    assert found == ["cvc_wrong"] * ADDRESS_TRIES + ["card_wait"] * 2
    # A right one is not tried from there either, and the refusal says how long.
    refused = shows(eve.met(home), "Guesser", typed(sample_card(next(guesses))))
    assert isinstance(refused, Refused)
    assert refused.code == "card_wait"
    assert 0 < int(refused.facts["seconds"]) <= 3_600
    many = [codes(eve.far().home, 1)[0] for _ in range(HOUSE_TRIES)]
    assert many[0] == "cvc_wrong"
    assert many[-1] == "card_wait", "the house is slow with strangers by now"
    # Nobody who is in, and no address from which a right card came, is kept waiting.
    card = typed(sample_card(HONEST))
    assert isinstance(changes(inside, card), BankInfo)
    assert isinstance(shows(eve.met(inside.home), "Honest Guessed", card), Session)
    assert night.counts("refused_total")["card_wait"] >= 3

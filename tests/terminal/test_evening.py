"""An evening of 21 as it is told: hands step by step, questions, money, who is out, the end."""

from dataclasses import replace
from datetime import date

import pytest

from game_server.table import journal
from game_server.table.journal import ActDone, RoundOpened
from protocol.words import Seat
from terminal_client.local.settings import Busted
from tests.terminal.talking import World, after, evening, heard, played, rigged, settings


def hand(lines: list[str]) -> list[str]:
    """What is told of a hand, from the first card on."""
    return after(lines, "The dealer shuffles the shoe")[1:]


def test_a_hand_is_told_from_the_bet_to_the_question_who_plays_on() -> None:
    lines = heard(evening(rigged("Ts", "9h", "3d", "7c", "4h", "Kd")), ["25", "h", "s"])
    assert after(lines, "Hand 1.")[:3] == [
        "Hand 1.",
        "Ada, your bet, from $5 to $50? You have $50.",
        "> 25",
    ]
    assert hand(lines) == [
        "Ada gets 10♠.",
        "The dealer gets a card face down.",
        "Ada gets 3♦: 13.",
        "The dealer gets 7♣.",
        "Ada: 10♠ 3♦, 13. The dealer shows 7♣. Hit (H), Stand (S), Double (D) or Surrender (R)?",
        "> h",
        "Ada hits.",
        "Ada gets 4♥: 17.",
        "Ada: 10♠ 3♦ 4♥, 17. The dealer shows 7♣. Hit (H) or Stand (S)?",
        "> s",
        "Ada stands with 17.",
        "The dealer turns over 9♥: 16.",
        "The dealer hits and gets K♦: 26.",
        "The dealer busts with 26.",
        "Ada wins $25: the dealer has busted.",
        "Ada won $25 in this hand and has $75.",
        "Ada, play again or quit? (P or Q)",
    ]


@pytest.mark.req("B-6.3", "B-6.4", "B-6.4.1")
@pytest.mark.parametrize(
    ("cards", "typed", "told", "left"),
    [
        (
            "Ts 9h 9d Kc",
            "s",
            ["Push: Ada and the dealer both have 19. The bet of $10 comes back.",
             "Ada neither won nor lost in this hand and has $50."],
            5_000,
        ),
        (
            "Ts 9h 8d Kc",
            "s",
            ["Ada loses $10: 18 against 19.", "Ada lost $10 in this hand and has $40."],
            4_000,
        ),
        (
            "Ts 9h Qd Kc",
            "s",
            ["Ada wins $10: 20 against 19.", "Ada won $10 in this hand and has $60."],
            6_000,
        ),
        (
            "Ts 9h 8d Kc 5h",
            "h",
            ["Ada gets 5♥: 23.", "Ada busts with 23.", "Ada loses the bet of $10.",
             "Ada lost $10 in this hand and has $40."],
            4_000,
        ),
        (
            "Ts 9h Ad 7c",
            "",
            ["A natural! Ada has an ace and a ten-value card.", "Ada wins $15 for the natural.",
             "Ada won $15 in this hand and has $65."],
            6_500,
        ),
        (
            "Ts Ah 9d Kc",
            "",
            ["The dealer looks at the card face down.", "The dealer has a natural.",
             "The dealer turns over A♥: 21.", "Ada loses $10 to the dealer's natural.",
             "Ada lost $10 in this hand and has $40."],
            4_000,
        ),
        (
            "Ts Ah As Kc",
            "",
            ["The dealer has a natural.", "A natural! Ada has an ace and a ten-value card.",
             "Push: Ada and the dealer both have a natural. The bet of $10 comes back."],
            5_000,
        ),
        (
            "5s Th 6d 8c Kd",
            "d",
            ["Ada doubles the bet with $10 more, for one more card.", "Ada gets K♦: 21.",
             "Ada has 21 and needs no more cards.", "Ada wins $20: 21 against 18."],
            7_000,
        ),
        (
            "Ts 9h 6d Kc",
            "r",
            ["Ada surrenders: half the bet is lost, $5 comes back.",
             "Ada lost $5 in this hand and has $45."],
            4_500,
        ),
        (
            "8s 9h 8d 9c Kd 3h Ts",
            "p s h",
            ["Ada splits and bets $10 on the second hand.", "Ada (hand 1) gets K♦: 18.",
             "Ada (hand 2) gets 3♥: 11.", "Ada (hand 1) plays 8♠ K♦: 18.",
             "Ada (hand 1) stands with 18.", "Ada (hand 2) plays 8♦ 3♥: 11.",
             "Ada (hand 2) gets 10♠: 21."],
            None,
        ),
        (
            "8s 9h 8d 9c Kd 3h 2s Ts",
            "p s h h",
            ["Ada (hand 2) busts with 23.", "Ada (hand 2) loses the bet of $10."],
            4_000,
        ),
        (
            "Ts Kh 9d Ac",
            "y",
            ["Ada, the dealer shows an ace. Insurance for $5, which pays $10 if the dealer has a "
             "natural? (Yes or No)", "Ada pays $5 for insurance.", "The dealer has a natural.",
             "The insurance pays Ada $10.", "Ada neither won nor lost in this hand and has $50."],
            5_000,
        ),
        (
            "Ts 9h 9d Ac",
            "n s",
            ["Ada takes no insurance.", "The dealer has no natural.",
             "Ada loses $10: 19 against 20."],
            4_000,
        ),
    ],
)  # fmt: skip
def test_every_way_a_hand_can_end_is_said_with_its_money(
    cards: str, typed: str, told: list[str], left: int | None
) -> None:
    world = rigged(*cards.split())
    lines = heard(evening(world), ["10", *typed.split()])
    missing = [line for line in told if line not in lines]
    assert not missing, lines
    assert [line for line in lines if line in told] == told, "in this order"
    if left is not None:
        assert world.balances == {"Ada": left}


def test_the_side_rules_of_the_settings_are_those_of_the_hand() -> None:
    bonus = settings(rules={"five_hit_bonus": True, "double_down": False, "surrender": False})
    world = rigged("2s", "Th", "2d", "8c", "2c", "2h", "3s", "3h", "3d")
    lines = heard(evening(world, bonus), ["10", "h", "h", "h", "h", "h"])
    assert "Ada: 2♠ 2♦, 4. The dealer shows 8♣. Hit (H), Stand (S) or Split (P)?" in lines
    assert "Ada has hit five times without a bust and wins $20 at once." in lines
    assert world.balances == {"Ada": 7_000}


def test_a_tie_that_the_dealer_wins_is_told_as_such() -> None:
    pub = settings(rules={"swedish_pub": True})
    lines = heard(evening(rigged("Ts", "9h", "9d", "Kc"), pub), ["10", "s"])
    assert "Ada loses $10: 19 each, and ties at 17, 18 and 19 go to the dealer." in lines


def test_the_dealer_is_told_as_the_rules_count() -> None:
    world = rigged("Ts", "As", "9d", "6c", "4h", "Tc")
    lines = heard(evening(world), ["10", "s"])
    assert after(lines, "The dealer turns over")[:4] == [
        "The dealer turns over A♠: soft 17.",
        "The dealer hits and gets 4♥: 11.",
        "The dealer hits and gets 10♣: 21.",
        "The dealer stands with 21.",
    ]


def test_a_players_natural_sweeps_the_bets_of_the_others() -> None:
    world = rigged("Ts", "9s", "9h", "Ad", "9d", "7c")
    lines = heard(evening(world, settings("Ada", "Ben")), ["10", "5"])
    assert "Ben loses $5: another player has a natural." in lines
    assert world.balances == {"Ada": 6_500, "Ben": 4_500}
    single = settings("Ada", "Ben", rules={"natural_sweeps": False})
    world = rigged("Ts", "9s", "9h", "Ad", "9d", "7c")
    lines = heard(evening(world, single), ["10", "5"])
    assert lines[-1].startswith("Ben: 9♠ 9♦, 18.")


# -- what is asked -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("4", "$4 is too little; the smallest bet is $5."),
        ("51", "$51 is too much; the largest bet is $50."),
        ("7.50", "A bet is made of whole dollars; $7.50 is not."),
        ("ten", "I do not understand ten."),
        ("", "There is no bet to repeat yet."),
        ("-5", "I do not understand -5."),
        ("9999999999", "I do not understand 9999999999."),
    ],
)
def test_a_bet_that_cannot_be_is_a_sentence_and_is_asked_again(typed: str, says: str) -> None:
    world = rigged()
    lines = heard(evening(world), [typed])
    assert lines[-2].startswith(says)
    assert lines[-1] == "Ada, your bet, from $5 to $50? You have $50."


@pytest.mark.parametrize(
    ("typed", "amount"),
    [("25", "$25"), ("$25", "$25"), ("5 5 1", "$11"), ("25+5", "$30"), ("all", "$50")],
)
def test_a_bet_is_a_number_or_chips_one_after_another(typed: str, amount: str) -> None:
    assert f"Ada bets {amount}." in heard(evening(rigged()), [typed])


def test_enter_bets_the_same_again() -> None:
    lines = heard(evening(rigged("Ts", "9h", "9d", "Kc")), ["15", "s", "p", ""])
    assert "Ada, your bet, from $5 to $50? You have $50. Enter bets $15 again." in lines
    assert lines.count("Ada bets $15.") == 2


def test_less_than_the_least_bet_may_be_bet_whole() -> None:
    world = rigged("Ts", "9h", "9d", "Kc", "Ts", "9h", "8d", "Kc")
    poor = settings(balance=750)
    lines = heard(evening(world, poor), ["5", "s", "p", "7", "s"])
    assert world.balances == {"Ada": 50}
    lines = heard(evening(World(), settings(balance=50)), ["3", "y"])
    asked = "Ada, you have only $0.50. Bet all of it? (Yes, or 0 to sit out)"
    assert lines[-6:].count(asked) or asked in lines
    assert "$3 is too much; the largest bet is $0.50." in lines
    assert "Ada bets $0.50." in lines
    lines = heard(evening(World(), settings(balance=50)), ["no", "q"])
    assert "Ada sits this hand out." in lines


@pytest.mark.parametrize(
    ("balance", "asked"),
    [
        (500, "Ada, you have only $5. Bet all of it? (Yes, or 0 to sit out)"),
        (2_000, "Ada, the bet is $5. Make it? You have $20. (Yes, or 0 to sit out)"),
    ],
)
def test_a_bet_without_a_choice_is_asked_for_as_what_it_is(balance: int, asked: str) -> None:
    lines = heard(evening(rigged(), settings(balance=balance, least=500, most=500)), ["yes"])
    assert asked in lines
    assert "Ada bets $5." in lines


def test_who_sits_a_hand_out_is_asked_again_after_it() -> None:
    world = rigged()
    lines = heard(evening(world), ["0", "q"])
    assert "Ada sits this hand out." in lines
    assert "Ada, play again or quit? (P or Q)" in lines
    assert not any("gets" in line for line in lines)
    assert world.balances == {"Ada": 5_000}


def test_whoever_quits_at_the_bet_is_not_asked_again() -> None:
    world = rigged("Ts", "9h", "9d", "Kc")
    lines = heard(evening(world, settings("Ada", "Ben")), ["q", "10", "s", "q"])
    assert lines.count("Ada quits with $50.") == 1
    assert "Ada, play again or quit? (P or Q)" not in lines
    assert "Ben quits with $50." in lines
    assert lines[-1] == "Goodbye."


def test_the_question_is_put_again_until_it_is_understood() -> None:
    lines = heard(evening(rigged("Ts", "9h", "9d", "7c")), ["10", "x", "", "?", "t"])
    asked = "Ada: 10♠ 9♦, 19. The dealer shows 7♣. Hit (H), Stand (S), Double (D) or Surrender (R)?"
    assert lines.count(asked) == 5
    assert any(line.startswith("I do not understand x. Hit (H), Stand (S),") for line in lines)
    assert any(line.startswith("Nothing was typed. Hit (H), Stand (S),") for line in lines)
    assert "Ada has $10 on the table." in lines
    assert "Ada holds 10♠ 9♦: 19." in lines
    assert "The dealer shows 7♣." in lines


def test_a_split_that_was_not_offered_is_no_answer() -> None:
    lines = heard(evening(rigged("Ts", "9h", "9d", "7c")), ["10", "p"])
    assert lines[-2].startswith("I do not understand p.")


# -- who is out, and the end -------------------------------------------------------------


@pytest.mark.req("B-6.4.2", "B-6.5")
def test_whoever_is_out_of_money_is_out_and_without_players_the_game_is_over() -> None:
    world = rigged("Ts", "9h", "8d", "Kc", "Ts", "9h", "8d", "Kc")
    lines = heard(
        evening(world, settings("Ada", "Ben", balance=500)), ["5", "0", "s", "p", "5", "s"]
    )
    broke = lines.index("Ada is out of money and out of the game.")
    assert lines[broke - 1] == "Ada lost $5 in this hand and has $0."
    assert lines[broke + 1] == "The next time Ada begins with $5 again."
    assert not any(line.startswith("Ada, ") for line in lines[broke:]), "marked as quit"
    assert after(lines, "All players")[0] == (
        "All players are out of money or have quit. The game is over."
    )
    assert world.balances == {"Ada": 0, "Ben": 0}, "the usual balance the next time"


@pytest.mark.req("B-6.4.3", "B-6.4.4", "B-P2.7")
def test_more_than_the_limit_busts_the_house_and_ends_the_game_for_all() -> None:
    world = rigged("Ts", "Ts", "9h", "Qd", "9d", "Kc")
    world.fame = [Busted("Old Bo", date(2026, 1, 31), 61_050)]
    made = settings("Ada", "Ben", limit=5_999)
    lines = heard(evening(world, made), ["10", "5", "s", "s"])
    assert after(lines, "Ada has more than") == [
        "Ada has more than $59.99: Ada has busted the house with $60! The game ends.",
        "The next time Ada begins with $50 again.",
        "The last who busted the house:",
        f"{date.fromtimestamp(world.clock)}: Ada, with $60.",
        "2026-01-31: Old Bo, with $610.50.",
        "Goodbye.",
    ]
    assert world.balances == {"Ada": 0, "Ben": 5_000}


@pytest.mark.req("B-6.4.3")
def test_exactly_the_limit_busts_nobody() -> None:
    world = rigged("Ts", "9h", "Qd", "Kc")
    lines = heard(evening(world, settings(limit=6_000)), ["10", "s", "q"])
    assert "Ada won $10 in this hand and has $60." in lines
    assert "Ada quits with $60." in lines


@pytest.mark.req("B-P2.7")
def test_the_list_has_the_last_ten_the_latest_first() -> None:
    world = rigged()
    world.fame = [Busted(f"P{n}", date(2026, 1, 31 - n), 60_000) for n in range(12)]
    lines = heard(evening(world), ["q"])
    rows = [line for line in lines if line.startswith("2026-01")]
    assert rows == [f"2026-01-{31 - n}: P{n}, with $600." for n in range(10)]


@pytest.mark.req("B-6.6")
@pytest.mark.parametrize(("no", "yes"), [("q", "p"), ("no", "yes"), ("n", "")])
def test_each_player_is_asked_play_again_or_quit_and_who_stays_plays_on(no: str, yes: str) -> None:
    world = rigged("Ts", "Ts", "9h", "9d", "9c", "Kc")
    made = settings("Ada", "Ben")
    lines = heard(evening(world, made), ["10", "10", "s", "s", no, yes])
    assert "Ada, play again or quit? (P or Q)" in lines
    assert "Ada quits with $50." in lines
    assert lines[-2:] == [
        "Hand 2.",
        "Ben, your bet, from $5 to $50? You have $50. Enter bets $10 again.",
    ]


@pytest.mark.req("B-1.1.2")
def test_each_player_is_spoken_to_in_his_own_language_and_all_hear_the_dealer() -> None:
    made = settings("Ada", "Hans")
    made = replace(made, people=(made.people[0], replace(made.people[1], language="de")))
    lines = heard(evening(rigged("Ts", "Ts", "9h", "9d", "9c", "7c"), made), ["10", "10", "s"])
    assert "Ada bets $10." in lines
    assert "Hans setzt 10\u00a0$." in lines
    assert "The dealer gets 7♣." in lines
    assert "Der Dealer bekommt 7♣." in lines
    assert lines[-1].startswith("Hans: 10♠ 9♣, 19.")
    assert "Ziehen" in lines[-1]


@pytest.mark.req("B-1.1.2", "B-6.4.4")
def test_who_ends_the_game_for_all_is_told_to_all_in_their_languages() -> None:
    made = settings("Ada", "Hans", limit=5_999)
    made = replace(made, people=(made.people[0], replace(made.people[1], language="de")))
    world = rigged("Ts", "Ts", "9h", "Qd", "9d", "Kc")
    lines = heard(evening(world, made), ["10", "5", "s", "s"])
    assert "Ada has more than $59.99: Ada has busted the house with $60! The game ends." in lines
    assert any(line.endswith("die Bank gesprengt! Das Spiel ist aus.") for line in lines), lines


# -- cut off, and picked up again --------------------------------------------------------


@pytest.mark.parametrize("rules", [{}, {"natural_sweeps": False, "five_hit_bonus": True}])
def test_an_evening_that_is_cut_off_anywhere_comes_to_the_same_end(rules: dict[str, bool]) -> None:
    made = settings("Ada", "Ben", "Cleo", rules=rules)
    whole = World()
    told = played(evening(whole, made), hands=4)
    assert told[-1] == "Goodbye."
    assert sum(isinstance(row, RoundOpened) for row in map(journal.from_bytes, whole.rows)) == 4
    for cut in range(1, len(whole.rows)):
        world = World(rows=whole.rows[:cut])
        lines = played(evening(world, made), hands=4)
        assert any("was cut off" in line for line in lines), lines
        assert world.rows[cut:] == whole.rows[cut:], "the same happens from there on"
        assert world.balances.items() <= whole.balances.items()
        assert lines[-3:] == told[-3:]


def test_a_hand_goes_on_with_the_same_cards() -> None:
    world = rigged("Ts", "9h", "3d", "7c")
    heard(evening(world), ["25"])
    lines = heard(evening(world), ["s"])
    assert (
        "The last game was cut off in the middle of a hand. It goes on with the same cards."
        in lines
    )
    assert "Ada has $25 on the table." in lines
    assert (
        "Ada: 10♠ 3♦, 13. The dealer shows 7♣. Hit (H), Stand (S), Double (D) or Surrender (R)?"
        in lines
    )
    assert "The dealer turns over 9♥: 16." in lines


def test_who_is_named_while_a_hand_waits_reads_who_plays_it_and_when_there_is_a_seat() -> None:
    world = rigged("Ts", "9h", "3d", "7c")
    heard(evening(world), ["25"])
    told = (
        "The game that was cut off goes on first. When you start 21 again there is a seat for: "
        "Zoe, Bo."
    )
    assert told in heard(evening(world, settings("Zoe", "Ada", "Bo")), [])
    assert not any("a seat for" in line for line in heard(evening(world), []))


def test_who_busted_the_house_is_not_listed_twice_after_a_crash() -> None:
    world = rigged("Ts", "9h", "Qd", "Kc")
    heard(evening(world, settings(limit=5_999)), ["10", "s"])
    assert len(world.fame) == 1
    lines = heard(evening(world, settings(limit=5_999)), [])
    assert lines[-1] == "Goodbye."
    assert len(world.fame) == 1


def test_who_had_quit_before_the_cut_stays_out() -> None:
    world = rigged("Ts", "Ts", "9h", "9d", "9c", "Kc")
    heard(evening(world, settings("Ada", "Ben")), ["10", "10", "s", "s", "q"])
    again = evening(world, settings("Ada", "Ben"))
    assert list(again.host.seats) == [Seat(1)]
    lines = heard(again, ["p"])
    assert "The last game was cut off between two hands. It goes on where it was." in lines
    assert lines[-1].startswith("Ben, your bet")


def test_other_rules_hold_from_the_hand_after_the_one_that_waited() -> None:
    world = rigged("Ts", "9h", "3d", "7c")
    heard(evening(world), ["25"])
    lines = heard(evening(world, settings(least=1_000, decks=2)), ["s", "p"])
    assert lines[-1].startswith("Ada, your bet, from $10 to")


def test_a_hand_that_cannot_be_replayed_gives_the_bets_back() -> None:
    world = rigged("Ts", "9h", "3d", "7c")
    heard(evening(world), ["25"])
    deal = journal.from_bytes(world.rows[-1])
    assert isinstance(deal, ActDone)
    # As if the rules had changed: the same cards lead to something else.
    world.rows[-1] = journal.to_bytes(replace(deal, digest=b"else"))
    lines = heard(evening(world), [])
    assert (
        "The hand that was cut off cannot be played on with this version. All bets are back."
        in lines
    )
    assert "Ada has $50." in lines

"""Words on the felt of sabacc: what is to be chosen first, and who won where there was no pot."""

from client_core.client import Acts, Client, SabaccFacts, TableView, brief
from client_core.felts.choices import AND


def asked_line(client: Client, view: TableView, acts: Acts, picked: bool) -> str:
    """What the bar says of an act that needs a card, and of a game that nobody has bet in; "" where
    the common line says it. `picked`: a card is chosen."""
    wanted = next((button.verb for button in acts.buttons if button.cards[0]), "")
    if wanted and not picked and not acts.sent:
        return client.say(f"table.choose.{wanted}")
    return _won_nothing(client, view)


def _won_nothing(client: Client, view: TableView) -> str:
    """Whose hand was the best in a game without bets: no chips tell it."""
    facts = view.facts
    if not isinstance(facts, SabaccFacts) or facts.best is None or not view.over or view.winners:
        return ""
    seats = facts.best[0]
    if seats == (view.me,):
        line = client.say("sabacc.nothing_me")
    else:
        you = client.say("room.you")
        names = tuple(you if seat == view.me else brief(view.names[seat]) for seat in seats)
        line = client.say("sabacc.nothing", names=names, count=len(names))
        line = line[:1].upper() + line[1:]
    next_ = "" if view.left else client.texts.of_game(view.game, "table.next_round")
    return AND.join(one for one in (line, next_) if one)

"""Words at a seat: what it did last, what became of it, and why it does not play."""

from client_core.client import ALL_IN, Client, SeatView, TableView, card_of, verb_of


def word_of(client: Client, view: TableView, seat: SeatView) -> tuple[str, str]:
    """The last thing that a seat did, or what became of it; and its tone."""
    if seat.won and view.over:
        word = client.texts.money(view.worth(seat.net), short=True, sign=True)
        return word, "won" if seat.net > 0 else "calm" if not seat.net else "out"
    if seat.me and (seat.results or 0) < 0 and card_of(view.game).pot:
        # Others have their wins said; what the round has cost is looked for at one's own seat.
        return client.texts.money(view.worth(seat.net), short=True, sign=True), "out"
    if seat.all_in:
        return client.say("table.all_in"), verb_of(ALL_IN).tone
    if seat.act is None or seat.gone or not (view.live or view.over):
        return "", ""
    if view.over and not (seat.folded and seat.here):
        # The chips are looked for then, and not what was done before; of who is away, that.
        return "", ""
    return client.texts.act_word(view.game, seat.act), verb_of(seat.act.verb).tone


def note_of(client: Client, view: TableView, seat: SeatView) -> str:
    """Why a seat does not play, or that it is ready to."""
    if seat.gone:
        return client.say("table.gone")
    if seat.taken and not seat.here:
        return client.say("table.away")
    if seat.out:
        return client.say("table.sits_out")
    if view.needs_ready and seat.ready and not view.live:
        return client.say("table.ready")
    return ""

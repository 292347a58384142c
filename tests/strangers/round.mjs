// A round as it is told to one player, kept to what docs/protocol.md promises of it.

const POT = -2;

export function must(right, what) {
  if (!right) throw new Error(`docs/protocol.md promises otherwise: ${what}`);
}

export class Round {
  constructor(number) {
    this.number = number;
    this.events = [];
  }

  // What was told once more must be the same; what is new must follow without a gap.
  take(said, again) {
    must(said.seq === said.after + said.events.length, `seq ${said.seq} of ${said.after}`);
    must(said.after <= this.events.length, `a gap: ${this.events.length} known, after ${said.after}`);
    const known = this.events.slice(said.after, said.seq);
    must(known.length === 0 || again, `${JSON.stringify(known)} is told a second time`);
    known.forEach((event, place) =>
      must(same(event, said.events[place]), `another event: ${JSON.stringify(said.events[place])}`),
    );
    this.events.push(...said.events.slice(known.length));
  }

  get over() {
    return this.events.at(-1)?.e === "ended";
  }

  dealtIn(seat) {
    return Object.hasOwn(this.events[0].stacks, seat);
  }

  chips() {
    const chips = { ...this.events[0].stacks };
    for (const event of this.events) {
      if (event.e !== "moved") continue;
      chips[event.src] = (chips[event.src] ?? 0) - event.amount;
      chips[event.dst] = (chips[event.dst] ?? 0) + event.amount;
    }
    return chips;
  }

  // Of a round that is over: it began, no chip was lost or made, the pot ends empty.
  reckon() {
    must(this.events[0].e === "began", "the first event is began");
    must(this.events.filter((event) => event.e === "ended").length === 1, "one end");
    const sum = (chips) => Object.values(chips).reduce((one, other) => one + other, 0);
    const chips = this.chips();
    must(sum(chips) === sum(this.events[0].stacks), "chips were lost or made");
    must((chips[POT] ?? 0) === 0, "the pot ends empty");
  }

  // The cards of a seat: those dealt and laid to it, less those laid from it.
  hand(seat) {
    let hand = [];
    for (const event of this.events) {
      if (event.e === "dealt" && event.to === seat && Array.isArray(event.cards)) {
        hand.push(...event.cards);
      } else if (event.e === "laid") {
        if (event.src === seat) for (const card of event.cards) remove(hand, card);
        if (event.dst === seat) hand.push(...event.cards);
      } else if (event.e === "doudizhu.redealt") {
        hand = [];
      }
    }
    return hand;
  }
}

function remove(hand, card) {
  const place = hand.indexOf(card);
  if (place >= 0) hand.splice(place, 1);
}

function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

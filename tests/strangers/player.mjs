// One player at one table, who knows of games what `asked` offers and no more.

import { Line } from "./line.mjs";
import { Round, must } from "./round.mjs";

const PATIENCE_MS = 90_000;
const REST_MS = 110; // between two acts: ten a second are allowed
const TRIES = 2; // a choice of cards may be refused, by the rules of the game
const BROKE = new Set(["rebuy", "no_chips", "chipless"]);
const WEIGHTS = { fold: 0.1, junk: 0.1, sit_out: 0.1, all_in: 0.02, raise: 0.3 };

export class Player {
  constructor(url, room, way, chips, random, fail) {
    Object.assign(this, { url, room, way, chips, random, fail });
    this.rounds = new Map();
    this.ended = 0;
    this.counts = {};
    this.turn = 0; // the turn that is open to this seat, 0 for none
    this.tried = 0;
    this.again = new Set(); // what may be told a second time, and why
    this.waiters = [];
    this.resumed = 0;
  }

  get now() {
    return this.rounds.get(this.round);
  }

  // -- coming in ------------------------------------------------------------------------------

  async come(t, fields) {
    this.line = new Line(this.url, (message) => this.hear(message), this.fail);
    await this.line.welcomed;
    const session = await this.line.ask(t, fields);
    must(session.t === "session", `${t} is answered by ${JSON.stringify(session)}`);
    Object.assign(this, { token: session.token, name: session.name, tables: session.tables ?? [] });
    return session;
  }

  async play(rounds) {
    this.wanted = rounds;
    await this.come(this.way.t, this.way.fields);
    await this.until(() => this.purse, "purse");
    this.before = this.purse;
    const cash = this.room.purse === "cash";
    if (cash) {
      await this.until(() => this.joined, "who logs in by card is in a room, unasked");
    } else {
      await this.line.ask("join", { table: this.room.table });
      const ok = await this.line.ask("queue", { table: this.room.table });
      must(ok.t === "ok", JSON.stringify(ok));
    }
    await this.until(() => this.sitting, "no seat");
    await this.talk();
    if (cash) await this.buyMore();
    await this.until(() => this.left, `${rounds} rounds`);
    await this.until(() => this.line.open.size === 0, "answers");
  }

  async talk() {
    const { table, game, preset } = this.room;
    const rules = await this.line.ask("rules_of", { game, preset });
    must(rules.game === game && rules.preset === preset, "rules of another game");
    const said = await this.line.ask("phrase", { table, phrase: "good_luck" });
    must(said.t === "ok", JSON.stringify(said));
    must(this.heard?.phrase === "good_luck", "`chat` comes before the `ok` of a phrase");
  }

  async buyMore() {
    // What `sit` named is bought first; one purchase at a time.
    await this.until(() => this.payments?.at(-1).state === "done", "the first purchase is done");
    const { n } = await this.buy(1_000);
    const done = () => this.payments.some((one) => one.n === n && one.state === "done");
    await this.until(done, "the payment is done");
  }

  // Answered by `ok` where chips are of the purse, by `payment` where they are of the card.
  async buy(amount) {
    const answer = await this.line.ask("buy", { table: this.room.table, amount });
    const kind = this.room.purse === "cash" ? "payment" : "ok";
    must(answer.t === kind, `${JSON.stringify(answer)} answers buy, and not ${kind}`);
    if (answer.payment) must(answer.payment.state === "pending", "a payment begins as pending");
    return answer.payment;
  }

  // A line breaks in the middle of a round, and the player goes on with what was seen.
  async comeBack() {
    const { table } = this.room;
    const seen = [...this.rounds.entries()].slice(-1).map(([round, one]) => ({
      table, round, seq: one.events.length,
    }));
    const turn = this.turn;
    this.add(this.line.counts);
    const { open } = this.line;
    const answered = [...open.values()].some((one) => one.request.t === "act");
    this.line.close();
    await this.line.ended;
    this.turn = 0;
    this.fresh = true;
    this.missed = true;
    this.askedBefore = turn;
    const { tables } = await this.come("resume", { token: this.token, seen });
    must(tables.includes(table), "`session` names the tables that one is in");
    this.resumed++;
    if (this.acting) this.acting.done = true; // It may be told before its answer comes again.
    this.line.askAgain(open);
    if (turn && !answered) {
      await this.until(() => this.askedAgain, `turn ${turn} is asked again`);
    }
  }

  // -- what is heard ----------------------------------------------------------------------------

  hear(message) {
    const does = this[`on_${message.t}`];
    if (does && (message.table === undefined || message.table === this.room.table)) {
      does.call(this, message);
    }
    for (const waiter of [...this.waiters]) waiter();
  }

  on_room(message) {
    must(!this.fresh, "no `room` comes after `resume`");
    this.joined = message.room.table === this.room.table;
  }

  on_ok(message) {
    if (this.acting?.id === message.id) this.acting.done = true;
  }

  on_purse(message) {
    this.purse = message;
  }

  on_payment(message) {
    this.payments = [...(this.payments ?? []), message.payment];
  }

  on_chat(message) {
    this.heard = message.lines.at(-1);
  }

  on_notice(message) {
    if (message.code === "resumed") this.again.add("resumed");
    // "One needs `entry` to play on; buy chips." Who goes home needs none.
    if (BROKE.has(message.code) && this.ended < this.wanted) this.run(() => this.buy(this.chips));
  }

  on_seats(message) {
    this.seats = message.seats;
    this.seat = message.you ?? null;
    this.getReady();
  }

  on_offer(message) {
    const chips = Math.max(this.chips, message.least_buy_in ?? 0);
    this.run(async () => {
      const { table } = this.room;
      const answer = await this.line.ask("sit", { table, key: message.key, buy_in: chips });
      must(answer.t === "ok", JSON.stringify(answer));
      must(this.seat !== null, "`seats` comes before the `ok` of `sit`");
      this.sitting = true;
    });
  }

  on_left() {
    this.left = true;
  }

  on_told(message) {
    let round = this.rounds.get(message.round);
    if (!round) {
      must(message.after === 0, "a round is told from its `began`");
      must(!this.now || this.now.over || this.missed, "a round was not told to its end");
      must(!this.round || this.missed || message.round === this.round + 1, "rounds are numbered");
      round = new Round(message.round);
      this.rounds.set(message.round, round);
      this.turn = 0;
    }
    this.missed = false;
    this.round = message.round;
    round.take(message, this.again.size > 0 && message.after === 0);
    if (message.after === 0) this.again.clear();
    // Its act is told after its `ok`, never before.
    for (const event of message.events) {
      if (event.e === "acted" && event.seat === this.seat && this.acting) {
        must(this.acting.done || event.verb !== this.acting.verb, "`told` before the `ok` of an act");
      }
    }
    if (round.over) this.roundIsOver(round);
  }

  roundIsOver(round) {
    round.reckon();
    this.turn = 0;
    if (this.seat === null || !round.dealtIn(this.seat)) return;
    this.ended++;
    if (this.ended === this.wanted) {
      this.run(() => this.line.ask("leave", { table: this.room.table, when: "after_round" }));
    } else {
      this.getReady();
    }
  }

  getReady() {
    const own = this.seats?.[this.seat];
    const between = !this.now || this.now.over;
    if (!this.room.ready || !own || own.ready || !between || this.readying) return;
    this.readying = true;
    this.run(async () => {
      await this.line.ask("ready", { table: this.room.table });
      this.readying = false;
    });
  }

  // -- what is asked ----------------------------------------------------------------------------

  on_asked(message) {
    must(message.ask.who === this.seat, "a question to another seat");
    must(message.ms <= message.of, "more time is left than was given");
    if (this.fresh && this.askedBefore === message.turn) this.askedAgain = true;
    this.fresh = false;
    const known = this.turn === message.turn;
    this.turn = message.turn;
    this.question = message.ask;
    if (!known) this.tried = 0;
    if (!this.answering) this.run(() => this.answer());
  }

  async answer() {
    this.answering = true;
    await sleep(Math.max(0, (this.actedAt ?? 0) + REST_MS - Date.now()));
    this.actedAt = Date.now();
    const turn = this.turn;
    if (turn) {
      const act = this.choose();
      const asked = this.question;
      const fields = { table: this.room.table, turn, ...act };
      const coming = this.line.ask("act", fields);
      this.acting = { verb: act.verb, id: this.line.last, done: false };
      const answer = await coming;
      this.acting = null;
      this.tried++;
      if (answer.t === "ok") {
        this.acts = (this.acts ?? 0) + 1;
        // Asked again in a window that stays open, with the same turn; else the turn is over.
        if (this.turn === turn && this.question === asked) this.turn = 0;
      } else if (answer.code === "stale") {
        if (this.turn === turn) this.turn = 0;
      } else {
        must(act.cards, `what was offered is refused: ${JSON.stringify([fields, answer])}`);
      }
    }
    this.answering = false;
    if (this.turn && !this.left) this.run(() => this.answer());
  }

  choose() {
    const { options, default: silent, who, window } = this.question;
    if (this.tried >= TRIES) {
      const { verb, amount, cards, on } = silent;
      return trim({ verb, amount, cards, on });
    }
    const weights = options.map((one) => (window && this.tried ? 1 : WEIGHTS[one.verb] ?? 1));
    const option = options[weighted(weights, this.random)];
    const { verb, low = 0, high = 0, step = 1, on = [], hand = [0, 0] } = option;
    const act = { verb };
    if (high) act.amount = low + step * Math.floor(this.random() * Math.min(4, (high - low) / step + 1));
    if (on.length) act.on = on[Math.floor(this.random() * on.length)];
    if (hand[1]) act.cards = pick(this.now.hand(who), Math.max(1, hand[0]), this.random);
    return act;
  }

  // -- how --------------------------------------------------------------------------------------

  async until(done, what) {
    const end = Date.now() + PATIENCE_MS;
    while (!done()) {
      must(Date.now() < end, `${this.room.table}: ${what} never comes (${this.state()})`);
      await new Promise((resolve) => {
        const timer = setTimeout(finish, 500);
        const waiters = this.waiters;
        function finish() {
          clearTimeout(timer);
          waiters.splice(waiters.indexOf(finish), 1);
          resolve();
        }
        waiters.push(finish);
      });
    }
  }

  state() {
    const last = this.now?.events.at(-1)?.e;
    return JSON.stringify({ ended: this.ended, turn: this.turn, seat: this.seat, last });
  }

  run(work) {
    Promise.resolve(work()).catch(this.fail);
  }

  add(counts) {
    for (const [kind, times] of Object.entries(counts)) {
      this.counts[kind] = (this.counts[kind] ?? 0) + times;
    }
  }

  async goHome() {
    const won = [...this.rounds.values()]
      .filter((one) => one.over && this.seat !== undefined)
      .reduce((sum, one) => sum + this.wonIn(one), 0);
    const ok = await this.line.ask("logout");
    must(ok.t === "ok", JSON.stringify(ok));
    const { code, reason } = await this.line.ended;
    must(code === 4000, `the line ends by ${code} ${reason}, not by goodbye`);
    this.add(this.line.counts);
    return won;
  }

  wonIn(round) {
    const seat = this.seatIn(round);
    return seat === undefined ? 0 : round.chips()[seat] - round.events[0].stacks[seat];
  }

  seatIn(round) {
    return Object.keys(round.events[0].names).find(
      (seat) => round.events[0].names[seat] === this.name,
    );
  }
}

function weighted(weights, random) {
  let left = random() * weights.reduce((sum, one) => sum + one, 0);
  return weights.findIndex((one) => (left -= one) < 0);
}

function pick(cards, count, random) {
  const left = [...cards];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1)[0],
  );
}

function trim(act) {
  return Object.fromEntries(Object.entries(act).filter(([, value]) => value !== undefined));
}

export function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

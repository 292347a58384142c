// A line to the house: hello, requests and their answers, as docs/protocol.md has them.

import { decode, encode } from "./msgpack.mjs";
import { must } from "./round.mjs";

// "`refused` may answer every request; else it is": what a player of this client asks for.
const ANSWERS = {
  guest: ["session"],
  login_by_card: ["session"],
  resume: ["session"],
  logout: ["ok"],
  profile: ["ok"],
  lobby: ["ok"],
  rules_of: ["rules"],
  join: ["room"],
  queue: ["ok"],
  sit: ["ok"],
  leave: ["ok"],
  ready: ["ok"],
  act: ["ok"],
  resync: ["ok"],
  phrase: ["ok"],
  say: ["ok"],
  buy: ["ok", "payment"],
  bank: ["bank_info"],
};
const SAID = new Set(
  (
    "welcome ok refused session pong goodbye notice rooms rules room seats queued offer left told" +
    " asked waiting chat purse payment bank_info session_list upgrade_required"
  ).split(" "),
);
const LATER = new Set(["too_fast", "paused", "not_written"]);

// A player uses a number once: one that begins at the clock's milliseconds is always new.
let number = Date.now();

export class Line {
  // `hear` is called with each message; what it throws ends everything.
  constructor(url, hear, fail) {
    this.open = new Map();
    this.counts = {};
    this.socket = new WebSocket(url);
    this.socket.binaryType = "arraybuffer";
    this.welcomed = new Promise((resolve) => (this.welcome = resolve));
    this.ended = new Promise((resolve) => this.socket.addEventListener("close", resolve));
    this.socket.addEventListener("open", () =>
      this.say({ t: "hello", low: 1, high: 1, client: "a stranger in JavaScript" }),
    );
    this.socket.addEventListener("message", (event) => {
      try {
        this.take(decode(new Uint8Array(event.data)), hear);
      } catch (wrong) {
        fail(wrong);
      }
    });
  }

  say(message) {
    this.socket.send(encode(message));
  }

  // A request; the promise is of its answer, and a refusal is one.
  ask(t, fields = {}) {
    const request = { t, id: ++number, ...fields };
    this.say(request);
    this.last = request.id;
    return new Promise((resolve) => this.open.set(request.id, { request, resolve }));
  }

  // "A request that has no answer is sent again as it was, with its number."
  askAgain(open) {
    for (const [id, one] of open) {
      this.open.set(id, one);
      this.say(one.request);
    }
  }

  take(message, hear) {
    must(SAID.has(message.t), `nothing is called ${message.t}`);
    if (message.t === "welcome") {
      must(message.version === 1, "version 1 was asked for");
      must((message.features ?? []).length === 0, "there are no features");
      this.welcome(message);
      return;
    }
    if (message.id) this.answered(message);
    hear(message);
  }

  answered(message) {
    const asked = this.open.get(message.id);
    if (!asked) {
      must(message.t === "payment" || message.t === "refused", `${message.t} answers nothing`);
      return;
    }
    const { request, resolve } = asked;
    if (message.t === "refused" && LATER.has(message.code)) {
      setTimeout(() => this.say(request), message.facts?.ms ?? 200);
      return;
    }
    this.open.delete(message.id);
    if (message.t !== "refused") {
      must(ANSWERS[request.t].includes(message.t), `${message.t} answers ${request.t}`);
    }
    this.counts[request.t] = (this.counts[request.t] ?? 0) + 1;
    resolve(message);
  }

  close() {
    this.socket.close();
  }
}

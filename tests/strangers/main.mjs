// Plays rounds at every table of a house: node main.mjs URL ROUNDS CARDS SEED
//
// Written from docs/protocol.md alone. It says in one line of JSON what it did, or why it failed.

import { Line } from "./line.mjs";
import { Player, sleep } from "./player.mjs";
import { must } from "./round.mjs";

// "`game` and `preset`": the least seats of each game.
const LEAST = { holdem: 2, doudizhu: 3, blackjack: 1, roulette: 1, sabacc: 2 };
const CHIPS = 50_000;

const [url, rounds, cards, seed] = [process.argv[2], ...process.argv.slice(3).map(JSON.parse)];

function fail(wrong) {
  console.log(JSON.stringify({ failed: String(wrong.stack ?? wrong) }));
  process.exit(1);
}

// Numbers that are the same for the same seed.
function chance(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

async function lobby() {
  let rooms;
  const line = new Line(url, (message) => (rooms = message.t === "rooms" ? message.rooms : rooms), fail);
  await line.welcomed;
  const session = await line.ask("guest");
  must(session.guest === true, "a guest is one");
  await line.ask("lobby");
  while (!rooms) await sleep(20);
  await line.ask("logout");
  return rooms;
}

async function atTable(room, place) {
  const cash = room.purse === "cash";
  const count = Math.max(2, LEAST[room.game]);
  const players = [];
  for (let n = 0; n < count; n++) {
    const way = cash
      ? { t: "login_by_card", fields: { name: `Strange ${n}`, ...cards[n] } }
      : { t: "guest", fields: {} };
    const chips = Math.min(room.most_buy_in || CHIPS, Math.max(room.least_buy_in, CHIPS));
    players.push(new Player(url, room, way, chips, chance(seed + 100 * place + n), fail));
  }
  const playing = players.map((player) => player.play(rounds).catch(fail));
  // The first of them loses its line in the first round, and goes on.
  await players[0].until(() => players[0].turn || players[0].ended, "the first question");
  await players[0].comeBack();
  await Promise.all(playing);
  await agree(players);
  const won = [];
  for (const player of players) won.push(await player.goHome());
  return report(room, players, won);
}

// All are told the same, but for cards that lie open to some only.
async function agree(players) {
  const [one, ...others] = players;
  for (const [number, round] of one.rounds) {
    for (const other of others) {
      const told = other.rounds.get(number);
      if (!round.over || !told?.over) continue;
      must(plain(round) === plain(told), `round ${number} was told otherwise to another`);
    }
  }
}

function plain(round) {
  return JSON.stringify(round.events.filter((event) => event.e !== "dealt"));
}

function report(room, players, won) {
  const answered = {};
  for (const player of players) {
    for (const [kind, times] of Object.entries(player.counts)) {
      answered[kind] = (answered[kind] ?? 0) + times;
    }
  }
  return {
    game: room.game,
    preset: room.preset,
    ended: players.map((player) => player.ended),
    acts: players.map((player) => player.acts ?? 0),
    resumed: players[0].resumed,
    won,
    answered,
  };
}

try {
  const rooms = await lobby();
  const tables = await Promise.all(rooms.map(atTable));
  console.log(JSON.stringify({ tables }));
  process.exit(0);
} catch (wrong) {
  fail(wrong);
}

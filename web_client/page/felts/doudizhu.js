// The middle of the felt of Dou Dizhu, and what lies over it.

import { html } from "../lib/preact.js";
import { Cards } from "../parts/card.js";
import { Hat } from "../parts/seat.js";
import { Sign } from "../parts/about.js";
import { Icon } from "../parts/icon.js";
import { hinted } from "../parts/keys.js";
import { Parted } from "../parts/parted.js";

/** @typedef {import("../types/views").DoudizhuMiddle} DoudizhuMiddle */
/** @typedef {import("../parts/tap").TapFunction} TapFunction */

/** @type {import("../parts/chairs.js").Spots} */
const CORNERS = [[0, 0], [1, 0]];

const face = (/** @type {string} */ name) =>
  html`<img class="face" alt="" src=${new URL(`../faces/${encodeURIComponent(name)}.svg`, import.meta.url).href} />`;

/** @param {{ middle: DoudizhuMiddle, tap: TapFunction }} props */
function Doudizhu({ middle, tap }) {
  const { bill, score, room } = middle;
  return html`<div class="doudizhu-middle">
    <div class="kitty" data-place="board"><${Cards} cards=${middle.kitty} size="small" tap=${tap} /></div>
    ${middle.worth &&
    html`<button type="button" class="worth" onClick=${() => tap(middle.worth_tap)}><${Parted} text=${middle.worth} /></button>`}
    ${middle.counter.length > 0 &&
    html`<table class="counter"><tr>${middle.counter.map((one, at) => html`<th key=${at} scope="col">${one.rank}</th>`)}</tr>
      <tr>${middle.counter.map((one, at) => html`<td key=${at} class=${one.tone}>${one.count}</td>`)}</tr></table>`}
    ${middle.before.length > 0 &&
    html`<div class="panel before">${middle.before.map(
      (one, at) => html`<p key=${at}>${face(one.face)}<span>${one.name}</span>
        <${Cards} cards=${one.cards} size="fan" tap=${tap} look="packed-row" /></p>`,
    )}</div>`}
    ${bill && html`<${Bill} bill=${bill} tap=${tap} />`}
    ${score && html`<${Score} score=${score} tap=${tap} />`}
    ${room && !score &&
    html`<div class="panel room"><h2>${room.title}</h2><p>${room.note}</p>
      ${room.code && html`<p class="code">${room.code}</p>`}${room.how && html`<p class="how">${room.how}</p>`}</div>`}
  </div>`;
}

/** What stands in a corner of the felt. @param {{ middle: DoudizhuMiddle, tap: TapFunction }} props */
function Corner({ middle, tap }) {
  return html`<div class="corner">
    ${middle.trust_text && html`<button type="button" class="round named" title=${hinted(middle.trust_text, middle.trust_tap)}
      aria-label=${middle.trust_text} onClick=${() => tap(middle.trust_tap)}>
      <${Icon} name="bot" /><small>${middle.trust_short}</small></button>`}
    ${middle.before_text && html`<${Sign} icon="trick" text=${middle.before_text} what=${middle.before_tap} tap=${tap} />`}
  </div>`;
}

/** @param {{ bill: import("../types/views").BillView, tap: TapFunction }} props */
function Bill({ bill, tap }) {
  return html`<div class="panel bill" role="group" aria-label=${bill.title}>
    <${Sign} icon="close" text=${bill.close_text} what=${bill.close} tap=${tap} look="shut" />
    <h2>${bill.title}</h2>
    <ul>${bill.lines.map((line, at) => html`<li key=${at}>${line}</li>`)}</ul>
    <ul class="sums">${bill.results.map(([name, sum], at) => html`<li key=${at}><span>${name}</span><b>${sum}</b></li>`)}</ul>
  </div>`;
}

/** @param {{ score: import("../types/views").ScoreView, tap: TapFunction }} props */
function Score({ score, tap }) {
  return html`<div class=${`panel score${score.won ? " won" : ""}`} role="group" aria-label=${score.title}>
    <${Sign} icon="close" text=${score.close_text} what=${score.close} tap=${tap} look="shut" />
    <h2>${score.title}</h2><p>${score.note}</p>
    <p class="factors">${score.factors.map((one, at) => html`<span key=${at}>${one}</span>`)}<b>${score.total}</b></p>
    <ul class="sums">${score.results.map(
      (one) => html`<li key=${one.name} class=${one.me ? "me" : ""}><i class="hatted">${face(one.face)}<${Hat} kind=${one.hat} /></i>
        <span>${one.name}${one.note && html`<small>${one.note}</small>`}</span>
        <b class=${one.tone}>${one.text}</b></li>`,
    )}</ul>
    ${score.cap && html`<p class="cap">${score.cap}</p>`}
  </div>`;
}

/** @type {import("./felts.js").Felt} */
export const doudizhu = { Middle: Doudizhu, Before: Corner, spots: () => CORNERS, fans: true };

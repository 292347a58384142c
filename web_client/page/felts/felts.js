// The felts of the page by the names of their middles: a new one is a line here.

import { blackjack } from "./blackjack.js";
import { doudizhu } from "./doudizhu.js";
import { plain } from "./plain.js";
import { roulette } from "./roulette.js";
import { sabacc } from "./sabacc.js";

/** @typedef {(props: any) => unknown} Part */
/**
 * A felt: what lies in its middle, what stands before my cards, and where the chairs of the others are.
 * My cards lie in a fan from edge to edge where they are many, or where the felt `fans` them always.
 * @typedef {{ Middle: Part, Before?: Part, spots?: (count: number) => import("../parts/chairs.js").Spots, fans?: boolean }} Felt
 */

/** @type {Record<string, Felt>} */
const FELTS = { plain, doudizhu, blackjack, roulette, sabacc };

/** The felt of a middle; of one that the page does not know the plain one. @param {string} kind @returns {Felt} */
export function feltOf(kind) {
  return FELTS[kind] ?? plain;
}

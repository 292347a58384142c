// How the page looks on this device, as attributes that the style sheets read.

/** @typedef {import("./types/views").PageView} PageView */

/** @type {unknown} */
let worn = null;

/** @param {PageView} view */
export function dress(view) {
  const root = document.documentElement;
  if (document.title !== view.title) document.title = view.title;
  if (root.lang !== view.language) root.lang = view.language;
  if (root.dataset.screen !== view.screen) root.dataset.screen = view.screen;
  if (worn === view.looks) return;
  worn = view.looks;
  const looks = view.looks;
  root.dataset.scheme = looks.scheme;
  root.dataset.felt = looks.felt;
  root.dataset.back = looks.back;
  root.dataset.front = looks.front;
  root.dataset.cards = looks.card_size;
  root.dataset.colours = looks.four_colours ? "4" : "2";
  root.dataset.text = looks.big_text ? "big" : "normal";
  root.dataset.hand = looks.left_handed ? "left" : "right";
  root.dataset.motion = looks.motion;
}

/** What a tap posts: its name and what goes with it, and what was typed or set beside it. */
export type Tap = readonly (string | number | boolean)[];
export type TapFunction = (what: Tap, value?: unknown) => void;

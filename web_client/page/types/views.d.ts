// Made by `python -m tools.web.view_types` from web_client/bridge.

export type Block = Brand | Cards | Choice | Entry | Fact | Group | Item | Paragraph | PlayerCard | Press | QrCode | Slider | Switch | Tile;

export interface Brand {
  readonly title: string;
  readonly text: string;
  readonly kind: "brand";
}

export interface Cards {
  readonly cards: readonly string[];
  readonly label: string;
  readonly raised: readonly number[];
  readonly kind: "cards";
}

export interface Choice {
  readonly label: string;
  readonly picks: readonly Pick[];
  readonly look: "segments" | "list" | "swatches" | "faces";
  readonly quiet: boolean;
  readonly able: boolean;
  readonly kind: "choice";
}

export interface DialogView {
  readonly title: string;
  readonly text: string;
  readonly answers: readonly Press[];
  readonly dismiss: readonly (string | number | boolean)[];
}

export interface Entry {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  readonly sort: "text" | "password" | "number" | "letters";
  readonly hint: string;
  readonly wrong: string;
  readonly most: number;
  readonly fills: string;
  readonly tap: readonly (string | number | boolean)[];
  readonly kind: "entry";
}

export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly ink: "plain" | "lead" | "soft" | "good" | "bad" | "warm" | "gold" | "title" | "label" | "code";
  readonly kind: "fact";
}

export interface Group {
  readonly blocks: readonly Block[];
  readonly heading: string;
  readonly look: "surface" | "plain" | "row" | "grid" | "list" | "folded";
  readonly form: string;
  readonly open: boolean;
  readonly tap: readonly (string | number | boolean)[];
  readonly kind: "group";
}

export interface Item {
  readonly title: string;
  readonly tap: readonly (string | number | boolean)[];
  readonly note: string;
  readonly value: string;
  readonly icon: string;
  readonly face: string;
  readonly ink: "plain" | "lead" | "soft" | "good" | "bad" | "warm" | "gold" | "title" | "label" | "code";
  readonly marks: readonly string[];
  readonly cards: readonly string[];
  readonly here: boolean;
  readonly calls: boolean;
  readonly extra: readonly Press[];
  readonly kind: "item";
}

export interface LooksView {
  readonly scheme: string;
  readonly felt: string;
  readonly back: string;
  readonly front: string;
  readonly card_size: string;
  readonly four_colours: boolean;
  readonly big_text: boolean;
  readonly left_handed: boolean;
  readonly motion: string;
  readonly sound: number;
  readonly music: number;
  readonly voices: number;
  readonly vibration: boolean;
}

export interface Numbered {
  readonly number: number;
  readonly text: string;
}

export interface PageView {
  readonly language: string;
  readonly screen: string;
  readonly title: string;
  readonly address: string;
  readonly depth: number;
  readonly looks: LooksView;
  readonly strip: StripView;
  readonly toasts: readonly ToastView[];
  readonly told: readonly Numbered[];
  readonly cues: readonly Numbered[];
  readonly dialog: DialogView | null;
  readonly sheet: Sheet | null;
  readonly table: TableScreenView | null;
}

export interface Paragraph {
  readonly text: string;
  readonly ink: "plain" | "lead" | "soft" | "good" | "bad" | "warm" | "gold" | "title" | "label" | "code";
  readonly kind: "paragraph";
}

export interface Pick {
  readonly text: string;
  readonly tap: readonly (string | number | boolean)[];
  readonly on: boolean;
  readonly note: string;
  readonly picture: string;
  readonly swatch: string;
}

export interface PlayerCard {
  readonly name: string;
  readonly face: string;
  readonly chips: string;
  readonly tap: readonly (string | number | boolean)[];
  readonly note: string;
  readonly profit: string;
  readonly mood: "" | "good" | "bad";
  readonly label: string;
  readonly kind: "player";
}

export interface Press {
  readonly text: string;
  readonly tap: readonly (string | number | boolean)[];
  readonly look: "main" | "quiet" | "plain" | "danger";
  readonly able: boolean;
  readonly icon: string;
  readonly note: string;
  readonly sends: boolean;
  readonly bare: boolean;
  readonly copies: string;
  readonly shares: string;
  readonly badge: string;
  readonly kind: "press";
}

export interface QrCode {
  readonly path: string;
  readonly size: number;
  readonly label: string;
  readonly kind: "qr";
}

export interface Sheet {
  readonly title: string;
  readonly columns: readonly (readonly Block[])[];
  readonly actions: readonly Press[];
  readonly foot: readonly Press[];
  readonly back: readonly (string | number | boolean)[];
  readonly back_text: string;
  readonly headless: boolean;
  readonly middle: boolean;
}

export interface Slider {
  readonly label: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly step: number;
  readonly told: string;
  readonly tap: readonly (string | number | boolean)[];
  readonly able: boolean;
  readonly kind: "slider";
}

export interface StripView {
  readonly dot: string;
  readonly state: string;
  readonly text: string;
  readonly tap: readonly (string | number | boolean)[];
  readonly banner: string;
  readonly banner_kind: "warning" | "bad";
  readonly banner_tap: readonly (string | number | boolean)[];
  readonly call: string;
  readonly call_tap: readonly (string | number | boolean)[];
  readonly button: string;
}

export interface Switch {
  readonly label: string;
  readonly on: boolean;
  readonly tap: readonly (string | number | boolean)[];
  readonly note: string;
  readonly able: boolean;
  readonly kind: "switch";
}

export interface TableScreenView {
  readonly title: string;
  readonly back: readonly (string | number | boolean)[];
}

export interface Tile {
  readonly title: string;
  readonly tap: readonly (string | number | boolean)[];
  readonly icon: string;
  readonly cloth: string;
  readonly players: string;
  readonly live: readonly string[];
  readonly large: boolean;
  readonly dim: boolean;
  readonly kind: "tile";
}

export interface ToastView {
  readonly id: number;
  readonly text: string;
  readonly mood: string;
  readonly tap: readonly (string | number | boolean)[];
  readonly close: readonly (string | number | boolean)[];
}

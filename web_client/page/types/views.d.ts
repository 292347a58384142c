// Made by `python -m tools.web.view_types` from web_client/bridge.

export type Block = Brand | Cards | Choice | Entry | Fact | Group | Item | Paragraph | PlayerCard | Press | PuzzleTile | QrCode | Slider | Switch | Tile;

export interface AmountView {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly step: number;
  readonly text: string;
  readonly typed: string;
  readonly limits: string;
  readonly wrong: string;
  readonly presets: readonly PresetView[];
  readonly open: boolean;
  readonly slide: readonly (string | number | boolean)[];
  readonly less: readonly (string | number | boolean)[];
  readonly more: readonly (string | number | boolean)[];
  readonly type: readonly (string | number | boolean)[];
  readonly close: readonly (string | number | boolean)[];
  readonly less_text: string;
  readonly more_text: string;
  readonly close_text: string;
  readonly unit: number;
}

export interface BarView {
  readonly status: string;
  readonly ink: "text" | "soft" | "gold" | "warm";
  readonly turn: number;
  readonly asked: string;
  readonly held: boolean;
  readonly choices: readonly ChoiceView[];
  readonly amount: AmountView | null;
}

export interface BetsView {
  readonly title: string;
  readonly lines: readonly LaidLine[];
  readonly total: string;
  readonly close: readonly (string | number | boolean)[];
  readonly close_text: string;
}

export interface BillView {
  readonly title: string;
  readonly lines: readonly string[];
  readonly results: readonly (readonly [string, string])[];
  readonly close: readonly (string | number | boolean)[];
  readonly close_text: string;
}

export interface BlackjackMiddle {
  readonly house: CardsView;
  readonly printed: readonly string[];
  readonly shoe: number;
  readonly marker: number;
  readonly insurance: Tag;
  readonly tray: readonly TrayChip[];
  readonly tray_label: string;
  readonly kind: "blackjack";
}

export interface Brand {
  readonly title: string;
  readonly text: string;
  readonly kind: "brand";
}

export interface BubbleView {
  readonly text: string;
  readonly emote: string;
}

export interface CardView {
  readonly name: string;
  readonly label: string;
  readonly look: "" | "raised" | "dim";
  readonly mark: string;
  readonly chosen: boolean;
  readonly tap: readonly (string | number | boolean)[];
}

export interface Cards {
  readonly cards: readonly string[];
  readonly label: string;
  readonly raised: readonly number[];
  readonly kind: "cards";
}

export interface CardsView {
  readonly label: string;
  readonly cards: readonly CardView[];
  readonly tag: Tag;
  readonly active: boolean;
  readonly bet: string;
  readonly upper: number;
}

export interface Choice {
  readonly label: string;
  readonly picks: readonly Pick[];
  readonly look: "segments" | "list" | "swatches" | "faces";
  readonly quiet: boolean;
  readonly able: boolean;
  readonly kind: "choice";
}

export interface ChoiceView {
  readonly key: string;
  readonly text: string;
  readonly note: string;
  readonly look: "primary" | "quiet" | "danger" | "dim";
  readonly lead: boolean;
  readonly tap: readonly (string | number | boolean)[];
  readonly opens: readonly (string | number | boolean)[];
  readonly aimed: boolean;
  readonly hint: string;
}

export interface ClockView {
  readonly ends: number;
  readonly of: number;
}

export interface DialogView {
  readonly title: string;
  readonly text: string;
  readonly answers: readonly Press[];
  readonly dismiss: readonly (string | number | boolean)[];
}

export interface DoudizhuMiddle {
  readonly kitty: CardsView;
  readonly worth: string;
  readonly worth_tap: readonly (string | number | boolean)[];
  readonly counter: readonly RankLeft[];
  readonly before_text: string;
  readonly before_tap: readonly (string | number | boolean)[];
  readonly before: readonly ListedPlay[];
  readonly trust_text: string;
  readonly trust_short: string;
  readonly trust_tap: readonly (string | number | boolean)[];
  readonly bill: BillView | null;
  readonly score: ScoreView | null;
  readonly room: RoomView | null;
  readonly kind: "doudizhu";
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

export interface FellView {
  readonly text: string;
  readonly colour: "red" | "black" | "green";
}

export interface FlightView {
  readonly number: number;
  readonly kind: "card" | "chips";
  readonly start: string;
  readonly end: string;
  readonly card: string;
  readonly late: number;
}

export interface Group {
  readonly blocks: readonly Block[];
  readonly heading: string;
  readonly look: "surface" | "plain" | "row" | "grid" | "list" | "tiles";
  readonly form: string;
  readonly kind: "group";
}

export interface HeapView {
  readonly text: string;
  readonly chips: readonly string[];
}

export interface HumView {
  readonly music: string;
  readonly held: string;
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

export interface KeyView {
  readonly key: string;
  readonly tap: readonly (string | number | boolean)[];
}

export interface LaidLine {
  readonly text: string;
  readonly note: string;
  readonly tap: readonly (string | number | boolean)[];
  readonly tap_text: string;
}

export interface ListedPlay {
  readonly name: string;
  readonly face: string;
  readonly cards: CardsView;
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

export interface MenuItem {
  readonly name: string;
  readonly text: string;
  readonly icon: string;
  readonly tap: readonly (string | number | boolean)[];
}

export interface MenuView {
  readonly title: string;
  readonly items: readonly MenuItem[];
  readonly close: readonly (string | number | boolean)[];
  readonly close_text: string;
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
  readonly hum: HumView;
  readonly dialog: DialogView | null;
  readonly sheet: Sheet | null;
  readonly table: TableScreenView | null;
  readonly puzzle: PuzzleView | null;
}

export interface Paragraph {
  readonly text: string;
  readonly ink: "plain" | "lead" | "soft" | "good" | "bad" | "warm" | "gold" | "title" | "label" | "code";
  readonly kind: "paragraph";
}

export interface PhraseView {
  readonly text: string;
  readonly tap: readonly (string | number | boolean)[];
  readonly emote: string;
}

export interface Pick {
  readonly text: string;
  readonly tap: readonly (string | number | boolean)[];
  readonly on: boolean;
  readonly note: string;
  readonly picture: string;
  readonly swatch: string;
}

export interface PlaceView {
  readonly place: string;
  readonly text: string;
  readonly label: string;
  readonly along: number;
  readonly across: number;
  readonly long: number;
  readonly broad: number;
  readonly colour: "" | "red" | "black" | "green";
  readonly mine: string;
  readonly chip: string;
  readonly others: boolean;
  readonly paid: boolean;
  readonly hit: boolean;
  readonly tap: readonly (string | number | boolean)[];
}

export interface PlainMiddle {
  readonly label: string;
  readonly board: CardsView;
  readonly slots: number;
  readonly house: CardsView | null;
  readonly pot: string;
  readonly sides: readonly string[];
  readonly chips: readonly string[];
  readonly verdict: string;
  readonly whose: string;
  readonly kind: "plain";
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

export interface PresetView {
  readonly text: string;
  readonly note: string;
  readonly on: boolean;
  readonly tap: readonly (string | number | boolean)[];
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

export interface PuzzleSide {
  readonly name: Tag;
  readonly hand: CardsView;
  readonly play: CardsView;
}

export interface PuzzleTile {
  readonly text: string;
  readonly label: string;
  readonly stars: number;
  readonly most: number;
  readonly tap: readonly (string | number | boolean)[];
  readonly next: boolean;
  readonly kind: "puzzle";
}

export interface PuzzleView {
  readonly label: string;
  readonly mine: PuzzleSide;
  readonly others: readonly PuzzleSide[];
  readonly bar: BarView;
  readonly keys: readonly KeyView[];
  readonly slide: readonly (string | number | boolean)[];
}

export interface QrCode {
  readonly path: string;
  readonly size: number;
  readonly label: string;
  readonly kind: "qr";
}

export interface RankLeft {
  readonly rank: string;
  readonly count: string;
  readonly tone: "" | "quiet" | "good" | "bad" | "warm" | "gold" | "info";
}

export interface ResultLine {
  readonly name: string;
  readonly face: string;
  readonly text: string;
  readonly tone: "" | "quiet" | "good" | "bad" | "warm" | "gold" | "info";
  readonly hat: "landlord" | "peasant";
  readonly me: boolean;
  readonly note: string;
}

export interface RoomView {
  readonly title: string;
  readonly note: string;
  readonly code: string;
  readonly how: string;
}

export interface RouletteMiddle {
  readonly wheel: "still" | "spins" | "fell";
  readonly number: string;
  readonly colour: "" | "red" | "black" | "green";
  readonly order: readonly number[];
  readonly at: number;
  readonly past: readonly FellView[];
  readonly past_label: string;
  readonly places: readonly PlaceView[];
  readonly board_label: string;
  readonly tray: readonly TrayChip[];
  readonly tray_label: string;
  readonly bets: BetsView | null;
  readonly bets_text: string;
  readonly bets_tap: readonly (string | number | boolean)[];
  readonly loupe_text: string;
  readonly before_text: string;
  readonly after_text: string;
  readonly close_text: string;
  readonly aimed: string;
  readonly aims: number;
  readonly kind: "roulette";
}

export interface SabaccMiddle {
  readonly lap: string;
  readonly dice: readonly number[];
  readonly dice_label: string;
  readonly shift: string;
  readonly pot: string;
  readonly sides: readonly string[];
  readonly chips: readonly string[];
  readonly jackpot: string;
  readonly discards: CardsView;
  readonly discards_tap: readonly (string | number | boolean)[];
  readonly discards_text: string;
  readonly listed: boolean;
  readonly close_text: string;
  readonly kind: "sabacc";
}

export interface SaidLine {
  readonly n: number;
  readonly name: string;
  readonly text: string;
  readonly mine: boolean;
  readonly emote: string;
  readonly tap: readonly (string | number | boolean)[];
}

export interface ScoreView {
  readonly title: string;
  readonly note: string;
  readonly won: boolean;
  readonly factors: readonly string[];
  readonly total: string;
  readonly results: readonly ResultLine[];
  readonly cap: string;
  readonly close: readonly (string | number | boolean)[];
  readonly close_text: string;
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
  readonly rises: boolean;
}

export interface SideView {
  readonly title: string;
  readonly lines: readonly string[];
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
  readonly unit: number;
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
  readonly mark: string;
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
  readonly game: string;
  readonly table: string;
  readonly label: string;
  readonly seats_label: string;
  readonly top: TopView;
  readonly tip: TipView | null;
  readonly seats: readonly TableSeat[];
  readonly count: number;
  readonly hand: readonly CardsView[];
  readonly hand_label: string;
  readonly slide: readonly (string | number | boolean)[];
  readonly middle: PlainMiddle | DoudizhuMiddle | BlackjackMiddle | RouletteMiddle | SabaccMiddle;
  readonly bar: BarView;
  readonly keys: readonly KeyView[];
  readonly menu: MenuView | null;
  readonly talk: TalkView;
  readonly side: SideView;
  readonly flights: readonly FlightView[];
  readonly skip: readonly (string | number | boolean)[];
}

export interface TableSeat {
  readonly seat: number;
  readonly spot: number;
  readonly label: string;
  readonly name: string;
  readonly face: string;
  readonly stack: string;
  readonly word: Tag;
  readonly note: string;
  readonly mark: string;
  readonly me: boolean;
  readonly bot: boolean;
  readonly turn: boolean;
  readonly dim: boolean;
  readonly won: boolean;
  readonly free: boolean;
  readonly button: string;
  readonly hat: "" | "landlord" | "peasant";
  readonly held: string;
  readonly hands: readonly CardsView[];
  readonly play: CardsView | null;
  readonly said: BubbleView | null;
  readonly bet: HeapView | null;
  readonly clock: ClockView | null;
  readonly tap: readonly (string | number | boolean)[];
}

export interface Tag {
  readonly text: string;
  readonly tone: "" | "quiet" | "good" | "bad" | "warm" | "gold" | "info";
}

export interface TalkView {
  readonly title: string;
  readonly open: boolean;
  readonly badge: string;
  readonly lines: readonly SaidLine[];
  readonly nothing: string;
  readonly may_write: boolean;
  readonly hint: string;
  readonly closed: string;
  readonly send: readonly (string | number | boolean)[];
  readonly send_text: string;
  readonly phrases: readonly PhraseView[];
  readonly tap: readonly (string | number | boolean)[];
  readonly close_text: string;
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

export interface TipView {
  readonly text: string;
  readonly next_text: string;
  readonly next: readonly (string | number | boolean)[];
  readonly skip_text: string;
  readonly skip: readonly (string | number | boolean)[];
}

export interface ToastView {
  readonly id: number;
  readonly text: string;
  readonly mood: string;
  readonly tap: readonly (string | number | boolean)[];
  readonly close: readonly (string | number | boolean)[];
}

export interface TopView {
  readonly title: string;
  readonly note: string;
  readonly news: string;
  readonly back: readonly (string | number | boolean)[];
  readonly back_text: string;
  readonly rules: readonly (string | number | boolean)[];
  readonly rules_text: string;
  readonly chat: readonly (string | number | boolean)[];
  readonly menu: readonly (string | number | boolean)[];
  readonly menu_text: string;
  readonly badge: string;
}

export interface TrayChip {
  readonly text: string;
  readonly label: string;
  readonly colour: string;
  readonly able: boolean;
  readonly on: boolean;
  readonly tap: readonly (string | number | boolean)[];
}

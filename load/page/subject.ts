/** A tree as plain data, for every editor in its own terms. */
export interface Branch {
  readonly id: string;
  readonly words: string;
  readonly children: readonly Branch[];
}

/** One editor that is measured: each answers when what it was asked for stands on the screen, but for the painting itself. */
export interface Subject {
  /** What its page does while the data is on its way: it puts up its frame, as far as it has one without data. */
  prepare(host: HTMLElement): void;
  /** From the text of the data to a whole map in the host. */
  open(data: string): Promise<void>;
  /** Moves the picture by so many pixels. */
  pan(dx: number, dy: number): void;
  /** Zooms about the middle. */
  zoom(factor: number): void;
  /** Adds one child to an item in sight. */
  add(): Promise<void> | void;
  /** How many items the map has. */
  items?(): number;
  /** Brings an item into sight, selected; answers the middle of it on the screen. */
  show?(): Promise<{ readonly x: number; readonly y: number }>;
}

/** What the page writes into the browser's trace: from a key that adds an item, and from the key of a letter, once that is in its field. */
export const MARKS = { added: 'bough:added', typed: 'bough:typed' } as const;

/** What `page.evaluate` sees. */
export interface Bench {
  /** Milliseconds from the data to the picture. */
  open(address: string): Promise<number>;
  /** Times between frames while something moves in each of them. */
  pan(ms: number): Promise<number[]>;
  zoom(ms: number): Promise<number[]>;
  /** Begins to take the times between frames, which `watched` answers. */
  watch(): void;
  watched(): number[];
  add(): Promise<number>;
  show(): Promise<{ readonly x: number; readonly y: number } | null>;
  /** How many items the map has now. */
  items(): number;
  longTasks(): number[];
  nodes(): number;
}

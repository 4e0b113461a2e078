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
  /** Milliseconds from each key press to its painted frame, since the last call. */
  keys(): number[];
  longTasks(): number[];
  nodes(): number;
}

/** People in rooms, on whichever server. */
export interface World {
  readonly rooms: number;
  readonly each: number;
}

/** One person of a world: says something, and hears what others said. */
export interface Talker {
  /** Changes something that only this person changes, to this text. */
  say(text: string): void;
  close(): void;
}

/** What is measured of a server under the worlds. */
export interface Side {
  readonly name: string;
  /** Everybody arrives; `hear` is called with each text that reaches somebody else than its author. */
  arrive(world: World, hear: (text: string) => void): Promise<readonly Talker[]>;
  processorMs(): number;
  /** Bytes in use after a collection. */
  liveBytes(): Promise<number>;
  /** Median time from saying to being told that it is kept; null where nobody tells. */
  acknowledgedMs(): number | null;
  stop(): Promise<void>;
}

/** What came of one world on one server. */
export interface Sample {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly processorUs: number;
  readonly memoryKb: number;
  readonly acknowledgedMs: number | null;
  /** Of what should have reached somebody, how much did. */
  readonly delivered: number;
}

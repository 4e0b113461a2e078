import { isCount } from '@bough/base';

/** What the log saw last from one writer (`LineCodec.writerOf`): the counter of its last change, and the number the last kept one got. */
export interface LastSeen {
  readonly counter: number;
  /** 0 when none of its changes was kept. */
  readonly seq: number;
}

/** The deduplication table: one line per writer that there ever was. An older version counted by other names, which stay in it. A change is new when its counter follows on. */
export type Counters = ReadonlyMap<string, LastSeen>;

/** The table as a JSON value: flat, so that it compresses well. */
export function encodeCounters(counters: Counters): readonly (string | number)[] {
  return [...counters].flatMap(([writer, seen]) => [writer, seen.counter, seen.seq]);
}

/** The table, or null when the value is none. */
export function tryDecodeCounters(value: unknown): Map<string, LastSeen> | null {
  if (!Array.isArray(value) || value.length % 3 !== 0) return null;
  const table = new Map<string, LastSeen>();
  for (let i = 0; i < value.length; i += 3) {
    const writer: unknown = value[i];
    const counter: unknown = value[i + 1];
    const seq: unknown = value[i + 2];
    if (typeof writer !== 'string' || !isCount(counter) || !isCount(seq)) return null;
    table.set(writer, { counter, seq });
  }
  return table;
}

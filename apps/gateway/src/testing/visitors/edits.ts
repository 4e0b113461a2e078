import { PROTOCOL_LIMITS } from '@bough/sync';
import { expect } from 'vitest';
import { addItem } from './ops.ts';
import type { PageSocket } from './page-socket.ts';
import { until } from '../until.ts';

/** As many changes as a frame may have. */
export const IN_FRAME = PROTOCOL_LIMITS.submitChanges;

/** Submits so many changes, frame after frame; of what comes the socket keeps only how far the map is. */
export async function writeInFrames(
  socket: PageSocket,
  count: number,
  opsOf: (n: number) => readonly unknown[],
): Promise<void> {
  for (let from = 0; from < count; from += IN_FRAME) {
    const edits = Array.from({ length: Math.min(IN_FRAME, count - from) }, (_, n) => opsOf(from + n));
    const counters = socket.submitAll(edits);
    await until(() => socket.outcome(counters.at(-1) ?? 0) !== null, 30_000);
    socket.forget();
  }
}

/** Adds an item at each of these in turn, so often, and answers how long the slowest took; each must be kept. `between` comes after each round. */
export async function slowestEditMs(
  sockets: readonly PageSocket[],
  rounds: number,
  between: () => void = () => undefined,
): Promise<number> {
  let slowestMs = 0;
  for (let n = 0; n < rounds; n++) {
    for (const socket of sockets) {
      const startedMs = performance.now();
      expect(await socket.change([addItem('honest')])).toBe('kept');
      slowestMs = Math.max(slowestMs, performance.now() - startedMs);
    }
    between();
  }
  return slowestMs;
}

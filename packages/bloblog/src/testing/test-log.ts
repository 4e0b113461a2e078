import { err, makeIds, ok } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import type { Entry, LineCodec, LogPorts } from '../ports.ts';
import { toyCompression, toyDigest } from './toy-ports.ts';

/** A change of the tests: a text. */
export interface Note extends Entry {
  readonly client: string;
  readonly text: string;
}

/** Notes as JSON. */
export const noteCodec: LineCodec<Note> = {
  encode: (note) => JSON.stringify([note.client, note.counter, note.text]),
  tryDecode(line) {
    const value: unknown = JSON.parse(line);
    if (!Array.isArray(value)) return err('not a list');
    const fields: readonly unknown[] = value;
    const [client, counter, text] = fields;
    if (typeof client !== 'string' || typeof counter !== 'number' || typeof text !== 'string') return err('not a note');
    return ok({ client, counter, text });
  },
  writerOf: ({ client }) => client,
};

/** Ports on a virtual clock and a seed. */
export function virtualPorts(seed: number): LogPorts & { readonly clock: VirtualClock } {
  const clock = new VirtualClock();
  const random = seededRandom(seed);
  return { clock, random, ids: makeIds(clock, random), digest: toyDigest, compression: toyCompression };
}

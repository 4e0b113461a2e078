import { utf8Encode } from '@bough/base';
import { VirtualClock } from '@bough/base/testing';
import { wireShape } from '@bough/map/testing';
import { expect, test } from 'vitest';
import { PROTOCOL_HASH, PROTOCOL_LIMITS, utf8Bytes } from './protocol.ts';
import { CLIENT_FRAMES, SERVER_FRAMES } from './testing/samples.ts';
import { Trace } from './testing/trace.ts';

test('[SYNC-1] a change of the frames, the ops, the fields or a limit raises PROTOCOL_VERSION and pins the new hash', () => {
  const trace = new Trace(new VirtualClock(0));
  for (const frame of [...CLIENT_FRAMES, ...SERVER_FRAMES]) trace.add(shapeOf(frame));
  trace.add(JSON.stringify(PROTOCOL_LIMITS));
  trace.add(wireShape());
  expect(trace.hash).toBe(PROTOCOL_HASH);
});

test('[SYNC-3] lengths are counted as the network counts them', () => {
  for (const text of ['', 'abc', 'é', '中', '🌳', 'a🌳é中']) expect(utf8Bytes(text)).toBe(utf8Encode(text).length);
});

/** The keys and kinds of value of a frame; the parser tests hold the samples to what the parsers take. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${shapeOf(value[0])}]`;
  if (typeof value !== 'object' || value === null) return typeof value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${key}:${key === 'kind' ? String(one) : shapeOf(one)}`).join(',')}}`;
}

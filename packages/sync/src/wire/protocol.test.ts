import { utf8Encode } from '@bough/base';
import { VirtualClock } from '@bough/base/testing';
import { wireShape } from '@bough/map/testing';
import { expect, test } from 'vitest';
import { PROTOCOL_LIMITS, PROTOCOL_VERSION, utf8Bytes } from './protocol.ts';
import { CLIENT_FRAMES, SERVER_FRAMES } from '../testing/samples.ts';
import { Trace } from '../testing/trace.ts';

test('[SYNC-1] a change of the frames, the ops, the fields or a limit is another PROTOCOL_VERSION', () => {
  const trace = new Trace(new VirtualClock(0));
  for (const frame of [...CLIENT_FRAMES, ...SERVER_FRAMES]) trace.add(shapeOf(frame));
  trace.add(JSON.stringify(PROTOCOL_LIMITS));
  trace.add(wireShape());
  // What looks as before and means something else is added here, in a few words.
  expect(`0x${trace.hash}`, 'the new version').toBe(`0x${PROTOCOL_VERSION.toString(16).padStart(8, '0')}`);
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

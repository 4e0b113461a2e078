import { seededRandom } from '@bough/base/testing';
import { everyOp } from '@bough/map/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseClientFrame } from './frame-parser.ts';
import { PROTOCOL_LIMITS, PROTOCOL_VERSION } from './protocol.ts';
import { parseServerFrame } from './server-frame-parser.ts';
import { damaged } from '../testing/damaged-frame.ts';
import { aChange, CLIENT_FRAMES, ITEM, SERVER_FRAMES } from '../testing/samples.ts';

const both = [
  { name: 'client', parse: parseClientFrame, frames: CLIENT_FRAMES },
  { name: 'server', parse: parseServerFrame, frames: SERVER_FRAMES },
] as const;

for (const { name, parse, frames } of both) {
  test(`[SYNC-2] every frame of a ${name} is read as it was written`, () => {
    for (const frame of frames) expect(parse(JSON.stringify(frame))).toEqual({ ok: true, value: frame });
  });

  test(`[SYNC-2] a key too many, a key too few or another kind of value in a frame of a ${name} is refused`, () => {
    for (const frame of frames) {
      expect(parse(JSON.stringify({ ...frame, extra: 1 })).ok).toBe(false);
      expect(parse(JSON.stringify(frame).replace('{', '{"__proto__":{"a":1},')).ok).toBe(false);
      for (const key of Object.keys(frame)) {
        const fields = new Map<string, unknown>(Object.entries(frame));
        fields.delete(key);
        expect(parse(JSON.stringify(Object.fromEntries(fields))).ok).toBe(false);
        for (const value of [null, -1, 0.5, {}, [{}], true, 'x'.repeat(5000)]) {
          const changed = JSON.stringify(Object.fromEntries([...fields, [key, value]]));
          const again = parse(changed);
          if (again.ok) expect(JSON.parse(changed)).toEqual(again.value);
        }
      }
    }
  });

  test(`[SYNC-2] no text makes the parser of a ${name}'s frames throw`, () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => !parse(text).ok));
    fc.assert(
      fc.property(fc.constantFrom(...frames), fc.nat(), fc.string(), (frame, at, noise) => {
        const text = JSON.stringify(frame);
        const cut = at % text.length;
        parse(text.slice(0, cut) + noise + text.slice(cut + 1));
      }),
    );
    expect(parse('['.repeat(60_000)).ok).toBe(false);
  });
}

const DAMAGED = 1_000_000;

test('[SYNC-2] a million damaged frames, of every kind and with every op, are refused, or read as exactly what they say', () => {
  const random = seededRandom(20_261_122);
  const submits = everyOp().map((op) => ({ kind: 'submit', base: 1, changes: [{ counter: 1, ops: [op] }] }));
  const texts = [...submits, ...CLIENT_FRAMES].map((frame) => JSON.stringify(frame));
  const unlike: string[] = [];
  let refused = 0;
  for (let n = 0; n < DAMAGED; n++) {
    const text = damaged(texts[n % texts.length] ?? '', random);
    const frame = parseClientFrame(text);
    if (!frame.ok) refused++;
    else if (!saysSo(text, frame.value)) unlike.push(text);
  }
  expect(unlike).toEqual([]);
  // Where the damage fell between two letters of somebody's words, nothing is wrong with it.
  expect(refused).toBeGreaterThan(DAMAGED / 2);
  expect(refused).toBeLessThan(DAMAGED);
}, 240_000);

/** Whether a frame is what its text says; of a greeting in another version nothing but that is read. */
function saysSo(text: string, frame: object): boolean {
  if ('kind' in frame && frame.kind === 'other-hello') return true;
  return inOrder(JSON.parse(text)) === inOrder(frame);
}

/** The same text for the same value, in whatever order its keys stand. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

test('[SYNC-2] counters of a submit rise, and there are neither none nor too many', () => {
  const { ops } = aChange(1);
  const submit = (counters: readonly number[]): boolean =>
    parseClientFrame(
      JSON.stringify({ kind: 'submit', base: 0, changes: counters.map((counter) => ({ counter, ops })) }),
    ).ok;
  expect(submit([1, 2, 7])).toBe(true);
  expect(submit([2, 2])).toBe(false);
  expect(submit([2, 1])).toBe(false);
  expect(submit([0])).toBe(false);
  expect(submit([])).toBe(false);
  expect(submit(Array.from({ length: PROTOCOL_LIMITS.submitChanges + 1 }, (_, at) => at + 1))).toBe(false);
});

test('[SYNC-3] a submit may be large, every other frame may not', () => {
  const large = { kind: 'splice', id: ITEM, field: 'text', at: 0, remove: 0, insert: '中'.repeat(60_000) };
  expect(
    parseClientFrame(JSON.stringify({ kind: 'submit', base: 0, changes: [{ counter: 1, ops: [large] }] })).ok,
  ).toBe(true);
  expect(parseClientFrame(`{"kind":"submit",${' '.repeat(PROTOCOL_LIMITS.submitBytes)}}`)).toMatchObject({ ok: false });
  expect(parseClientFrame(`{"nonce":1,"kind":"ping"${' '.repeat(PROTOCOL_LIMITS.frameBytes)}}`)).toMatchObject({
    error: 'the frame is too large',
  });
});

test('[SYNC-32] a greeting in another version is known as one, whatever else it holds', () => {
  const other = { kind: 'other-hello', version: PROTOCOL_VERSION + 1 };
  for (const rest of [{}, { lineage: 'x' }, { map: 7, ticket: null }]) {
    const hello = { kind: 'hello', version: PROTOCOL_VERSION + 1, ...rest };
    expect(parseClientFrame(JSON.stringify(hello))).toEqual({ ok: true, value: other });
  }
  expect(parseClientFrame('{"kind":"hello","version":"2"}').ok).toBe(false);
  expect(parseClientFrame('{"kind":"other-hello","version":9}').ok).toBe(false);
});

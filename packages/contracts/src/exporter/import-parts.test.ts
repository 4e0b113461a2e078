import fc from 'fast-check';
import { must, type Result } from '@bough/base';
import { expect, test } from 'vitest';
import { type CarriedPart, type NewImportPart, readImportParts, writeImportPart } from './import-parts.ts';

const NOTHING = new Uint8Array();
const END: NewImportPart = { kind: 'end', others: ['photo.jpg'] };
const SOURCE = `asset:${'1'.padStart(64, '0')}`;
const PARTS: readonly (readonly [NewImportPart, Uint8Array])[] = [
  [{ kind: 'refused', file: 'a.zip', message: 'There is nothing in it.' }, NOTHING],
  [{ kind: 'image', source: SOURCE, name: 'apple.png', of: 'Apples', original: null }, Uint8Array.of(1, 2, 3)],
  [{ kind: 'image', source: SOURCE, name: 'pear.svg', of: 'Pears', original: 2 }, Uint8Array.of(1, 2, 3)],
  [{ kind: 'changes', ops: [{ kind: 'settings', fields: { title: 'Härvest' } }] }, NOTHING],
  [END, NOTHING],
];

function written(parts: readonly (readonly [NewImportPart, Uint8Array])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap(([part, bytes]) => writeImportPart(part, bytes).flatMap((piece) => [...piece])));
}

async function read(pieces: readonly Uint8Array[]): Promise<readonly Result<CarriedPart, string>[]> {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield* pieces;
  }
  const found: Result<CarriedPart, string>[] = [];
  for await (const part of readImportParts(chunks())) found.push(part);
  return found;
}

function cut(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const places = [0, ...at.map((place) => place % bytes.length).toSorted((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, i) => bytes.subarray(places[i], end));
}

test('[CON-15] parts come as they were written, however the bytes are cut', async () => {
  const bytes = written(PARTS);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(10_000), { maxLength: 30 }), async (places) => {
      const found = (await read(cut(bytes, places))).map((each) => must(each));
      expect(found.map(({ part, bytes: carried }) => [part, carried])).toEqual(PARTS);
    }),
    { numRuns: 60 },
  );
});

test('[CON-15] what ends early, is too long or is no part is an error, and the last that is heard', async () => {
  const whole = written(PARTS);
  const long = Uint8Array.from(whole);
  new DataView(long.buffer).setUint32(4, 0xffff_ffff);
  const broken: readonly (readonly [string, Uint8Array])[] = [
    ['it ends too early', whole.subarray(0, whole.length - 1)],
    ['it ends too early', written(PARTS.slice(0, 3))],
    ['it ends too early', NOTHING],
    ['it ends too early', Uint8Array.of(...whole, 0)],
    ['a part is too long', long],
    ['has no known kind', written([[{ ...END, kind: 'no' } as never, NOTHING]])],
    ['.ops ', written([[{ kind: 'changes', ops: [{ kind: 'no' } as never] }, NOTHING]])],
  ];
  for (const [error, bytes] of broken) {
    const found = await read([bytes]);
    expect(found.at(-1)).toEqual({ ok: false, error: expect.stringContaining(error) });
    expect(found.filter(({ ok }) => !ok)).toHaveLength(1);
  }
});

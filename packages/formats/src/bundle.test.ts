import { must, tryUtf8Decode, utf8Encode } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import type { MindMap } from '@bough/map';
import { unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import { readFile } from './read-file.ts';
import { draftOf } from './shared/draft-of-map.ts';
import { canonical } from './testing/canonical.ts';
import { writeFile } from './write-file.ts';

const HASH = 'ab'.repeat(32);
const IMAGE = { source: `asset:${HASH}`, width: 120, height: 40 };
const BYTES = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
const PATH = `images/${HASH}.png`;

let made = 0;
const making = {
  ids: { short: () => `item-${String(made++).padStart(7, '0')}` },
  random: seededRandom(3),
  place: (name: string) => (name === PATH ? IMAGE.source : null),
};

function pictured(): MindMap {
  const items = [
    { key: 'a', level: 1, fields: { text: 'root' } },
    { key: 'b', level: 2, fields: { text: 'picture', image: IMAGE } },
    { key: 'c', level: 2, fields: { text: 'the same again', image: IMAGE } },
  ];
  return must(mapOf({ settings: { title: 'T' }, items, links: [], files: new Map() }, making));
}

const fileOf = (source: string) => (source === IMAGE.source ? { name: `${HASH}.png`, bytes: BYTES } : null);

test.for(['bough', 'mm', 'freemind', 'coggle'] as const)('[FMT-40] as %s a map takes its images along', (format) => {
  const map = pictured();
  const written = writeFile(format, map, { fileOf });
  expect(written).toMatchObject({ extension: 'zip', mediaType: 'application/zip' });
  const entries = unzipSync(written.bytes);
  expect(Object.keys(entries).sort()).toEqual([PATH, format === 'bough' ? 'map.bough.json' : 'map.mm']);
  const read = must(readFile('map.zip', written.bytes));
  expect(read.draft.files).toEqual(new Map([[PATH, BYTES]]));
  expect(read.report.notes).toEqual([]);
  expect(canonical(draftOf(must(mapOf(read.draft, making))))).toEqual(canonical(draftOf(map)));
});

test('[FMT-40] Freeplane is told where the images are, and a map without any stays one file', () => {
  const { bytes } = writeFile('mm', pictured(), { fileOf });
  const source = tryUtf8Decode(unzipSync(bytes)['map.mm'] ?? new Uint8Array()) ?? '';
  expect(source.split(`<hook NAME="ExternalObject" URI="${PATH}"/>`)).toHaveLength(3);
  expect(writeFile('mm', pictured()).extension).toBe('mm');
  expect(writeFile('bough', pictured(), { fileOf: () => null }).extension).toBe('bough.json');
});

test('[FMT-40] an archive with several maps is refused, and so is one in another', () => {
  const map = utf8Encode('<map><node TEXT="a"/></map>');
  const refusal = (entries: Record<string, Uint8Array>): string => {
    const read = readFile('a.zip', zipSync(entries));
    return read.ok ? 'read' : read.error.message;
  };
  expect(refusal({ 'a.mm': map })).toBe('read');
  expect(refusal({ 'a.mm': map, 'b.mm': map })).toMatch(/^There are several maps in it/);
  expect(refusal({ 'a.mm': zipSync({ 'b.mm': map }) })).toBe('It is no file that Bough can read.');
});

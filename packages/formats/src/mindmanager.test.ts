import { must, utf8Encode } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { check } from '@bough/map';
import { Dice } from '@bough/map/testing';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import { readFile } from './read-file.ts';
import { MINDMANAGER } from './testing/samples.ts';

const making = { ids: new Dice(3).ids, random: seededRandom(3), place: () => `asset:${'0'.repeat(64)}` };
const IMAGE = Uint8Array.of(0x89, 0x50);

function readArchive(document = MINDMANAGER): ReturnType<typeof readFile> {
  return readFile('x.mmap', zipSync({ 'Document.xml': utf8Encode(document), 'bin/one.bin': IMAGE }));
}

test('[FMT-43] a MindManager map: topics in their order, floating ones as roots, callouts as items', () => {
  const { format, draft } = must(readArchive());
  expect(format).toBe('mindmanager');
  expect(draft.items.map(({ level, key, fields }) => [level, key, fields.text])).toEqual([
    [1, 't0', 'Orchard'],
    [2, 't1', '**pears** & \\*plums\\*\nof autumn'],
    [3, 't11', 'jam'],
    [3, 'c1', 'a callout'],
    [2, 't2', '**cellar**'],
    [1, 'f1', 'beside'],
  ]);
  expect(draft.settings.title).toBe('Orchard');
  expect(draft.items[5]?.fields.offset).toEqual({ x: 378, y: 189 });
});

test('[FMT-43] a topic keeps its note, colour, shape, side, icon, task, address, image and whether it is folded', () => {
  const { draft } = must(readArchive());
  expect(draft.items[1]?.fields).toEqual({
    text: '**pears** & \\*plums\\*\nof autumn',
    note: 'ripe **soon**',
    isFolded: true,
    side: 'left',
    colour: '#c6331f',
    shape: 'ellipse',
    icon: '💡',
    href: 'https://example.org/pears',
  });
  expect(draft.items[4]?.fields).toEqual({
    text: '**cellar**',
    side: 'right',
    checkbox: 'done',
    icon: '2️⃣',
    href: 'item:t1',
    image: { source: 'file:bin/one.bin', width: 96, height: 48 },
  });
  expect(draft.files.get('bin/one.bin')).toEqual(IMAGE);
  expect(draft.links).toMatchObject([{ from: 't11', to: 't2', label: 'is kept in', arrow: 'end' }]);
  expect(check(must(mapOf(draft, making)))).toEqual([]);
});

test('[FMT-43] what nothing here stands for is told, and a document without its archive says that its images are gone', () => {
  const told = (notes: readonly { readonly kind: string; readonly what: string }[]): string[] =>
    notes.filter(({ kind }) => kind === 'lost').map(({ what }) => what);
  expect(told(must(readArchive()).report.notes)).toEqual([
    'Bough has no place for: icons without an emoji.',
    'Bough has no place for: fill colours.',
    'Bough has no place for: dates and people of tasks.',
    'Bough has no place for: boundaries.',
  ]);
  const bare = must(readFile('Document.xml', utf8Encode(MINDMANAGER)));
  expect(bare.draft.items).toHaveLength(6);
  expect(told(bare.report.notes)).toContain('An image that is not in the file.');
});

test('[FMT-43] a range of bold letters never cuts a word, wherever it says that it ends', () => {
  const textOf = (ranges: string): string =>
    must(readArchive(MINDMANAGER.replace('<ap:FontRange From="0" To="4" Bold="true"/>', ranges))).draft.items[1]?.fields
      .text ?? '';
  expect(textOf('<ap:FontRange From="0" To="5" Bold="true"/>')).toContain('**pears** &');
  expect(textOf('<ap:FontRange From="0" To="99" Italic="true"/>')).toBe('*pears & \\*plums\\**\n*of autumn*');
  expect(textOf('<ap:FontRange From="-5" To="x" Bold="true"/>')).toContain('pears');
});

import { must, parsePersonId } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { apply, emptyMap, type ItemFields, type MindMap, newItemId, orderBetween, parseOps } from '@bough/map';
import { Dice } from '@bough/map/testing';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { WritableFormat } from './formats.ts';
import { readFile } from './read-file.ts';
import { writeFile } from './write-file.ts';

const HASH = '0a'.repeat(32);
const SOURCE = `asset:${HASH}`;
/** Each field of an item as somebody may set it; `foreign` is what another program's file said, which nobody has set. */
const SET: { readonly [F in Exclude<keyof ItemFields, 'text' | 'foreign'>]: ItemFields[F] } = {
  note: 'a note',
  side: 'left',
  offset: { x: -12, y: 40 },
  colour: '5',
  size: 1.5,
  shape: 'diamond',
  width: 240,
  align: 'middle',
  icon: '🥝',
  image: { source: SOURCE, width: 32, height: 20 },
  href: 'https://example.org/?a=b',
  checkbox: 'done',
  isFolded: true,
  linePoints: [{ x: 1, y: -2 }],
  lineStyle: 'dashed',
};

/** A root with two branches, the first of them with these fields, and a link from it to the other. */
function mapWith(fields: Partial<ItemFields>, text = 'one', hasLink = false): MindMap {
  const dice = new Dice(11);
  const author = parsePersonId(dice.ids.long());
  if (author === null) throw new Error('not an id');
  const [random, map] = [seededRandom(11), emptyMap()];
  const [root, one, two] = [newItemId(dice.ids), newItemId(dice.ids), newItemId(dice.ids)];
  const first = orderBetween(null, null, random);
  const ops = [
    { kind: 'add', id: root, parent: null, order: first, fields: { text: 'root' } },
    { kind: 'add', id: one, parent: root, order: first, fields: { ...fields, text } },
    { kind: 'add', id: two, parent: root, order: orderBetween(first, null, random), fields: { text: 'two' } },
    { kind: 'comment', thread: dice.ids.short(), item: one, id: dice.ids.short(), text: 'what about it' },
  ];
  const link = { id: dice.ids.short(), from: one, to: two, label: 'so', colour: null, arrow: 'end', points: [] };
  must(apply(map, { author, at: 1, ops: must(parseOps(hasLink ? [...ops, { kind: 'link', link }] : ops)) }));
  return map;
}

/** What another program makes of the file: all but what is Bough's own. */
function withoutOwn(bytes: Uint8Array): Uint8Array {
  const plain = (text: string): string => text.replaceAll(/ (?:X_BOUGH|_bough)="[^"]*"/g, '');
  const bare = (_: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'bough'));
  };
  const json = (text: string): string => JSON.stringify(JSON.parse(text, bare));
  if (bytes[0] !== 0x50)
    return strToU8(strFromU8(bytes).startsWith('{') ? json(strFromU8(bytes)) : plain(strFromU8(bytes)));
  const parts = Object.entries(unzipSync(bytes)).map(([name, part]): [string, Uint8Array] => {
    if (name.endsWith('.mm')) return [name, strToU8(plain(strFromU8(part)))];
    return [name, name === 'content.json' ? strToU8(json(strFromU8(part))) : part];
  });
  return zipSync(Object.fromEntries(parts));
}

const fileOf = (): { name: string; bytes: Uint8Array } => ({ name: `${HASH}.png`, bytes: new Uint8Array([1]) });
const FORMATS = [
  'mm',
  'freemind',
  'coggle',
  'opml',
  'xmind',
  'markdown',
  'outline',
  'mermaid',
  'canvas',
  'csv',
  'kityminder',
  'html',
  'org',
  'plantuml',
] as const;

test('[FMT-60] what another program does not see of an item is told, with its field, how often and where', () => {
  let [seen, told] = [0, 0];
  for (const format of FORMATS) {
    for (const [name, value] of Object.entries(SET)) {
      const { bytes, report } = writeFile(format, mapWith({ [name]: value }), { fileOf });
      const back = must(readFile('', withoutOwn(bytes))).draft.items.find(({ fields }) => fields.text === 'one');
      // Freeplane shows images by a hook that names a file; for Bough the item says which one it is.
      const isHooked = strFromU8(bytes).includes('images/') && format === 'mm';
      const isSeen = Reflect.get(back?.fields ?? {}, name) !== undefined || isHooked;
      const found = report.notes.find(({ what }) => what.endsWith(`: ${name}.`));
      if (isSeen) seen++;
      else if (found !== undefined) told++;
      expect([format, name, isSeen || found?.count === 1]).toEqual([format, name, true]);
      if (!isSeen) expect([format, name, found?.example]).toEqual([format, name, 'one']);
    }
  }
  expect([seen, told].every((count) => count > 20)).toBe(true);
});

test('[FMT-60] links, styles of words, comments and images that are not there are told', () => {
  const toldOf = (format: WritableFormat, map: MindMap): readonly string[] =>
    writeFile(format, map).report.notes.map(({ kind, what, count }) => `${kind} ${count} ${what}`);
  const linked = mapWith({}, '**bold** and not', true);
  expect(toldOf('csv', linked)).toEqual([
    'lost 1 A table has no place for: styles and links of words.',
    'lost 1 A table has no place for: links.',
    'lost 1 Comments are not written.',
  ]);
  expect(toldOf('opml', linked)).toEqual([
    'kept 1 Only Bough shows it: styles and links of words.',
    'kept 1 Only Bough shows it: links.',
    'lost 1 Comments are not written.',
  ]);
  const pictured = mapWith({ image: { source: SOURCE, width: 32, height: 20 } });
  for (const format of ['mm', 'freemind', 'coggle', 'xmind', 'bough'] as const) {
    expect([format, ...toldOf(format, pictured)]).toContain('lost 1 An image that is not available.');
  }
  expect(toldOf('bough', linked)).toEqual([]);
  expect(toldOf('markdown', mapWith({}))).toEqual(['lost 1 Comments are not written.']);
});

test('[FMT-90] indented text has marks of Markdown as they are written, and says so', () => {
  const told = (text: string): readonly string[] =>
    writeFile('outline', mapWith({}, text)).report.notes.map(
      ({ kind, what, example }) => `${kind}: ${what} ${example}`,
    );
  const marks = (text: string): string => `approximated: Marks of Markdown stand as they are written. ${text}`;
  for (const text of ['**bold** and not', String.raw`\*\*not bold\*\*`]) expect(told(text)[0]).toBe(marks(text));
  expect(told('plain')).toEqual(['lost: Comments are not written. what about it']);
  expect(strFromU8(writeFile('outline', mapWith({}, '**bold**')).bytes)).toBe('root\n\t**bold**\n\ttwo\n');
});

import { must, utf8Encode } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { check } from '@bough/map';
import { Dice } from '@bough/map/testing';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { changesOf, mapOf } from './draft-to-map.ts';
import { filesInArchive } from './files-in-archive.ts';
import { readFile } from './read-file.ts';
import { draftOf } from './shared/draft-of-map.ts';
import { writeFile } from './write-file.ts';

const dice = new Dice(5);
const making = { ids: dice.ids, random: seededRandom(5) };

function refusalOf(name: string, bytes: Uint8Array): string {
  const read = readFile(name, bytes);
  return read.ok ? 'was read' : read.error.reason;
}

test('[FMT-20] damage is mended and told', () => {
  const damaged = '<map><node TEXT="a & b" FOLDED=true><node TEXT="c <d"><node TEXT="e"></map>trailing\u0001';
  const { draft, report } = must(readFile('x.mm', utf8Encode(damaged)));
  expect(draft.items.map(({ level, fields }) => [level, fields.text])).toEqual([
    [1, 'a & b'],
    [2, 'c <d'],
    [3, 'e'],
  ]);
  const repairs = report.notes.filter(({ kind }) => kind === 'repaired');
  expect(repairs.length).toBeGreaterThanOrEqual(4);
  for (const { what, count } of repairs) expect([what.endsWith('.'), count > 0]).toEqual([true, true]);
});

const BOMBS: readonly (readonly [string, string])[] = [
  ['billion laughs', '<!DOCTYPE m [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><map><node TEXT="&b;"/></map>'],
  ['a file of the host', '<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]><map><node TEXT="&x;"/></map>'],
  ['a document of the net', '<!doctype map SYSTEM "http://127.0.0.1/x.dtd"><map><node TEXT="x"/></map>'],
  ['an entity later on', '<map><!ENTITY a "x"><node TEXT="x"/></map>'],
];

test.for(BOMBS)('[FMT-21] refused: %s', ([, text]) => {
  expect(refusalOf('x.mm', utf8Encode(text))).toBe('hostile');
  expect(refusalOf('x.opml', utf8Encode(text.replaceAll('map', 'opml')))).toBe('hostile');
});

test('[FMT-22] an archive that inflates a thousandfold is refused before it is whole', () => {
  const bomb = zipSync({ 'content.json': new Uint8Array(16 * 1024 * 1024) }, { level: 6 });
  expect(bomb.length).toBeLessThan(200_000);
  expect(refusalOf('x.xmind', bomb)).toBe('hostile');
});

test('[FMT-22] an archive whose entries share their bytes is refused', () => {
  const bytes = zipSync({ 'content.json': utf8Encode('[]'), 'other.json': utf8Encode('[]') }, { level: 0 });
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const entries: number[] = [];
  for (let at = 0; at + 4 < bytes.length; at++) if (view.getUint32(at, true) === 0x02014b50) entries.push(at);
  view.setUint32((entries[1] ?? 0) + 42, view.getUint32((entries[0] ?? 0) + 42, true), true);
  expect(refusalOf('x.xmind', bytes)).toBe('hostile');
});

/** An archive of two files, of which the second has the name of the first in the directory. */
function twins(first: string, second: string): Uint8Array {
  const bytes = zipSync({ [first]: utf8Encode('- one'), [second]: utf8Encode('- two') }, { level: 0 });
  const names = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  bytes.set(utf8Encode(first), names.lastIndexOf(second));
  return bytes;
}

test('[FMT-74] of two files of one name in an archive nobody can tell which one counts: it is refused', () => {
  expect(refusalOf('x.xmind', twins('content.json', 'content.jsom'))).toBe('hostile');
  expect(refusalOf('x.zip', twins('a.md', 'b.md'))).toBe('hostile');
  expect(filesInArchive(twins('a.md', 'b.md'))).toBeNull();
  // A folder may be named as often as one likes.
  expect(filesInArchive(twins('a/', 'b/'))).toBeNull();
  expect(refusalOf('x.zip', twins('a/', 'b/'))).toBe('not-this-format');
});

test('[FMT-75] what stands in the place of words and is none is told', () => {
  const content = [
    {
      title: { a: 1 },
      rootTopic: {
        id: 'r',
        title: 2026,
        notes: { plain: { content: ['lost'] } },
        children: { attached: [{ id: 'a', title: { text: 'Plums' } }, { id: 'b', title: null }, { id: 'c' }] },
      },
      relationships: [{ end1Id: 'r', end2Id: 'a', title: false }],
    },
  ];
  const { draft, report } = must(readFile('x.xmind', zipSync({ 'content.json': utf8Encode(JSON.stringify(content)) })));
  expect(draft.items.map(({ fields }) => fields.text)).toEqual(['2026', '', '', '']);
  const told = (kind: string): unknown =>
    report.notes.filter((note) => note.kind === kind).map(({ count, example }) => [count, example]);
  expect(told('lost')).toEqual([[3, '{"a":1}']]);
  expect(told('repaired')).toEqual([[2, 'false']]);
});

const ODD_WORDS: readonly (readonly [string, object])[] = [
  ['x.km', { root: { data: { id: 'a', text: { t: 'Plums' } }, children: [{ data: { text: 7 }, children: [] }] } }],
  ['x.canvas', { nodes: [{ id: 'a', type: 'text', text: ['Plums'] }, { id: 'b', text: 7 }], edges: [] }], // prettier-ignore
];

test.for(ODD_WORDS)('[FMT-75] so it is in %s', ([name, file]) => {
  const { draft, report } = must(readFile(name, utf8Encode(JSON.stringify(file))));
  expect(draft.items.map(({ fields }) => fields.text)).toEqual(['', '7']);
  expect(report.notes.map(({ kind, count }) => [kind, count])).toEqual([
    ['repaired', 1],
    ['lost', 1],
  ]);
});

test('[FMT-75] a box of a canvas that has the id of another one is there all the same', () => {
  const nodes = [1, 2, 3].map((n) => ({ id: 'a', type: 'text', text: `box ${n}` }));
  const { draft, report } = must(readFile('x.canvas', utf8Encode(JSON.stringify({ nodes, edges: [] }))));
  expect(draft.items.map(({ fields }) => fields.text).toSorted()).toEqual(['box 1', 'box 2', 'box 3']);
  expect(report.notes).toMatchObject([{ kind: 'repaired', count: 2, example: 'a' }]);
});

test('[FMT-23] whatever the bytes are, reading ends with a file or with one sentence', () => {
  const samples = ['mm', 'opml', 'xmind', 'canvas', 'markdown', 'mermaid', 'bough', 'kityminder', 'org', 'plantuml', 'csv'] as const; // prettier-ignore
  const map = must(mapOf(must(readFile('x.txt', utf8Encode('root\n\tone\n\ttwo\n\t\tthree'))).draft, making));
  const files = samples.map((format) => writeFile(format, map));
  let refused = 0;
  const property = fc.property(
    fc.nat(files.length - 1),
    fc.array(fc.tuple(fc.nat(4000), fc.nat(255)), { maxLength: 8 }),
    fc.nat(4000),
    (which, turns, cut) => {
      const file = files[which];
      const bytes = Uint8Array.from(file?.bytes ?? []).subarray(0, cut);
      for (const [at, byte] of turns) if (at < bytes.length) bytes[at] = byte;
      const read = readFile(`x.${file?.extension ?? ''}`, bytes);
      if (!read.ok) {
        refused++;
        expect(read.error.message).toMatch(/^[A-Z].*\.$/s);
      } else {
        expect(check(must(mapOf(read.value.draft, making)))).toEqual([]);
      }
    },
  );
  fc.assert(property, { seed: 23, numRuns: 2000 });
  expect(refused).toBeGreaterThan(100);
});

test('[FMT-4] [FMT-23] depth costs no stack, and beyond the limit the file is refused', () => {
  const nested = (depth: number): Uint8Array =>
    utf8Encode(`<map>${'<node TEXT="x">'.repeat(depth)}${'</node>'.repeat(depth)}</map>`);
  const deep = must(readFile('x.mm', nested(2000)));
  expect(deep.draft.items).toHaveLength(2000);
  const map = must(mapOf(deep.draft, making));
  expect(map.items.size).toBe(2000);
  for (const format of [
    'mm',
    'opml',
    'xmind',
    'canvas',
    'markdown',
    'vsdx',
    'kityminder',
    'html',
    'org',
    'plantuml',
    'docx',
    'pptx',
  ] as const) {
    expect(writeFile(format, map).bytes.length).toBeGreaterThan(2000);
  }
  expect(refusalOf('x.mm', nested(100_000))).toBe('too-large');
  expect(refusalOf('x.canvas', utf8Encode('{"nodes":' + '['.repeat(1_000_000)))).toBe('not-this-format');
});

test('[FMT-24] addresses that are not of the web, and texts that are too long, do not reach a map', () => {
  const bad = ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'item:nowhere', 'https://a b'];
  const outlines = bad.map(
    (url) => `<outline text="x" url="${url}" _bough='{"href":${JSON.stringify(url)},"colour":"red","side":7}'/>`,
  );
  const long = `<outline text="${'x'.repeat(200_000)}"/>`;
  const { draft } = must(readFile('x.opml', utf8Encode(`<opml><body>${outlines.join('')}${long}</body></opml>`)));
  const { notes } = must(changesOf(draft, making));
  const map = must(mapOf(draft, making));
  expect(check(map)).toEqual([]);
  for (const item of map.items.values()) expect([item.href, item.colour, item.side]).toEqual([null, null, null]);
  expect(notes.filter(({ kind }) => kind === 'lost').length).toBeGreaterThan(1);
});

test('[FMT-30] characters that XML cannot write are left out, everything else is read back', () => {
  const text = 'a\u0000\u0008b<c>&"\'\t\n]]>\uffff🌳';
  const map = must(
    mapOf({ settings: {}, items: [{ level: 1, key: 'a', fields: { text } }], links: [], files: new Map() }, making),
  );
  for (const format of ['mm', 'opml'] as const) {
    const read = must(readFile(`x.${format}`, writeFile(format, map).bytes));
    expect(draftOf(must(mapOf(read.draft, making))).items[0]?.fields.text).toBe('ab<c>&"\'\t\n]]>🌳');
    expect(read.report.notes.filter(({ kind }) => kind === 'repaired')).toEqual([]);
  }
});

test('[FMT-23] as many items below one as the stack has no room for are read', () => {
  const many = 130_000;
  const outline = `<opml><body><outline text="r">${'<outline text="x"/>'.repeat(many)}</outline></body></opml>`;
  expect(must(readFile('x.opml', utf8Encode(outline))).draft.items).toHaveLength(many + 1);
  const map = `<map><node TEXT="r">${'<node TEXT="x"/>'.repeat(many)}</node></map>`;
  const { draft } = must(readFile('x.mm', utf8Encode(map)));
  expect(must(changesOf(draft, making)).changes.flat()).toHaveLength(many + 2);
});

test('[FMT-66] lines end as old programs end them, and separators that end no line are blanks', () => {
  const files = {
    'x.md': '# r\n\n- a\u2028b\n',
    'x.org': '* r\n** a\u2028b\n',
    'x.puml': '@startmindmap\n* r\n** a\u2028b\n@endmindmap\n',
    'x.mermaid': 'mindmap\n  r\n    a\u2028b\n',
    'x.txt': 'r\n\ta\u2028b\n',
  };
  for (const [name, text] of Object.entries(files)) {
    for (const source of [text, text.replaceAll('\n', '\r'), text.replaceAll('\n', '\r\n')]) {
      const { draft } = must(readFile(name, utf8Encode(source)));
      expect([name, draft.items.map(({ fields }) => fields.text)]).toEqual([name, ['r', 'a b']]);
    }
  }
});

test('[FMT-23] an item of PlantUML with more line breaks than a call takes arguments is read', () => {
  const read = must(readFile('x.puml', utf8Encode(`@startmindmap\n* ${'\\n'.repeat(400_000)}\n@endmindmap\n`)));
  expect(read.draft.items).toHaveLength(1);
});

import { must, utf8Encode } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { Dice } from '@bough/map/testing';
import { expect, test } from 'vitest';
import { mapOf } from './draft-to-map.ts';
import { readFile } from './read-file.ts';
import type { DraftItem } from './shared/draft.ts';
import { type XmlTree, xmlOf } from './testing/other-parsers.ts';
import { strFromU8, unzipSync } from 'fflate';
import { type FileWritten, writeFile, type WriteOptions } from './write-file.ts';

const making = { ids: new Dice(5).ids, random: seededRandom(5) };

function draw(text: string, dress: (item: DraftItem) => object = () => ({}), options: WriteOptions = {}): FileWritten {
  const { draft } = must(readFile('x.txt', utf8Encode(text)));
  const items = draft.items.map((item) => ({ ...item, fields: { ...item.fields, ...dress(item) } }));
  return writeFile('vsdx', must(mapOf({ ...draft, items }, making)), options);
}

function part(file: FileWritten, name: string): XmlTree {
  return xmlOf(strFromU8(unzipSync(file.bytes)[name] ?? new Uint8Array()));
}

/** The cells of a shape, a page or a row, by name. */
function cells(of: XmlTree | undefined): Record<string, string> {
  const found = of?.children.filter(({ name }) => name === 'Cell') ?? [];
  return Object.fromEntries(found.map(({ attributes }) => [attributes['N'], attributes['V'] ?? '']));
}

interface Drawn {
  readonly text: string;
  readonly cells: Record<string, string>;
  readonly at: number;
  readonly tree: XmlTree;
}

function shapesOf(file: FileWritten): { items: Drawn[]; lines: Drawn[]; page: Record<string, string> } {
  const sheet = part(file, 'visio/pages/pages.xml').children[0]?.children.find(({ name }) => name === 'PageSheet');
  const shapes = part(file, 'visio/pages/page1.xml').children.find(({ name }) => name === 'Shapes')?.children ?? [];
  const drawn = shapes.map((tree, at) => {
    const text = tree.children.find(({ name }) => name === 'Text')?.text ?? '';
    return { text, cells: cells(tree), at, tree };
  });
  const isLine = (one: Drawn): boolean => one.cells['BeginX'] !== undefined;
  return { items: drawn.filter((one) => !isLine(one)), lines: drawn.filter(isLine), page: cells(sheet) };
}

test('[FMT-33] the page has a size, and everything on it lies inside', () => {
  const places = [
    { x: -400, y: -30, width: 90, height: 24 },
    { x: 100, y: 200, width: 300, height: 24 },
  ];
  let next = 0;
  const { items, page } = shapesOf(draw('root\n\tone', undefined, { placeOf: () => places[next++] ?? null }));
  const [width, height] = [Number(page['PageWidth']), Number(page['PageHeight'])];
  expect(width).toBeGreaterThan((400 + 400) / 96);
  expect(height).toBeGreaterThan((30 + 224) / 96);
  for (const { cells: at } of items) {
    const [x, y, w, h] = ['PinX', 'PinY', 'Width', 'Height'].map((name) => Number(at[name])) as [number, number, number, number]; // prettier-ignore
    expect(x - w / 2).toBeGreaterThan(0);
    expect(x + w / 2).toBeLessThan(width);
    expect(y - h / 2).toBeGreaterThan(0);
    expect(y + h / 2).toBeLessThan(height);
  }
});

test('[FMT-33] connectors lie below all words, and run from side to side of the boxes', () => {
  const file = draw('root\n\tone\n\t\tdeep\n\ttwo');
  const { items, lines } = shapesOf(file);
  expect(lines).toHaveLength(3);
  expect(Math.max(...lines.map(({ at }) => at))).toBeLessThan(Math.min(...items.map(({ at }) => at)));
  for (const { cells: line } of lines) {
    const isInside = items.some(({ cells: box }) =>
      ['Begin', 'End'].some((end) => {
        const dx = Math.abs(Number(line[`${end}X`]) - Number(box['PinX']));
        const dy = Math.abs(Number(line[`${end}Y`]) - Number(box['PinY']));
        return dx < Number(box['Width']) / 2 - 0.001 && dy < Number(box['Height']) / 2 - 0.001;
      }),
    );
    expect(isInside).toBe(false);
    // Here what is deeper stands further right.
    const isAtEdge = (x: string | undefined, way: 1 | -1): boolean =>
      items.some(({ cells: box }) => {
        const edge = Number(box['PinX']) + (way * Number(box['Width'])) / 2;
        return Math.abs(Number(x) - edge) < 0.001;
      });
    expect([isAtEdge(line['BeginX'], 1), isAtEdge(line['EndX'], -1)]).toEqual([true, true]);
  }
});

test('[FMT-33] branches have the colours of the screen, their own before those of their place', () => {
  const file = draw('root\n\tone\n\t\tdeep\n\ttwo', ({ fields }) =>
    fields.text === 'two' ? { colour: '#123456' } : {},
  );
  const { items, lines } = shapesOf(file);
  const colours = lines.map(({ cells: line }) => line['LineColor'] ?? '');
  expect(colours[0]).toMatch(/^#[0-9a-f]{6}$/);
  expect(colours).toEqual([colours[0], colours[0], '#123456']);
  for (const { cells: box } of items) expect([box['FillPattern'], box['FillForegnd']]).toEqual(['1', '#ffffff']);
});

test('[FMT-33] words come without marks: bold and italic as fonts, addresses as hyperlinks, shapes as shapes', () => {
  const file = draw('root\n\tplain **bold** _x_\n\tlink', ({ fields }) => {
    return fields.text === 'link' ? { href: 'https://example.org/?a=1&b', shape: 'ellipse' } : {};
  });
  const { items } = shapesOf(file);
  expect(items.map(({ text }) => text)).toEqual(['root', 'plain bold x', 'link']);
  const section = (of: Drawn | undefined, name: string): readonly XmlTree[] =>
    of?.tree.children.find((child) => child.attributes['N'] === name)?.children ?? [];
  expect(section(items[1], 'Character').map((row) => cells(row)['Style'])).toEqual(['0', '1', '2']);
  expect(section(items[2], 'Hyperlink').map((row) => cells(row)['Address'])).toEqual(['https://example.org/?a=1&b']);
  expect(section(items[2], 'Geometry').map(({ attributes }) => attributes['T'])).toContain('Ellipse');
});

test('[FMT-33] a label is no text with marks: it stands as it is, and comes back so', () => {
  const { draft } = must(readFile('x.txt', utf8Encode('root\n\tone\n\ttwo')));
  const [from = '', to = ''] = draft.items.slice(1).map(({ key }) => key);
  const link = { from, to, label: 'é**bold** *n* <a & b>', colour: null, arrow: 'end', points: [] } as const;
  const file = writeFile('vsdx', must(mapOf({ ...draft, links: [link] }, making)));
  expect(shapesOf(file).lines.map(({ text }) => text)).toEqual(['', '', link.label]);
  expect(must(readFile('x.vsdx', file.bytes)).draft.links.map(({ label }) => label)).toEqual([link.label]);
});

test('[FMT-33] what Visio has no place for is told', () => {
  const file = draw('root\n\tone', ({ fields }) =>
    fields.text === 'one' ? { icon: '💡', checkbox: 'done', align: 'end' } : {},
  );
  expect(file.report.notes.map(({ what }) => what)).toEqual([
    'Visio has no place for: align.',
    'Visio has no place for: icon.',
    'Visio has no place for: checkbox.',
  ]);
});

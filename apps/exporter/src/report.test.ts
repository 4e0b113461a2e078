import { must, utf8Encode } from '@bough/base';
import { apply, childrenOf, decodeMap, encodeMap, parseOps } from '@bough/map';
import { afterAll, afterEach, expect, test } from 'vitest';
import { document } from './testing/maps.ts';
import { answerOf, endAll, endDrawing, exporterBefore, type TestExporter } from './testing/world.ts';

afterEach(endAll);
afterAll(endDrawing);

const HASH = 'a'.repeat(64);
const DRESSED = {
  note: 'long',
  colour: '#a0b1c2',
  lineStyle: 'dashed',
  href: 'https://example.org/',
  image: { source: `asset:${HASH}`, width: 40, height: 20 },
} as const;

async function exporterOf(items: number, dress: object = {}): Promise<TestExporter> {
  return await exporterBefore({ read: () => answerOf(document('Rivers', items, dress)) });
}

const FORMATS = ['svg', 'png', 'pdf', 'mm', 'coggle', 'opml', 'xmind', 'markdown', 'outline', 'csv', 'vsdx'] as const;

test('[EXP-20] what a file does not hold is foretold without making it, and told again when it is made', async () => {
  const exporter = await exporterOf(4, DRESSED);
  let told = 0;
  for (const format of FORMATS) {
    const before = await exporter.report({ format });
    expect(exporter.kept.size).toBe(0);
    const end = (await exporter.progress({ format })).at(-1);
    if (end?.state !== 'done') throw new Error('not made');
    // Here no image is available, which nobody knows before.
    const isForeseen = ({ what }: { readonly what: string }): boolean => !/image/.test(what);
    expect([format, end.report.notes.filter(isForeseen)]).toEqual([format, before.notes.filter(isForeseen)]);
    expect(end.report.tally).toEqual(before.tally);
    told += before.notes.length;
    // Of a file that is there already its own report is told.
    expect(await exporter.report({ format })).toEqual(end.report);
    await exporter.exports.drain();
    exporter.kept.clear();
  }
  expect(told).toBeGreaterThan(FORMATS.length);
});

test('[EXP-31] that a map is too large for a drawing is known before anybody waits for it, and files of words are made', async () => {
  const exporter = await exporterOf(35_001);
  for (const format of ['svg', 'pdf', 'vsdx'] as const) {
    // Its words are ten letters long: a PDF has room for fewer.
    const tooLarge = { items: 35_001, most: format === 'pdf' ? 25_645 : 35_000 };
    expect(await exporter.report({ format })).toMatchObject({ tooLarge, notes: [], tally: { items: 35_001 } });
    const large = { kind: 'invalid', code: 'exporter/large-map' };
    await expect(exporter.ask({ format })).rejects.toMatchObject(large);
  }
  for (const format of ['mm', 'opml'] as const) {
    expect(await exporter.report({ format })).toMatchObject({ tooLarge: null });
    expect((await exporter.ask({ format })).kind).toBe('bytes');
  }
});

test('[EXP-20] a report names fields, how often and where first, and images that are not available', async () => {
  const exporter = await exporterOf(4, DRESSED);
  const { tally, notes, size } = await exporter.report({ format: 'outline' });
  expect(tally).toMatchObject({ items: 4, notes: 1, images: 1 });
  expect(notes).toContainEqual({
    kind: 'lost',
    what: 'Indented text has no place for: colour.',
    count: 1,
    example: 'item 1',
  });
  expect(size).toBeNull();
  await exporter.ask({ format: 'mm' });
  const made = await exporter.report({ format: 'mm' });
  expect(made.notes).toContainEqual({
    kind: 'lost',
    what: 'An image that is not available.',
    count: 1,
    example: 'item 1',
  });
  const png = await exporter.report({ format: 'png' });
  expect(png.notes.map(({ what }) => what)).toContain('A picture has no place for: href.');
  const svg = await exporter.report({ format: 'svg' });
  expect(svg.notes.map(({ what }) => what)).toEqual(['A picture has no place for: note.']);
  const map = must(decodeMap(new TextDecoder().decode(document('Rivers', 4))));
  const [id = ''] = childrenOf(map, null);
  must(
    apply(map, {
      author: exporter.person,
      at: 2,
      ops: must(parseOps([{ kind: 'set', id, fields: { isFolded: true } }])),
    }),
  );
  const folded = await exporterBefore({ read: () => answerOf(utf8Encode(encodeMap(map))) });
  expect((await folded.report({ format: 'pdf' })).notes).toMatchObject([
    { kind: 'lost', what: 'Items of folded branches are not drawn.', count: 3 },
  ]);
});

test('[EXP-20] [EXP-9] a PNG says how many pixels were asked for and how many it has', async () => {
  const small = await exporterOf(3);
  const { size, notes } = await small.report({ format: 'png', scale: 4 });
  expect(size?.written).toEqual(size?.asked);
  expect(notes).toEqual([]);
  const png = await small.ask({ format: 'png', scale: 4 });
  if (png.kind !== 'bytes') throw new Error('no bytes');
  const header = Buffer.from(png.bytes);
  expect({ width: header.readUInt32BE(16), height: header.readUInt32BE(20) }).toEqual(size?.written);
});

test('[EXP-20] [EXP-9] a PNG of many pixels is whole, and one of too many says how many it has instead', async () => {
  const wide = await exporterOf(80);
  const { size } = await wide.report({ format: 'png', scale: 4 });
  expect((size?.asked.width ?? 0) * (size?.asked.height ?? 0)).toBeGreaterThan(20_000_000);
  const png = await wide.ask({ format: 'png', scale: 4 });
  if (png.kind !== 'bytes') throw new Error('no bytes');
  const header = Buffer.from(png.bytes);
  expect({ width: header.readUInt32BE(16), height: header.readUInt32BE(20) }).toEqual(size?.asked);
  const huge = await exporterOf(600);
  const report = await huge.report({ format: 'png', scale: 4 });
  const [asked, written] = [report.size?.asked, report.size?.written];
  const pixels = (written?.width ?? 0) * (written?.height ?? 0);
  expect(pixels).toBeLessThan((asked?.width ?? 0) * (asked?.height ?? 0));
  expect(pixels).toBeGreaterThan(70_000_000);
  expect(report.notes).toEqual([
    {
      kind: 'approximated',
      what: 'The image is smaller than was asked for.',
      count: 1,
      example: `${written?.width} × ${written?.height}, ${asked?.width} × ${asked?.height}`,
    },
  ]);
});

test('[EXP-20] an SVG says which fonts its words need, unless they are shapes', async () => {
  const { report } = await exporterOf(3, { text: 'خريطة' });
  expect((await report({ format: 'svg' })).fonts).toEqual(['Inter', 'Noto Sans Arabic']);
  expect((await report({ format: 'svg', outlined: 'yes' })).fonts).toEqual([]);
  expect((await report({ format: 'pdf' })).fonts).toEqual([]);
});

test('[EXP-22] a PDF says the language of its map', async () => {
  const { ask } = await exporterOf(3, { text: 'خريطة ذهنية جديدة للأفكار والاسم والمزيد من الكلمات' });
  const pdf = await ask({ format: 'pdf' });
  expect(pdf.kind === 'bytes' ? Buffer.from(pdf.bytes).toString('latin1') : '').toContain('/Lang (ar)');
});

test('[EXP-21] a branch that is not there is refused, in a file and in its report', async () => {
  const exporter = await exporterOf(3);
  for (const branch of ['AAAAAAAAAAAA', 'no-id']) {
    for (const format of ['svg', 'opml'] as const) {
      const no = { kind: 'absent', code: 'exporter/no-branch' };
      await expect(exporter.ask({ format, branch })).rejects.toMatchObject(no);
      await expect(exporter.report({ format, branch })).rejects.toMatchObject(no);
    }
  }
});

test('[EXP-20] [EXP-25] a PNG in tiles says how many there are, and has all of its pixels', async () => {
  const huge = await exporterOf(600);
  const { size, tiles, notes } = await huge.report({ format: 'png', scale: 3, tiles: 'yes' });
  expect(size?.written).toEqual(size?.asked);
  expect(tiles?.columns).toBe(Math.ceil((size?.asked.width ?? 0) / 8_192));
  expect((tiles?.columns ?? 0) * (tiles?.rows ?? 0)).toBeGreaterThan(1);
  expect(notes).toEqual([]);
  const small = await exporterOf(3);
  expect((await small.report({ format: 'png', scale: 4, tiles: 'yes' })).tiles).toBe(null);
});

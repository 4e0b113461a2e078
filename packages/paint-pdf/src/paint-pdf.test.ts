import { type Command, createPalette, type Group, roundedRect, SceneTree } from '@bough/scene';
import { isOneEmoji } from '@bough/text';
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { emojiShape, facesIn, paintPdf, type PdfOptions } from './index.ts';
import { shippedFonts } from './fonts/font-shelf.ts';
import { piecesOf, wordsApart } from './pieces.ts';
import { sheetsOf } from './sheets.ts';

const palette = createPalette('light');
const FONT = { family: 'sans', size: 13, weight: 400, italic: false } as const;
const BOX = { x: 0, y: 0, width: 200, height: 20 };

function words(text: string, more: Partial<Extract<Command, { kind: 'text' }>> = {}): Command {
  return { kind: 'text', text, x: 0, y: 14, width: 7 * text.length, font: FONT, colour: 'ink', bounds: BOX, ...more };
}

function sceneOf(items: readonly (readonly Command[])[]): SceneTree {
  const scene = new SceneTree();
  for (const [i, commands] of items.entries()) {
    const line = { kind: 'fill', path: roundedRect(BOX, 2), colour: 'branch:0', bounds: BOX } as const;
    const group: Group = { id: `g${i}`, under: [line], commands, bounds: BOX };
    scene.put({ id: group.id, bounds: BOX, build: () => group }, null, 0, 40 * i);
  }
  return scene;
}

/** The document's objects with their streams inflated, as one text. */
async function pdfOf(scene: SceneTree, more: Partial<PdfOptions> = {}): Promise<string> {
  const bytes = Buffer.from((await paintPdf(scene, { palette, title: 'A map', ...more })) ?? []);
  const parts: string[] = [];
  let from = 0;
  for (let at = bytes.indexOf('\nstream\n'); at >= 0; at = bytes.indexOf('\nstream\n', from)) {
    parts.push(bytes.subarray(from, at).toString('latin1'));
    from = bytes.indexOf('endstream', at);
    try {
      parts.push(inflateSync(bytes.subarray(at + 8, from)).toString('latin1'));
    } catch {
      parts.push('');
    }
  }
  return parts.join('') + bytes.subarray(from).toString('latin1');
}

test('[PDF-1] [PDF-4] words are text of embedded faces, each item a paragraph of a tagged document', async () => {
  const pdf = await pdfOf(sceneOf([[words('Hello')], [words('Привет')]]));
  expect(pdf.match(/\/FontFile2/g)).toHaveLength(2);
  expect(pdf).toContain('/ToUnicode');
  expect(pdf.match(/\/S \/P\b/g)?.length).toBe(2);
  expect(pdf).toContain('/MarkInfo');
  expect(pdf).toContain('/Artifact');
});

test('[PDF-1] words stand in the document in the order in which the map is read, however groups are painted', async () => {
  // Glyphs are numbered as they are first used: the same words in the same order are the same text operators.
  const shown = (pdf: string): string[] => [...pdf.matchAll(/\[(?:<[0-9a-f]+>[-\d. ]*)+\] TJ/g)].map(([text]) => text);
  const mixed = sceneOf([[words('third')], [words('first')], [words('second')]]);
  const sorted = sceneOf([[words('first')], [words('second')], [words('third')]]);
  const read = shown(await pdfOf(mixed, { order: ['g1', 'g2', 'g0'] }));
  expect(read).toHaveLength(3);
  expect(read).toEqual(shown(await pdfOf(sorted)));
  expect(read).not.toEqual(shown(await pdfOf(mixed)));
});

test('[PDF-2] a run that was measured wider or narrower is stretched to it, others are left alone', async () => {
  expect(await pdfOf(sceneOf([[words('wide', { width: 300 })]]))).toMatch(/ Tf (?:[2-9]|\d\d)[\d.]* 0 0 -1 /);
  // As packages/text measures the word in this face.
  const pdf = await pdfOf(sceneOf([[words('wide', { width: 29.326 })]]));
  expect(pdf).toMatch(/ Tf (?:1|0\.999|1\.000)\d* 0 0 -1 /);
});

test('[PDF-13] the document says that it is PDF/UA-1, and each link is an element that says its words', async () => {
  const pdf = await pdfOf(sceneOf([[words('to the web', { href: 'https://example.org/' })], [words('plain')]]));
  expect(pdf.match(/\/S \/Link\b/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/Subtype \/Link[^>]*\/StructParent \d+/);
  expect(pdf).toContain('/Contents (to the web)');
  const bytes = await paintPdf(sceneOf([[words('a')]]), { palette, title: 'A map' });
  expect(Buffer.from(bytes ?? []).toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>');
  // It would have to name glyphs that a subset has twice.
  expect(pdf).not.toContain('/CIDSet');
});

test('[PDF-14] no glyph of a text stands for nothing: the dots of Arabic letters are shapes', async () => {
  const pdf = await pdfOf(
    sceneOf([[words('\u0627\u0644\u0639\u0631\u0628\u064a\u0629 \u062e\u0631\u064a\u0637\u0629', { rtl: true })]]),
  );
  const maps = [...pdf.matchAll(/beginbfrange\n([^]*?)\nendbfrange/g)].map(([, map = '']) => map);
  expect(maps.length).toBeGreaterThan(0);
  for (const map of maps) expect(map).not.toContain('<>');
});

test('[PDF-3] links lead to the web and by mail alone, bookmarks to places', async () => {
  const good = await pdfOf(sceneOf([[words('x', { href: 'https://example.org/' })]]), {
    bookmarks: [
      { title: 'root', level: 1, x: 5, y: 5 },
      { title: 'child', level: 2, x: 50, y: 15 },
    ],
  });
  expect(good).toContain('https://example.org/');
  expect(good.match(/\/XYZ/g)).toHaveLength(2);
  for (const href of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x']) {
    expect(await pdfOf(sceneOf([[words('x', { href })]]))).not.toContain('/Annot');
  }
});

test('[PDF-4] an emoji is drawn in its colours, and the document says which one', async () => {
  const pdf = await pdfOf(sceneOf([[words('go 👩‍🚀 now')]]));
  expect(pdf).toContain(`/ActualText <feff${Buffer.from('👩‍🚀', 'utf16le').swap16().toString('hex')}>`);
  expect(pdf.match(/ rg$/gm)?.length).toBeGreaterThan(2);
  expect(emojiShape('👩‍🚀')?.layers.length).toBeGreaterThan(8);
  expect(emojiShape('x')).toBeNull();
  // What text counts as one picture is one in the face, and what it takes apart is not.
  for (const sign of ['😀', '👨‍👩‍👧', '🤦', '🤦‍♂️', '🕵️‍♀️', '❤️‍🔥', '🧑‍🧑‍🧒', '🐻‍❄️', '🇩🇪', '👍🏽'])
    expect([sign, (emojiShape(sign)?.width ?? 0) < 1.5]).toEqual([sign, isOneEmoji(sign)]);
});

test('[PDF-5] tiles cover the map without a gap, and one sheet has it whole', () => {
  const bounds = { x: -500, y: -20, width: 4000, height: 1500 };
  const [one, ...none] = sheetsOf(bounds, 'one', 40);
  expect([one?.part, none.length]).toEqual([{ x: -540, y: -60, width: 4080, height: 1580 }, 0]);
  const tiles = sheetsOf(bounds, 'a4', 0);
  const covered = tiles.reduce((area, { part }) => area + part.width * part.height, 0);
  const right = Math.max(...tiles.map(({ part }) => part.x + part.width));
  const left = Math.min(...tiles.map(({ part }) => part.x));
  expect(left).toBeLessThanOrEqual(bounds.x);
  expect(right).toBeGreaterThanOrEqual(bounds.x + bounds.width);
  const height =
    Math.max(...tiles.map(({ part }) => part.y + part.height)) - Math.min(...tiles.map(({ part }) => part.y));
  expect(covered).toBeCloseTo((right - left) * height, 3);
  const huge = sheetsOf({ x: 0, y: 0, width: 100_000, height: 10 }, 'one', 0)[0];
  expect(huge?.width).toBeCloseTo(14_000, 3);
});

test('[PDF-5] a tile with nothing on it is no page', async () => {
  const scene = new SceneTree();
  for (const [i, x] of [0, 9000].entries()) {
    const group: Group = { id: `g${i}`, under: [], commands: [words('here')], bounds: BOX };
    scene.put({ id: group.id, bounds: BOX, build: () => group }, null, x, 0);
  }
  const pages = (await pdfOf(scene, { paper: 'a4' })).match(/\/Type \/Page\b/g);
  expect(pages?.length).toBe(2);
});

test('[PDF-12] words that an edge would cut are on the next tile, once and whole, and each tile says which it is', async () => {
  const scene = new SceneTree();
  // A tile of A4 is 1047 units wide, and the map in the middle of two: the edge between them lies in the second word.
  for (const [i, x] of [0, 700, 950, 1400].entries()) {
    const group: Group = { id: `g${i}`, under: [], commands: [words(`word ${i}`)], bounds: BOX };
    scene.put({ id: group.id, bounds: BOX, build: () => group }, null, x, 0);
  }
  const [first, second, ...none] = sheetsOf(
    { x: 0, y: 0, width: 1600, height: 20 },
    'a4',
    0,
    false,
    [0, 700, 950, 1400].map((x) => ({ ...BOX, x })),
  );
  expect(none).toEqual([]);
  expect((first?.part.x ?? 0) + (first?.part.width ?? 0)).toBeGreaterThan(second?.part.x ?? 0);
  const pdf = await pdfOf(scene, { paper: 'a4' });
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBe(2);
  // Four words and two labels, each once.
  const shown = [...pdf.matchAll(/\[(?:<[0-9a-f]+>[-\d. ]*)+\] TJ/g)].map(([text]) => text);
  expect([shown.length, new Set(shown).size]).toEqual([6, 6]);
});

test('[PDF-6] colours are those of the palette, an image without bytes is a quiet box', async () => {
  const image: Command = { kind: 'image', source: `asset:${'0'.repeat(64)}`, bounds: BOX };
  const pdf = await pdfOf(sceneOf([[image]]), { palette: createPalette('dark') });
  const [red, green, blue] = [1, 3, 5].map(
    (at) =>
      parseInt(
        createPalette('dark')
          .resolve('paper')
          .slice(at, at + 2),
        16,
      ) / 255,
  );
  const colours = [...pdf.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) rg/g)].map((found) => found.slice(1, 4).map(Number));
  const paper = colours[0]?.map((part, i) => Math.abs(part - ([red, green, blue][i] ?? 2)) < 0.01);
  expect(paper).toEqual([true, true, true]);
  expect(pdf).not.toContain('/XObject <<\n/I');
});

test('[PDF-7] nobody waits: nothing is answered', async () => {
  expect(await paintPdf(sceneOf([[words('x')]]), { palette, title: 'T', isCancelled: () => true })).toBeNull();
});

test('[PDF-8] each script has a face, and what none has keeps its place in the text', () => {
  const shelf = shippedFonts();
  const shelves = { shelf, han: 'sc' } as const;
  const scripts = ['Aé', 'Пи', 'Κα', '你好', 'こん', '안계', 'مر', 'של', 'नम', 'สว'];
  for (const text of scripts) {
    const pieces = piecesOf(text, FONT, shelves);
    expect([text, pieces.map((piece) => piece.text).join('')]).toEqual([text, text]);
    for (const code of text)
      expect([code, shelf.faceOf(code.codePointAt(0) ?? 0, FONT) !== null]).toEqual([code, true]);
  }
  expect(
    piecesOf('a\u{10380}b', FONT, shelves)
      .map((piece) => piece.text)
      .join(''),
  ).toBe('a\u{10380}b');
  expect(wordsApart(piecesOf('שלום עולם', FONT, shelves)).map((piece) => piece.text)).toEqual(['שלום', ' ', 'עולם']);
  expect(facesIn(sceneOf([[words('Aж')]])).length).toBe(2);
});

import { createHash } from 'node:crypto';
import { must, prefixText } from '@bough/base';
import type { BytesAnswer } from '@bough/contracts';
import { decodeMap } from '@bough/map';
import { ServiceFailure } from '@bough/service';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { afterAll, afterEach, expect, test } from 'vitest';
import { fileName } from './making/file-name.ts';
import { document } from './testing/maps.ts';
import { answerOf, endAll, endDrawing, exporterBefore, LINEAGE, type TestExporter } from './testing/world.ts';

type Wish = Parameters<TestExporter['ask']>[0];

afterEach(endAll);
afterAll(endDrawing);

/** An exporter in front of a docstore that always answers the same. */
async function exporterOf(answer: BytesAnswer): Promise<TestExporter> {
  return await exporterBefore({ read: () => answer });
}

test('[EXP-1] a map comes as a picture to save, its words as words', async () => {
  const { ask } = await exporterOf(answerOf(document('Rivers: "wide"', 3)));
  const answer = await ask();
  if (answer.kind !== 'bytes') throw new Error('no bytes');
  const svg = new TextDecoder().decode(answer.bytes);
  expect(answer.type).toContain('image/svg+xml');
  expect(answer.seq).toBe(7);
  expect(svg).toContain('<title>Rivers: &#34;wide&#34;</title>');
  expect(svg).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
  expect(svg).not.toContain('<script');
});

test('[EXP-8] each format comes as a file of its own kind, named for it', async () => {
  const { ask } = await exporterOf(answerOf(document('Rivers', 3)));
  const starts: Readonly<Record<string, string>> = {
    png: '\u0089PNG',
    pdf: '%PDF-1.7',
    xmind: 'PK',
    vsdx: 'PK',
    docx: 'PK',
    pptx: 'PK',
    mm: '<map',
    opml: '<?xml',
    kityminder: '{"root":',
    org: '#+TITLE: Rivers',
    plantuml: '@startmindmap',
  };
  const formats = [
    'png',
    'pdf',
    'bough',
    'mm',
    'freemind',
    'coggle',
    'opml',
    'xmind',
    'markdown',
    'outline',
    'mermaid',
    'plantuml',
    'org',
    'kityminder',
    'html',
    'canvas',
    'csv',
    'vsdx',
    'docx',
    'pptx',
  ] as const;
  for (const format of formats) {
    const answer = await ask({ format });
    if (answer.kind !== 'bytes') throw new Error('no bytes');
    expect(answer.bytes.length, format).toBeGreaterThan(24);
    const start = starts[format] ?? '';
    expect(Buffer.from(answer.bytes.subarray(0, start.length)).toString('latin1')).toBe(start);
  }
});

test('[FMT-49] a web page names the one script that it runs by its hash', async () => {
  const { ask } = await exporterOf(answerOf(document('Rivers', 3)));
  const answer = await ask({ format: 'html' });
  const page = answer.kind === 'bytes' ? Buffer.from(answer.bytes).toString('utf8') : '';
  const scripts = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) => script);
  const hashes = scripts.map((script) => createHash('sha256').update(script).digest('base64'));
  expect(hashes).toHaveLength(1);
  expect(page).toContain(`script-src 'sha256-${hashes[0] ?? ''}'`);
});

test('[EXP-15] an SVG has its words as text with so much of their faces as they need, or as shapes where that was asked for', async () => {
  const { ask } = await exporterOf(answerOf(document('Rivers', 3)));
  const svgOf = async (wish: Wish): Promise<string> => {
    const answer = await ask(wish);
    return answer.kind === 'bytes' ? Buffer.from(answer.bytes).toString('utf8') : '';
  };
  const [text, shapes] = [await svgOf({ format: 'svg' }), await svgOf({ format: 'svg', outlined: 'yes' })];
  expect(text).toContain('>item 1</text>');
  const fonts = [...text.matchAll(/data:font\/woff;base64,([A-Za-z0-9+/=]+)/g)].map(([, data = '']) => data.length);
  expect(fonts.length).toBeGreaterThan(0);
  expect(Math.max(...fonts)).toBeLessThan(8_000);
  expect(shapes).not.toMatch(/<text|font-face/);
  expect(shapes).toContain('aria-label="item 1"');
  expect(shapes.match(/<use /g)?.length).toBeGreaterThan(20);
});

test('[EXP-9] a PNG has as many pixels as were asked for, with its paper or without', async () => {
  const { ask } = await exporterOf(answerOf(document('Rivers', 3)));
  const sizeOf = async (wish: Wish): Promise<readonly number[]> => {
    const answer = await ask(wish);
    if (answer.kind !== 'bytes') throw new Error('no bytes');
    const png = Buffer.from(answer.bytes);
    return [png.readUInt32BE(16), png.readUInt32BE(20), png.length];
  };
  const [one, four, bare] = [
    await sizeOf({ format: 'png', scale: 1 }),
    await sizeOf({ format: 'png', scale: 4 }),
    await sizeOf({ format: 'png', scale: 1, transparent: 'yes' }),
  ];
  expect((four[0] ?? 0) / (one[0] ?? 1)).toBeCloseTo(4, 1);
  expect(bare.slice(0, 2)).toEqual(one.slice(0, 2));
  expect(bare[2]).not.toBe(one[2]);
});

test('[EXP-2] a file name has nothing that a file system or a header minds', () => {
  expect(fileName('Rivers: "wide" / deep\r\nX: 1', 'svg')).toBe('Rivers wide deep X 1.svg');
  expect(fileName('../..', 'svg')).toBe('map.svg');
  expect(fileName('', 'mm')).toBe('map.mm');
  expect(fileName('é'.repeat(300), 'svg').length).toBeLessThan(90);
});

test('[EXP-3] what is not a map is refused', async () => {
  const { ask } = await exporterOf(answerOf(new TextEncoder().encode('{"no":"map"}')));
  await expect(ask()).rejects.toMatchObject({ code: 'exporter/unreadable-document' });
  const silent = await exporterOf({ kind: 'unchanged', lineage: LINEAGE, seq: 7, etag: null });
  await expect(silent.ask()).rejects.toBeInstanceOf(ServiceFailure);
});

test('[EXP-3] an answer without a document is said to be one', async () => {
  const { ask } = await exporterOf({ kind: 'unchanged', lineage: LINEAGE, seq: 7, etag: null });
  await expect(ask()).rejects.toMatchObject({ code: 'exporter/no-document' });
});

test('[EXP-7] a card is a picture of 4 by 3, small however large the map is, drawn once for each prefix', async () => {
  const large = document('large', 4_000);
  const asked: (string | null)[] = [];
  const name = prefixText({ lineage: LINEAGE, seq: 7 });
  const { card } = await exporterBefore({
    read: (known) => {
      asked.push(known);
      return known === name ? { kind: 'unchanged', lineage: LINEAGE, seq: 7, etag: null } : answerOf(large);
    },
  });
  const first = await card(null);
  if (first.kind !== 'bytes') throw new Error('no bytes');
  const svg = new TextDecoder().decode(first.bytes);
  const [, width = 0, height = 0] = (/viewBox="\S+ \S+ (\S+) (\S+)"/.exec(svg) ?? []).map(Number);
  expect(width / height).toBeCloseTo(4 / 3, 2);
  expect(first.bytes.length).toBeLessThan(100_000);
  expect(first.fileName).toBeNull();
  expect(await card(name)).toMatchObject({ kind: 'unchanged', seq: 7 });
  expect(await card(null)).toMatchObject({ kind: 'bytes', seq: 7, bytes: first.bytes });
  // The second who has no picture asks docstore by the name of the one that is kept here.
  expect(asked).toEqual([null, name, name]);
});

test('[EXP-7] for emails a card is a PNG of twice the size that it is shown in, with the map on it, beside the SVG of the same prefix', async () => {
  const { card } = await exporterBefore({ read: () => answerOf(document('Rivers', 40)) });
  const [svg, png] = [await card(null), await card(null, 'png')];
  if (svg.kind !== 'bytes' || png.kind !== 'bytes') throw new Error('no bytes');
  expect([svg.type, png.type]).toEqual(['image/svg+xml; charset=utf-8', 'image/png']);
  const image = await loadImage(Buffer.from(png.bytes));
  expect([image.width, image.height]).toEqual([864, 648]);
  expect(png.bytes.length).toBeLessThan(150_000);
  const canvas = createCanvas(864, 648);
  canvas.getContext('2d').drawImage(image, 0, 0);
  const { data } = canvas.getContext('2d').getImageData(0, 0, 864, 648);
  const colours = new Set(Array.from({ length: data.length / 4 }, (_, at) => data.slice(at * 4, at * 4 + 4).join()));
  expect(colours.size).toBeGreaterThan(20);
});

test('[EXP-7] a card of a lineage that is over is drawn anew, though the number is the same', async () => {
  let [map, lineage] = [document('before', 3), LINEAGE];
  const { card } = await exporterBefore({ read: () => answerOf(map, 7, null, lineage) });
  const before = await card(null);
  expect(await card(null)).toEqual(before);
  [map, lineage] = [document('after', 5), 'anotherOfMap'];
  const after = await card(null);
  expect(after).toMatchObject({ kind: 'bytes', seq: 7, lineage });
  expect(after).not.toMatchObject({ bytes: before.kind === 'bytes' ? before.bytes : null });
});

test('[EXP-7] docstore without a document, and nothing kept: the card fails and says so', async () => {
  const { card } = await exporterOf({ kind: 'unchanged', lineage: LINEAGE, seq: 7, etag: null });
  await expect(card(null)).rejects.toMatchObject({ code: 'exporter/no-document' });
});

test('[EXP-14] a branch alone is in every kind of file, without what stands beside it', async () => {
  const stored = document('Rivers', 12);
  const map = must(decodeMap(new TextDecoder().decode(stored)));
  const [branch = ''] = [...map.items.values()].filter(({ text }) => text === 'item 5').map(({ id }) => id);
  const { ask } = await exporterBefore({ read: () => answerOf(stored) });
  for (const format of ['svg', 'mm', 'markdown', 'csv'] as const) {
    const answer = await ask({ format, branch });
    const text = answer.kind === 'bytes' ? Buffer.from(answer.bytes).toString('utf8') : '';
    expect(text.match(/item \d+/g), format).toEqual(['item 5']);
  }
  const sizeOf = async (wish: Wish): Promise<readonly number[]> => {
    const answer = await ask(wish);
    const bytes = answer.kind === 'bytes' ? Buffer.from(answer.bytes) : Buffer.alloc(0);
    if (wish?.format === 'png') return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    return (/MediaBox \[0 0 (\S+) (\S+)\]/.exec(bytes.toString('latin1')) ?? []).slice(1).map(Number);
  };
  for (const format of ['pdf', 'png'] as const) {
    const [whole, part] = [await sizeOf({ format, scale: 1 }), await sizeOf({ format, scale: 1, branch })];
    expect(part[1] ?? 0, format).toBeLessThan((whole[1] ?? 0) / 2);
  }
});

test('[EXP-8] a PDF has the map on one sheet of a paper, upright or not as the map is, or on as many as it takes', async () => {
  const { ask } = await exporterOf(answerOf(document('Rivers', 200)));
  const sheetsOf = async (wish: Wish): Promise<readonly string[]> => {
    const answer = await ask(wish);
    const text = answer.kind === 'bytes' ? Buffer.from(answer.bytes).toString('latin1') : '';
    return [...text.matchAll(/MediaBox \[0 0 (\S+) (\S+)\]/g)].map(([, width, height]) => `${width} x ${height}`);
  };
  expect(await sheetsOf({ format: 'pdf', paper: 'a4', fit: 'page' })).toEqual([expect.stringMatching(/^595.* x 841/)]);
  expect((await sheetsOf({ format: 'pdf', paper: 'a4' })).length).toBeGreaterThan(1);
  expect((await sheetsOf({ format: 'pdf' })).length).toBe(1);
});

test('[EXP-8] a page names its one script by its hash', async () => {
  const exporter = await exporterOf(answerOf(document('Rivers', 3)));
  const { bytes } = (await exporter.ask({ format: 'html' })) as { readonly bytes?: Uint8Array };
  const page = Buffer.from(bytes ?? []).toString('utf8');
  const script = /<script>([^]*?)<\/script>/.exec(page)?.[1] ?? '';
  expect(page).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
});

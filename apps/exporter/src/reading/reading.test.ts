import { utf8Encode } from '@bough/base';
import { type CarriedPart, IMPORTED_FILES, IMPORTED_IMAGES } from '@bough/contracts';
import { writeZip } from '@bough/formats/zip';
import { afterAll, afterEach, expect, test } from 'vitest';
import { ExporterFailure } from '../exporter-failure.ts';
import type { Renderer } from '../making/renderer.ts';
import { answerOf, endAll, endDrawing, exporterBefore, rendererOf, type TestExporter } from '../testing/world.ts';
import { document } from '../testing/maps.ts';

afterEach(endAll);
afterAll(endDrawing);

const MM = utf8Encode(
  '<map version="1.0.1"><node TEXT="Harvest"><node TEXT="apples"/><node TEXT="pears"/></node></map>',
);

async function exporter(): Promise<TestExporter> {
  return await exporterBefore({ read: () => answerOf(document('Rivers', 3)) });
}

const kinds = (parts: readonly CarriedPart[]): readonly string[] => parts.map(({ part }) => part.kind);

/** An XMind file whose topics show so many images. */
function pictured(images: number): Uint8Array {
  const topic = (n: number) => ({ id: `t${n}`, title: `topic ${n}`, image: { src: `xap:resources/${n}.png` } });
  const attached = Array.from({ length: images }, (_, n) => topic(n));
  const sheet = { title: 'Sheet', rootTopic: { id: 'r', title: 'Root', children: { attached } } };
  const entries: Record<string, Uint8Array> = { 'content.json': utf8Encode(JSON.stringify([sheet])) };
  for (let n = 0; n < images; n++)
    entries[`resources/${n}.png`] = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, n & 255, n >> 8);
  return writeZip(entries);
}

test('[EXP-23] a file comes as what is told of it and the changes that make its map', async () => {
  const { read } = await exporter();
  const parts = await read('plan.mm', MM);
  expect(kinds(parts)).toEqual(['map', 'changes', 'end']);
  const [map, changes] = parts.map(({ part }) => part);
  expect(map).toMatchObject({ file: 'plan.mm', title: 'Harvest', report: { tally: { items: 3, roots: 1 } } });
  expect(JSON.stringify(changes)).toContain('"text":"pears"');
});

test('[EXP-23] images come before the changes that name them, each under a name that no other has', async () => {
  const { read } = await exporter();
  const parts = await read('pictures.xmind', pictured(3));
  expect(kinds(parts)).toEqual(['map', 'image', 'image', 'image', 'changes', 'end']);
  const images = parts.flatMap(({ part, bytes }) => (part.kind === 'image' ? [{ ...part, bytes }] : []));
  expect(images.map(({ of }) => of)).toEqual(['topic 0', 'topic 1', 'topic 2']);
  expect(images.map(({ bytes }) => bytes[4])).toEqual([0, 1, 2]);
  const changes = JSON.stringify(parts[4]?.part);
  expect(new Set(images.map(({ source }) => source)).size).toBe(3);
  for (const { source } of images) expect(changes).toContain(`"source":"${source}"`);
});

test('[EXP-30] what was drawn comes behind its picture, and so does what came beside one', async () => {
  const { read } = await exporter();
  const svg = utf8Encode(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  );
  const words = utf8Encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>a</text></svg>');
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const image = (name: string) => ({ title: name, image: { src: `xap:resources/${name}` } });
  const attached = ['drawn.svg', 'words.svg', 'plain.png', 'pair.png'].map(image);
  const sheet = { title: 'Sheet', rootTopic: { id: 'r', title: 'Root', children: { attached } } };
  const entries = {
    'content.json': utf8Encode(JSON.stringify([sheet])),
    'resources/drawn.svg': svg,
    'resources/words.svg': words,
    'resources/plain.png': png,
    'resources/pair.png': png,
    'resources/pair.original.svg': words,
  };
  const parts = await read('pictures.xmind', writeZip(entries));
  const images = parts.flatMap(({ part, bytes }) => (part.kind === 'image' ? [{ ...part, bytes }] : []));
  const found = images.map(({ original, bytes }) => [original, ...[...bytes.subarray(-(original ?? 1))].slice(0, 4)]);
  const start = [...svg.subarray(0, 4)];
  expect(found[0]).toEqual([svg.length, ...start]);
  expect(Buffer.from(images[0]?.bytes ?? []).toString('latin1', 1, 4)).toBe('PNG');
  // One that is not drawn here is sent as it is, to be named.
  expect([images[1]?.original, images[1]?.bytes.length]).toEqual([null, words.length]);
  expect([images[2]?.original, images[2]?.bytes.length]).toEqual([null, png.length]);
  expect(found[3]).toEqual([words.length, ...start]);
});

test('[EXP-23] of an archive each file is read, and what is none is named', async () => {
  const { read } = await exporter();
  const zip = writeZip({ 'a.mm': MM, 'b.opml': utf8Encode('<opml'), 'c.md': utf8Encode('# C'), 'photo.jpg': MM });
  const parts = (await read('all.zip', zip)).map(({ part }) => part);
  expect(parts.map(({ kind }) => kind)).toEqual(['map', 'changes', 'refused', 'map', 'changes', 'end']);
  expect(parts[2]).toMatchObject({ file: 'b.opml', message: expect.stringMatching(/\w/) });
  expect(parts.at(-1)).toEqual({ kind: 'end', others: ['photo.jpg'] });
});

test('[EXP-23] bombs, mazes and noise are refused with a sentence, and the next file is read', async () => {
  const { read } = await exporter();
  const zeros = new Uint8Array(16 * 1024 * 1024);
  const doctype = utf8Encode('<!DOCTYPE map [<!ENTITY a "aaaa">]><map><node TEXT="&a;"/></map>');
  const deep = utf8Encode(`<map>${'<node TEXT="x">'.repeat(5_000)}`);
  for (const file of [writeZip({ 'content.json': zeros }), doctype, deep, zeros.subarray(0, 999), MM.subarray(0, 9)]) {
    const parts = (await read('hostile.mm', file)).map(({ part }) => part);
    expect(parts.map(({ kind }) => kind)).toEqual(['refused', 'end']);
    expect(parts[0]).toMatchObject({ file: 'hostile.mm', message: expect.stringMatching(/^[A-Z].+\.$/) });
  }
  expect(kinds(await read('plan.mm', MM))).toEqual(['map', 'changes', 'end']);
});

test('[EXP-23] what breaks the process, or holds it too long, is the file that was wrong', async () => {
  const { signal } = new AbortController();
  const job = { name: 'a.mm', file: MM };
  const slow = rendererOf({ longestMs: 1 });
  await expect(slow.read(job, { signal })).rejects.toMatchObject({ code: 'exporter/too-slow' });
  const breaking = rendererOf({ entry: new URL('../testing/breaks.ts', import.meta.url) });
  await expect(breaking.read(job, { signal })).rejects.toBeInstanceOf(ExporterFailure);
  const late = await exporterBefore({ read: () => answerOf(document('x', 1)), reader: slow });
  await expect(late.read('a.mm', MM)).rejects.toMatchObject({ code: 'exporter/slow-file', kind: 'invalid' });
  const broken = await exporterBefore({ read: () => answerOf(document('x', 1)), reader: breaking });
  await expect(broken.read('a.mm', MM)).rejects.toMatchObject({ code: 'exporter/unread-file', kind: 'invalid' });
});

test('[EXP-29] a file is read in the name of who sends it', async () => {
  const asked: unknown[] = [];
  const reader: Pick<Renderer, 'read'> = {
    read: (_job, options) => {
      asked.push(options.by);
      return Promise.reject(new Error('read by nobody'));
    },
  };
  const asking = await exporterBefore({ read: () => answerOf(document('x', 1)), reader });
  await expect(asking.read('a.mm', MM)).rejects.toThrow();
  expect(asked).toEqual([asking.person]);
});

test('[EXP-24] images beyond three hundred are told by name, files beyond five hundred are refused', async () => {
  const { read } = await exporter();
  const [map, ...more] = (await read('many.xmind', pictured(IMPORTED_IMAGES + 2))).map(({ part }) => part);
  expect(more.filter(({ kind }) => kind === 'image')).toHaveLength(IMPORTED_IMAGES);
  expect(map).toMatchObject({
    absent: [
      { of: 'topic 300', why: 'too-many' },
      { of: 'topic 301', why: 'too-many' },
    ],
  });
  const files = Object.fromEntries(
    Array.from({ length: IMPORTED_FILES + 1 }, (_, n) => [`${n}.md`, utf8Encode(`# ${n}`)]),
  );
  const parts = (await read('many.zip', writeZip(files))).map(({ part }) => part);
  expect(parts.filter(({ kind }) => kind === 'map')).toHaveLength(IMPORTED_FILES);
  expect(parts.filter(({ kind }) => kind === 'refused')).toHaveLength(1);
});

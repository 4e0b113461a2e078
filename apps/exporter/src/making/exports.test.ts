import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { createCanvas } from '@napi-rs/canvas';
import type { ExportState } from '@bough/contracts';
import { afterAll, afterEach, expect, test } from 'vitest';
import { document } from '../testing/maps.ts';
import { answerOf, endAll, endDrawing, exporterBefore, LINEAGE } from '../testing/world.ts';
import { nameOfKept, piecesOfKept, tryReadKept } from './kept-file.ts';
import { RecentFiles } from './recent-files.ts';

afterEach(endAll);
afterAll(endDrawing);

const bytesOf = (answer: { readonly kind: string; readonly bytes?: Uint8Array }): Uint8Array => {
  if (answer.bytes === undefined) throw new Error('no bytes');
  return answer.bytes;
};

/** A picture of one colour, as docstore keeps one, and its hash. */
function pictureOf(type: 'png' | 'jpeg' | 'webp', width = 600): { readonly hash: string; readonly bytes: Uint8Array } {
  const canvas = createCanvas(width, 400);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, width, 400);
  const bytes = type === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer(`image/${type}`);
  return { hash: createHash('sha256').update(bytes).digest('hex'), bytes };
}

test('[EXP-11] [EXP-18] a file that is asked for again in the same way is fetched, not made; another way or number is another file', async () => {
  const exporter = await exporterBefore({ read: () => answerOf(document('Rivers', 3)), seq: 7 });
  const first = bytesOf(await exporter.ask({ format: 'svg' }));
  expect(bytesOf(await exporter.ask({ format: 'svg' }))).toEqual(first);
  expect(exporter.asked).toEqual(['document null null']);
  await exporter.exports.drain();
  const name = nameOfKept(SEVENTH, keptOptions({ format: 'svg', theme: 'light' }));
  expect([...exporter.kept.keys()]).toEqual([`${name}.0`]);
  expect(exporter.keptBy).toEqual([exporter.person]);
  const kept = await tryReadKept(async (piece) => exporter.kept.get(`${name}.${piece}`) ?? null);
  expect(kept).toMatchObject({ seq: 7, name: 'Rivers.svg' });
  await exporter.ask({ format: 'svg', theme: 'dark' });
  await exporter.ask({ format: 'svg', at: 3 });
  expect(exporter.asked).toEqual(['document null null', 'document null null', 'document 3 null']);
});

const NOTHING_LOST = {
  tally: { items: 3, roots: 1, links: 0, notes: 0, icons: 0, images: 0 },
  notes: [],
  size: null,
  tiles: null,
  fonts: [],
  tooLarge: null,
};
const SEVENTH = { lineage: LINEAGE, seq: 7 };

const keptOptions = (options: Readonly<Record<string, string | number | null>>) => ({
  format: 'svg',
  branch: null,
  theme: null,
  scale: null,
  transparent: null,
  outlined: null,
  paper: null,
  fit: null,
  images: null,
  tiles: null,
  ...options,
});

test('[EXP-11] a file of a number that is given anew, in another lineage, is made anew', async () => {
  const docstore = { read: () => answerOf(document('Rivers', 3), 7, null, docstore.lineage), lineage: LINEAGE };
  const exporter = await exporterBefore(docstore);
  for (const at of [null, 7]) await exporter.ask({ format: 'svg', at });
  expect(exporter.asked).toHaveLength(1);
  docstore.lineage = 'anotherOfMap';
  expect(await exporter.ask({ format: 'svg', at: 7 })).toMatchObject({ lineage: 'anotherOfMap' });
  expect(exporter.asked).toHaveLength(2);
});

test('[EXP-11] what docstore has kept is sent as it is, by an exporter that has never seen the map', async () => {
  const exporter = await exporterBefore({ read: () => answerOf(document('Rivers', 3)) });
  const made = {
    ...SEVENTH,
    name: 'Kept.svg',
    type: 'image/svg+xml',
    report: NOTHING_LOST,
    bytes: Buffer.from('<svg/>'.repeat(100_000)),
  };
  const name = nameOfKept(SEVENTH, keptOptions({ theme: 'light' }));
  const pieces = piecesOfKept(made);
  expect(pieces.length).toBe(3);
  for (const [n, piece] of pieces.entries()) exporter.kept.set(`${name}.${n}`, piece);
  expect(await exporter.ask({ format: 'svg' })).toMatchObject({ fileName: 'Kept.svg', seq: 7, bytes: made.bytes });
  expect(exporter.asked).toEqual([]);
});

test('[EXP-11] a kept file of which a piece is gone, or another one, is made anew', async () => {
  const made = {
    ...SEVENTH,
    name: 'Kept.svg',
    type: 'image/svg+xml',
    report: NOTHING_LOST,
    bytes: Buffer.alloc(600_000, 'ab'),
  };
  const pieces = piecesOfKept(made);
  const readOf = (kept: readonly (Uint8Array | null)[]) => tryReadKept(async (n) => kept[n] ?? null);
  expect(await readOf(pieces)).toEqual({ ...made, bytes: new Uint8Array(made.bytes) });
  for (const n of pieces.keys()) {
    expect(await readOf(pieces.with(n, new Uint8Array()))).toBe(null);
    expect(await readOf(pieces.map((piece, at) => (at === n ? null : piece)))).toBe(null);
  }
  expect(await readOf(pieces.with(1, new Uint8Array(pieces[1]?.length ?? 0)))).toBe(null);
  expect(piecesOfKept({ ...made, bytes: new Uint8Array(16 * 1024 * 1024) })).toEqual([]);
});

test('[EXP-11] files that are wanted of one map at the same time are made of one reading of it, packed as docstore keeps it', async () => {
  const stored = document('Rivers', 3);
  const packed = answerOf(zstdCompressSync(stored), 7, 'zstd');
  const { hash, bytes } = pictureOf('png');
  const pictured = document('Rivers', 3, { image: { source: `asset:${hash}`, width: 120, height: 40 } });
  const exporter = await exporterBefore({ read: () => packed });
  const files = await Promise.all((['svg', 'markdown', 'csv'] as const).map((format) => exporter.ask({ format })));
  expect(files.map(({ kind }) => kind)).toEqual(['bytes', 'bytes', 'bytes']);
  expect(exporter.asked).toEqual(['document null null']);
  const shown = answerOf(zstdCompressSync(pictured), 7, 'zstd');
  const other = await exporterBefore({ read: () => shown, assets: new Map([[hash, bytes]]) });
  const pictures = await Promise.all((['light', 'dark'] as const).map((theme) => other.ask({ format: 'svg', theme })));
  for (const one of pictures) expect(Buffer.from(bytesOf(one)).includes('<image')).toBe(true);
  expect(other.asked).toEqual(['document null null', `asset ${hash}`]);
});

test('[EXP-11] two who ask for the same file wait for one, and it is made as long as one of them is there', async () => {
  const exporter = await exporterBefore({ read: () => answerOf(document('Rivers', 2_000)) });
  const leaver = new AbortController();
  const states: ExportState[] = [];
  const left = exporter.progress({ format: 'pdf' }, (state) => states.push(state), leaver.signal).catch(() => null);
  await expect.poll(() => states.map(({ state }) => state)).toContain('working');
  const others: ExportState[] = [];
  const stays = exporter.progress({ format: 'pdf' }, (state) => others.push(state));
  await expect.poll(() => others.length).toBeGreaterThan(0);
  leaver.abort();
  await left;
  expect((await stays).at(-1)).toMatchObject({ state: 'done' });
  expect(Buffer.from(bytesOf(await exporter.ask({ format: 'pdf' })).subarray(0, 4)).toString()).toBe('%PDF');
  expect(exporter.asked).toEqual(['document null null']);
});

test('[EXP-12] how far a file is is told to the end; then it is there', async () => {
  const exporter = await exporterBefore({ read: () => answerOf(document('Rivers', 30)) });
  const states = await exporter.progress({ format: 'png' });
  expect(states.map(({ state }) => state)).toEqual(['working', 'done']);
  const file = bytesOf(await exporter.ask({ format: 'png' }));
  expect(states.at(-1)).toMatchObject({ state: 'done', bytes: file.length });
  expect(exporter.asked.length).toBe(1);
});

test('[EXP-12] what cannot be made is told with its reason', async () => {
  const exporter = await exporterBefore({ read: () => answerOf(new TextEncoder().encode('{"no":"map"}')) });
  const states = await exporter.progress({ format: 'svg' });
  expect(states.at(-1)).toMatchObject({ state: 'failed', problem: { code: 'exporter/unreadable-document' } });
});

test('[EXP-4] a caller who leaves in the middle of a file ends the work on it', async () => {
  const exporter = await exporterBefore({ read: () => answerOf(document('large', 6_000)) });
  const leaver = new AbortController();
  const states: ExportState[] = [];
  const left = exporter.progress({ format: 'pdf' }, (state) => states.push(state), leaver.signal).catch(() => null);
  await expect.poll(() => exporter.renderer.load.working, { timeout: 10_000 }).toBe(1);
  expect(exporter.renderer.pids.length).toBe(1);
  leaver.abort();
  await left;
  await expect.poll(() => exporter.renderer.load).toEqual({ waiting: 0, working: 0 });
  expect(exporter.kept.size).toBe(0);
});

test('[EXP-13] an uploaded image is in every kind of file that holds images, no finer than it is shown', async () => {
  for (const type of ['png', 'jpeg', 'webp'] as const) {
    const { hash, bytes } = pictureOf(type, 1_200);
    const image = { source: `asset:${hash}`, width: 120, height: 40 };
    const stored = document('Rivers', 3, { image });
    const { ask } = await exporterBefore({ read: () => answerOf(stored), assets: new Map([[hash, bytes]]) });
    const svg = Buffer.from(bytesOf(await ask({ format: 'svg' }))).toString('utf8');
    const [, kind, data = ''] = /<image [^>]*href="data:image\/(png|jpeg);base64,([^"]+)"/.exec(svg) ?? [];
    expect(kind).toBe(type === 'jpeg' ? 'jpeg' : 'png');
    if (kind === 'png') expect(Buffer.from(data, 'base64').readUInt32BE(16)).toBe(360);
    const ending = type === 'jpeg' ? 'jpg' : type;
    const zip = Buffer.from(bytesOf(await ask({ format: 'markdown' }))).toString('latin1');
    expect(zip.includes(`images/${hash}.${ending}`)).toBe(true);
    const markdown = Buffer.from(bytesOf(await ask({ format: 'markdown', images: 'data' }))).toString('utf8');
    expect(markdown).toContain(`(data:image/${type};base64,${Buffer.from(bytes).toString('base64')} "120 x 40")`);
    const pdf = Buffer.from(bytesOf(await ask({ format: 'pdf' }))).toString('latin1');
    expect(pdf.includes('/Subtype /Image')).toBe(true);
    const xmind = Buffer.from(bytesOf(await ask({ format: 'xmind' }))).toString('latin1');
    expect(xmind.includes(`resources/${hash}.${ending}`)).toBe(true);
    const inText = Buffer.from(bytes).toString('base64');
    for (const format of ['html', 'kityminder'] as const) {
      expect(Buffer.from(bytesOf(await ask({ format }))).toString('utf8')).toContain(inText);
    }
    if (type !== 'webp') {
      const word = Buffer.from(bytesOf(await ask({ format: 'docx' }))).toString('latin1');
      expect(word).toMatch(/word\/media\/[^/]+\.(?:png|jpe?g)/);
    }
    expect(
      Buffer.from(bytesOf(await ask({ format: 'png' })))
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  }
});

test('[EXP-30] whole files have what an image was drawn from; all others, and their reports, do not ask for it', async () => {
  const { hash, bytes } = pictureOf('png', 40);
  const stored = document('Rivers', 3, { image: { source: `asset:${hash}`, width: 120, height: 40 } });
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const elsewhere = ['e'.repeat(64), svg] as const;
  const docstore = { assets: new Map([[hash, bytes]]), originals: new Map([[hash, svg], elsewhere]) };
  const { ask, asked, report } = await exporterBefore({ read: () => answerOf(stored), ...docstore });
  for (const format of ['bough', 'mm', 'freemind', 'coggle', 'xmind', 'markdown'] as const) {
    const answer = await ask({ format });
    const zip = Buffer.from(bytesOf(answer)).toString('latin1');
    expect([format, zip.includes(`/${hash}.original.svg`), zip.includes('e'.repeat(64))]).toEqual([
      format,
      true,
      false,
    ]);
  }
  expect(asked.filter((what) => what.startsWith('original '))).not.toContain(`original ${'e'.repeat(64)}`);
  const before = asked.filter((what) => what.startsWith('original')).length;
  for (const format of ['html', 'docx', 'pdf', 'svg', 'opml', 'csv'] as const) {
    expect(Buffer.from(bytesOf(await ask({ format }))).includes('alert(1)</script></svg>')).toBe(false);
  }
  expect(Buffer.from(bytesOf(await ask({ format: 'markdown', images: 'data' }))).includes('original')).toBe(false);
  await report({ format: 'bough' });
  expect(asked.filter((what) => what.startsWith('original'))).toHaveLength(before);
});

test('[EXP-13] an image of another place, a missing and a broken one are quiet boxes, and nobody else is asked for them', async () => {
  const visits: string[] = [];
  const elsewhere = createServer((socket) => {
    visits.push('somebody came');
    socket.destroy();
  });
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const address = elsewhere.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const broken = 'b'.repeat(64);
  const sources = [`https://127.0.0.1:${port}/a.png`, `asset:${'a'.repeat(64)}`, `asset:${broken}`];
  for (const source of sources) {
    const stored = document('Rivers', 3, {
      image: { source, width: 120, height: 40 },
      href: `http://127.0.0.1:${port}/`,
    });
    const assets = new Map([[broken, new TextEncoder().encode('<svg onload="alert(1)"/>')]]);
    const { ask } = await exporterBefore({ read: () => answerOf(stored), assets });
    for (const format of ['svg', 'pdf', 'png', 'xmind'] as const) {
      const file = Buffer.from(bytesOf(await ask({ format }))).toString('latin1');
      expect(/<image|\/Subtype \/Image|onload=/.test(file)).toBe(false);
    }
  }
  // That a visit would have been seen.
  const own = connect(port, '127.0.0.1');
  await once(own, 'close').catch(() => undefined);
  expect(visits).toEqual(['somebody came']);
  elsewhere.close();
});

test('[EXP-11] files that were just made stay within their bound, the longest unused going first', () => {
  const files = new RecentFiles({ mostBytes: 25 });
  const file = (length: number) => ({
    lineage: LINEAGE,
    seq: 1,
    name: 'a.svg',
    type: 'image/svg+xml',
    report: NOTHING_LOST,
    bytes: new Uint8Array(length),
  });
  files.put('a', file(10));
  files.put('b', file(10));
  expect(files.get('a')).not.toBeNull();
  files.put('c', file(10));
  files.put('huge', file(26));
  expect(['a', 'b', 'c', 'huge'].map((key) => files.get(key) !== null)).toEqual([true, false, true, false]);
});

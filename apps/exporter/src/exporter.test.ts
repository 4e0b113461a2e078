import { must, parseMapId, parsePersonId } from '@bough/base';
import { type BytesAnswer, docstoreRoutes, exporterRoutes } from '@bough/contracts';
import { apply, emptyMap, encodeMap, newItemId, orderBetween } from '@bough/map';
import { type Caller, handle, platformIds, platformRandom, type RequestContext, ServiceFailure } from '@bough/service';
import { createTestPlatforms } from '@bough/service/testing';
import { afterEach, expect, test } from 'vitest';
import { ExporterFailure } from './exporter-failure.ts';
import { Renderer } from './renderer.ts';
import { exportRoutes, fileName } from './routes.ts';

const entry = new URL('main.ts', import.meta.url);
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

function document(title: string, items: number): Uint8Array {
  const map = emptyMap();
  const author = parsePersonId(platformIds.long());
  if (author === null) throw new Error('not an id');
  const root = newItemId(platformIds);
  const settings = { kind: 'settings', fields: { title } } as const;
  const first = orderBetween(null, null, platformRandom);
  const add = {
    kind: 'add',
    id: root,
    parent: null,
    order: first,
    fields: { text: '<script>alert(1)</script>' },
  } as const;
  must(apply(map, { author, at: 1, ops: [settings, add] }));
  let order: string | null = null;
  for (let i = 1; i < items; i++) {
    order = orderBetween(order, null, platformRandom);
    const fields = { text: `item ${i}` };
    must(
      apply(map, { author, at: 1, ops: [{ kind: 'add', id: newItemId(platformIds), parent: root, order, fields }] }),
    );
  }
  return new TextEncoder().encode(encodeMap(map));
}

function bytes(stored: Uint8Array): BytesAnswer {
  return {
    kind: 'bytes',
    bytes: stored,
    type: 'application/json',
    encoding: null,
    seq: 7,
    etag: null,
    fileName: null,
  };
}

/** A real exporter in front of a docstore that always answers the same. */
async function exporterOf(answer: BytesAnswer): Promise<TestExporter> {
  return await exporterBefore(() => answer);
}

type Wish = Pick<Params, 'format'> & Partial<Params>;
type Params = Extract<ReturnType<typeof exporterRoutes.exportMap.params>, { readonly ok: true }>['value'];

interface TestExporter {
  ask(wish?: Wish): Promise<BytesAnswer>;
  card(known: number | null): Promise<BytesAnswer>;
}

/** A real exporter in front of a docstore that answers what `read` says to the number that is known. */
async function exporterBefore(read: (known: number | null) => BytesAnswer): Promise<TestExporter> {
  const platforms = createTestPlatforms();
  const docs = platforms('docstore').server([handle(docstoreRoutes.readDocument, ({ params }) => read(params.known))]);
  await docs.start?.();
  cleanups.push(() => docs.stop?.());
  const exporter = platforms('exporter');
  const renderer = new Renderer({ entry, mostWaiting: 2 });
  const toDocs: Caller = exporter.caller('docstore', `http://127.0.0.1:${docs.port()}`);
  const server = exporter.server(exportRoutes(toDocs, renderer));
  await server.start?.();
  cleanups.push(
    () => renderer.stop(),
    () => toDocs.stop?.(),
    () => server.stop?.(),
  );
  const gateway = platforms('gateway');
  const toExporter = gateway.caller('exporter', `http://127.0.0.1:${server.port()}`);
  cleanups.push(() => toExporter.stop?.());
  const map = parseMapId(platformIds.long());
  if (map === null) throw new Error('not an id');
  const open = async (work: (context: RequestContext) => Promise<BytesAnswer>): Promise<BytesAnswer> => {
    const opened = gateway.context({ deadlineMs: 10_000 });
    try {
      return await work(opened.context);
    } finally {
      opened.close();
    }
  };
  return {
    ask: (wish = { format: 'svg' }) =>
      open((context) => {
        const params = {
          map,
          theme: null,
          at: null,
          branch: null,
          scale: null,
          transparent: null,
          paper: null,
          fit: null,
          ...wish,
        };
        return toExporter.call(exporterRoutes.exportMap, { params }, context);
      }),
    card: (known) =>
      open((context) => toExporter.call(exporterRoutes.thumbnail, { params: { map, theme: 'light', known } }, context)),
  };
}

test('[EXP-1] a map comes as a picture to save, its words as words', async () => {
  const { ask } = await exporterOf(bytes(document('Rivers: "wide"', 3)));
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
  const { ask } = await exporterOf(bytes(document('Rivers', 3)));
  const starts: Readonly<Record<string, string>> = {
    png: '\u0089PNG',
    pdf: '%PDF-1.7',
    xmind: 'PK',
    vsdx: 'PK',
    mm: '<map',
    opml: '<?xml',
  };
  const formats = [
    'png',
    'pdf',
    'bough',
    'mm',
    'opml',
    'xmind',
    'markdown',
    'outline',
    'mermaid',
    'canvas',
    'csv',
    'vsdx',
  ] as const;
  for (const format of formats) {
    const answer = await ask({ format });
    if (answer.kind !== 'bytes') throw new Error('no bytes');
    expect(answer.bytes.length, format).toBeGreaterThan(24);
    const start = starts[format] ?? '';
    expect(Buffer.from(answer.bytes.subarray(0, start.length)).toString('latin1')).toBe(start);
  }
});

test('[EXP-9] a PNG has as many pixels as were asked for, with its paper or without', async () => {
  const { ask } = await exporterOf(bytes(document('Rivers', 3)));
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
  const { ask } = await exporterOf(bytes(new TextEncoder().encode('{"no":"map"}')));
  await expect(ask()).rejects.toMatchObject({ code: 'exporter/unreadable-document' });
  const silent = await exporterOf({ kind: 'unchanged', seq: 7, etag: null });
  await expect(silent.ask()).rejects.toBeInstanceOf(ServiceFailure);
});

test('[EXP-3] an answer without a document is said to be one', async () => {
  const { ask } = await exporterOf({ kind: 'unchanged', seq: 7, etag: null });
  await expect(ask()).rejects.toMatchObject({ code: 'exporter/no-document' });
});

test('[EXP-4] who leaves costs nothing more: the thread is taken away, the next in line gets another', async () => {
  const renderer = new Renderer({ entry, mostWaiting: 2 });
  cleanups.push(() => renderer.stop());
  const large = { document: document('large', 400), theme: 'light', part: 'whole', format: 'svg' } as const;
  const small = { document: document('small', 2), theme: 'dark', part: 'whole', format: 'svg' } as const;
  const gone = new AbortController();
  const stays = new AbortController();
  const running = renderer.render(large, gone.signal);
  const waiting = renderer.render(small, gone.signal);
  const kept = renderer.render(small, stays.signal);
  gone.abort(new Error('left'));
  await expect(running).rejects.toThrow('left');
  await expect(waiting).rejects.toThrow('left');
  expect((await kept).title).toBe('small');
});

test('[EXP-5] a full queue says so at once', async () => {
  const renderer = new Renderer({ entry, mostWaiting: 1 });
  cleanups.push(() => renderer.stop());
  const job = { document: document('one', 2), theme: 'light', part: 'whole', format: 'svg' } as const;
  const { signal } = new AbortController();
  const [first, second] = [renderer.render(job, signal), renderer.render(job, signal)];
  await expect(renderer.render(job, signal)).rejects.toMatchObject({ code: 'exporter/busy', kind: 'unavailable' });
  await Promise.all([first, second]);
});

test('[EXP-6] a thread that breaks fails its job and no other', async () => {
  const renderer = new Renderer({ entry: new URL('data:text/javascript,throw new Error("broke")'), mostWaiting: 2 });
  cleanups.push(() => renderer.stop());
  const job = { document: document('one', 2), theme: 'light', part: 'whole', format: 'svg' } as const;
  const { signal } = new AbortController();
  const failed = renderer.render(job, signal);
  await expect(failed).rejects.toBeInstanceOf(ExporterFailure);
  await expect(failed).rejects.toMatchObject({ code: 'exporter/render-broke' });
});

test('[EXP-7] a card is a picture of 4 by 3, small however large the map is, drawn once for each number', async () => {
  const large = document('large', 4_000);
  const asked: (number | null)[] = [];
  const { card } = await exporterBefore((known) => {
    asked.push(known);
    return known === 7 ? { kind: 'unchanged', seq: 7, etag: null } : bytes(large);
  });
  const first = await card(null);
  if (first.kind !== 'bytes') throw new Error('no bytes');
  const svg = new TextDecoder().decode(first.bytes);
  const [, width = 0, height = 0] = (/viewBox="\S+ \S+ (\S+) (\S+)"/.exec(svg) ?? []).map(Number);
  expect(width / height).toBeCloseTo(4 / 3, 2);
  expect(first.bytes.length).toBeLessThan(100_000);
  expect(first.fileName).toBeNull();
  expect(await card(7)).toMatchObject({ kind: 'unchanged', seq: 7 });
  expect(await card(null)).toMatchObject({ kind: 'bytes', seq: 7, bytes: first.bytes });
  // The second who has no picture asks docstore by the number of the one that is kept here.
  expect(asked).toEqual([null, 7, 7]);
});

test('[EXP-7] docstore without a document, and nothing kept: the card fails and says so', async () => {
  const { card } = await exporterOf({ kind: 'unchanged', seq: 7, etag: null });
  await expect(card(null)).rejects.toMatchObject({ code: 'exporter/no-document' });
});

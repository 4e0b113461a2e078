import { must, parseMapId, parsePersonId, type PersonId } from '@bough/base';
import {
  type BytesAnswer,
  type CarriedPart,
  docstoreRoutes,
  type ExportReport,
  type ExportState,
  exporterRoutes,
  exportState,
  PLAIN_EXPORT,
  readImportParts,
} from '@bough/contracts';
import { handle, platformIds, type RequestContext, ServiceFailure } from '@bough/service';
import { createTestPlatforms } from '@bough/service/testing';
import { Exports } from '../making/exports.ts';
import { Renderer, type RendererSettings } from '../making/renderer.ts';
import { exportRoutes } from '../routes.ts';

/** The lineage of maps, where a test says no other. */
export const LINEAGE = 'lineageOfMap';

const cleanups: (() => unknown)[] = [];

/** Ends what a test has started, last first. */
export async function endAll(): Promise<void> {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
}

type Params = Extract<ReturnType<typeof exporterRoutes.exportMap.params>, { readonly ok: true }>['value'];
type Wish = Pick<Params, 'format'> & Partial<Params>;

/** What docstore has, and what it was asked for. */
export interface TestDocstore {
  /** To the number that the asker has. */
  readonly read: (known: string | null) => BytesAnswer;
  readonly assets?: ReadonlyMap<string, Uint8Array>;
  /** What some of them were drawn from. */
  readonly originals?: ReadonlyMap<string, Uint8Array>;
  /** What reads files beside it; absent: what draws. */
  readonly reader?: Pick<Renderer, 'read'>;
  /** The number that it says a map has. */
  seq?: number;
  /** And the lineage in which it does. */
  lineage?: string;
}
export interface TestExporter {
  readonly renderer: Renderer;
  readonly exports: Exports;
  /** What docstore was asked, in order. */
  readonly asked: readonly string[];
  readonly kept: Map<string, Uint8Array>;
  /** Who asks, and in whose name each piece was kept. */
  readonly person: PersonId;
  readonly keptBy: readonly (PersonId | null)[];
  ask(wish?: Wish, signal?: AbortSignal): Promise<BytesAnswer>;
  /** How far the file is, until the end or until the signal. */
  progress(wish: Wish, onState?: (state: ExportState) => void, signal?: AbortSignal): Promise<readonly ExportState[]>;
  /** What the file does not hold of the map. */
  report(wish: Wish): Promise<ExportReport>;
  card(known: string | null, as?: 'png' | null): Promise<BytesAnswer>;
  /** The maps that a file gives. */
  read(name: string, file: Uint8Array): Promise<readonly CarriedPart[]>;
}

/** A renderer with its own processes. */
export function rendererOf(settings: Partial<RendererSettings> = {}): Renderer {
  const renderer = makeRenderer(settings);
  cleanups.push(() => renderer.stop());
  return renderer;
}

/** Draws for all tests of one file, as it does for all maps: what it has read and compiled it need not read again. */
const renderer = makeRenderer({});

/** Ends what draws for all tests, after the last of them. */
export async function endDrawing(): Promise<void> {
  await renderer.stop();
}

function makeRenderer(settings: Partial<RendererSettings>): Renderer {
  const clock = createTestPlatforms()('exporter').clock;
  const entry = new URL('../main.ts', import.meta.url);
  const times = { longestMs: 30_000, idleMs: 30_000, stopMs: 10_000, patienceMs: 1_000 };
  // Beside other tests nobody would be left anything who gives way to all of them.
  const way = 'mostly';
  return new Renderer({ clock }, { entry, way, processes: 1, mostWaiting: 64, ...times, ...settings });
}

/** A document as docstore answers it. */
export function answerOf(stored: Uint8Array, seq = 7, encoding: string | null = null, lineage = LINEAGE): BytesAnswer {
  const name = { lineage, seq, etag: null, fileName: null };
  return { kind: 'bytes', bytes: stored, type: 'application/json', encoding, ...name };
}

/** A real exporter with a real process, in front of a docstore on a port. */
export async function exporterBefore(docstore: TestDocstore): Promise<TestExporter> {
  const platforms = createTestPlatforms();
  const asked: string[] = [];
  const kept = new Map<string, Uint8Array>();
  const keptBy: (PersonId | null)[] = [];
  const absent = (code: string): ServiceFailure => new ServiceFailure('there is none', { kind: 'absent', code });
  const bytesOf = (bytes: Uint8Array | undefined, code: string): BytesAnswer => {
    if (bytes === undefined) throw absent(code);
    return answerOf(bytes);
  };
  const docs = platforms('docstore').server([
    handle(docstoreRoutes.readDocument, ({ params }) => {
      asked.push(`document ${String(params.at)} ${String(params.known)}`);
      return docstore.read(params.known);
    }),
    handle(docstoreRoutes.documentState, () => {
      const lineages = [{ id: docstore.lineage ?? LINEAGE, from: 0 }];
      return { seq: docstore.seq ?? 7, counter: 0, lineages };
    }),
    handle(docstoreRoutes.readExport, ({ params }) =>
      bytesOf(kept.get(`${params.name}.${params.piece}`), 'docstore/no-export'),
    ),
    handle(docstoreRoutes.keepExport, ({ params, body, context }) => {
      kept.set(`${params.name}.${params.piece}`, body);
      keptBy.push(context.person);
      return undefined;
    }),
    handle(docstoreRoutes.readAsset, ({ params }) => {
      asked.push(`asset ${params.hash}`);
      return bytesOf(docstore.assets?.get(params.hash), 'docstore/no-asset');
    }),
    handle(docstoreRoutes.listOriginals, () => {
      asked.push('originals');
      return { hashes: [...(docstore.originals?.keys() ?? [])] };
    }),
    handle(docstoreRoutes.readOriginal, ({ params }) => {
      asked.push(`original ${params.hash}`);
      return bytesOf(docstore.originals?.get(params.hash), 'docstore/no-asset');
    }),
  ]);
  await docs.start?.();
  cleanups.push(() => docs.stop?.());
  const platform = platforms('exporter');
  const toDocs = platform.caller('docstore', `http://127.0.0.1:${docs.port()}`);
  const openContext = platform.context.bind(platform);
  const parts = { clock: platform.clock, docstore: toDocs, renderer, openContext, log: platform.log };
  const exports = new Exports(parts, { recentBytes: 1024 * 1024, keepingBytes: 64 * 1024 * 1024 });
  const server = platform.server(
    exportRoutes({ clock: platform.clock, docstore: toDocs, renderer, reader: docstore.reader ?? renderer, exports }),
  );
  await server.start?.();
  const gateway = platforms('gateway');
  const toExporter = gateway.caller('exporter', `http://127.0.0.1:${server.port()}`);
  cleanups.push(
    () => toDocs.stop?.(),
    () => server.stop?.(),
    () => toExporter.stop?.(),
  );
  const map = parseMapId(platformIds.long());
  const person = parsePersonId(platformIds.long());
  if (map === null || person === null) throw new Error('not an id');
  const open = async <T>(work: (context: RequestContext) => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const opened = gateway.context({ deadlineMs: 60_000, person });
    signal?.addEventListener('abort', () => opened.abort(absent('test/left')));
    try {
      return await work(opened.context);
    } finally {
      opened.close();
    }
  };
  return {
    renderer,
    exports,
    asked,
    kept,
    person,
    keptBy,
    ask: (wish = { format: 'svg' }, signal) =>
      open(
        (context) => toExporter.call(exporterRoutes.exportMap, { params: { ...PLAIN_EXPORT, map, ...wish } }, context),
        signal,
      ),
    progress: (wish, onState = () => undefined, signal) =>
      open(async (context) => {
        const params = { ...PLAIN_EXPORT, map, ...wish };
        const { chunks } = await toExporter.stream(exporterRoutes.prepareExport, { params }, context);
        const states: ExportState[] = [];
        for await (const chunk of chunks) {
          for (const line of Buffer.from(chunk).toString('utf8').trimEnd().split('\n')) {
            const state = exportState(JSON.parse(line));
            if (!state.ok) throw new Error(state.error);
            states.push(state.value);
            onState(state.value);
          }
        }
        return states;
      }, signal),
    report: (wish) =>
      open((context) =>
        toExporter.call(exporterRoutes.exportReport, { params: { ...PLAIN_EXPORT, map, ...wish } }, context),
      ),
    read: (name, body) =>
      open(async (context) => {
        const { chunks } = await toExporter.stream(exporterRoutes.readMaps, { params: { name }, body }, context);
        const found: CarriedPart[] = [];
        for await (const part of readImportParts(chunks)) found.push(must(part));
        return found;
      }),
    card: (known, as = null) =>
      open((context) =>
        toExporter.call(exporterRoutes.thumbnail, { params: { map, theme: 'light', known, as } }, context),
      ),
  };
}

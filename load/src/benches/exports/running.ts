import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MapId, must } from '@bough/base';
import { docstoreRoutes, exporterRoutes, PLAIN_EXPORT, type Route } from '@bough/contracts';
import { ServiceProcess } from '@bough/house/servers';
import { newItemId, orderBetween, parseOps } from '@bough/map';
import { type Call, createMetrics, createPlatform, platformIds, platformRandom, silentLog } from '@bough/service';
import { newTokenKey, tokenKeysSetting } from '@bough/service/testing';
import { processorMsOf } from '../../bough/process.ts';
import { newKeys } from '../docstore/running.ts';
import { AUTHOR, newMap } from '../docstore/typists.ts';
import { Changer } from './changer.ts';
import type { Asked } from './editor.ts';

type Params = Extract<ReturnType<typeof exporterRoutes.exportMap.params>, { readonly ok: true }>['value'];
export type Wish = Pick<Params, 'map' | 'format'> & Partial<Params>;

const mainOf = (app: string): string => fileURLToPath(new URL(`../../../../apps/${app}/src/main.ts`, import.meta.url));
/** A change holds so many. */
const AT_ONCE = 500;
const WORDS = 'river harvest cellar walnut apple morning window letter garden stone bridge harbour paper'.split(' ');

/** A docstore and an exporter as processes, asked as the gateway asks them. */
export class Exporting {
  readonly #folder: string;
  readonly #docstore: ServiceProcess;
  readonly #exporter: ServiceProcess;
  readonly #platform: ReturnType<typeof createPlatform>;
  readonly #changer: Changer;
  readonly #key: Uint8Array;
  readonly #toExporter: ReturnType<ReturnType<typeof createPlatform>['caller']>;

  private constructor(folder: string, docstore: ServiceProcess, exporter: ServiceProcess, keys: Keys) {
    this.#folder = folder;
    this.#docstore = docstore;
    this.#exporter = exporter;
    const own = [{ audience: 'exporter', issuer: 'gateway', kid: 't', key: keys.exporter }] as const;
    const settings = { BOUGH_HOST: '127.0.0.1', PORT: 0, BOUGH_TOKEN_KEYS: own };
    this.#platform = createPlatform('gateway', settings, silentLog, createMetrics('gateway'), []);
    this.#changer = new Changer(docstore.url, keys.docstore);
    this.#key = keys.docstore;
    this.#toExporter = this.#platform.caller('exporter', exporter.url);
  }

  /** Both, with one process that draws. */
  static async start(): Promise<Exporting> {
    const folder = await mkdtemp(join(tmpdir(), 'bough-exports-'));
    const keys: Keys = { docstore: newTokenKey(), exporter: newTokenKey(), exporterToDocstore: newTokenKey() };
    const between = tokenKeysSetting('docstore', keys.exporterToDocstore, 'exporter');
    const common = { BOUGH_DATA: folder, BOUGH_LOG_LEVEL: 'error' };
    const docstore = await ServiceProcess.make({
      main: mainOf('docstore'),
      environment: {
        ...common,
        BOUGH_BLOBS_KEYS: newKeys(),
        BOUGH_TOKEN_KEYS: `${tokenKeysSetting('docstore', keys.docstore)},${between}`,
      },
    });
    const tokens = `${tokenKeysSetting('exporter', keys.exporter)},${between}`;
    const exporter = await ServiceProcess.make({
      main: mainOf('exporter'),
      environment: {
        ...common,
        BOUGH_DOCSTORE_URL: docstore.url,
        BOUGH_TOKEN_KEYS: tokens,
        BOUGH_EXPORT_PROCESSES: '1',
      },
    });
    await docstore.start();
    await exporter.start();
    return new Exporting(folder, docstore, exporter, keys);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#changer.stop(), this.#toExporter.stop?.()]);
    await this.#exporter.end('SIGTERM');
    await this.#docstore.end('SIGTERM');
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Asks docstore. */
  async call<P, B, A>(route: Route<P, B, A>, request: Call<P, B>): Promise<A> {
    return await this.#changer.call(route, request);
  }

  /** Has a file made and reads it whole, as it comes; rejects when the signal aborts. Answers its length. `inLine`: it waits for its turn. */
  async export(wish: Wish, signal: AbortSignal = new AbortController().signal, inLine?: () => void): Promise<number> {
    const open = this.#platform.context({ deadlineMs: 600_000 });
    const both = { ...open.context, signal: AbortSignal.any([open.context.signal, signal]) };
    try {
      const params = { ...PLAIN_EXPORT, ...wish };
      const { chunks } = await this.#toExporter.stream(exporterRoutes.prepareExport, { params }, both);
      let said = '';
      for await (const chunk of chunks) {
        said += Buffer.from(chunk).toString('utf8');
        inLine?.();
      }
      if (!said.includes('"done"')) throw new Error(`no file: ${said}`);
      const file = await this.#toExporter.stream(exporterRoutes.exportMap, { params }, both);
      let length = 0;
      for await (const chunk of file.chunks) length += chunk.length;
      return length;
    } finally {
      open.close();
    }
  }

  /** Processor time of the exporter and of all processes that draw for it, those that have ended too. */
  processorMs(): number {
    const pid = this.#exporter.pid ?? 0;
    return ended(pid) + [pid, ...this.drawers()].reduce((sum, each) => sum + processorMsOf(each), 0);
  }

  /** What somebody is told who edits this map. */
  asked(map: MapId, forMs: number): Asked {
    const key = Buffer.from(this.#key).toString('base64url');
    return { url: this.#docstore.url, key, docstorePid: this.#docstore.pid ?? 0, map, forMs };
  }

  /** The processes that draw now. */
  drawers(): readonly number[] {
    const pid = this.#exporter.pid ?? 0;
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return text === '' ? [] : text.split(' ').map(Number);
  }

  /** Begins to look for the most memory that the processes that draw take. */
  forgetPeaks(): void {
    for (const pid of this.drawers()) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  }

  /** The most that they have taken since, in megabytes. */
  peakMb(): number {
    const peaks = this.drawers().map(
      (pid) => /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
    );
    return Math.max(0, ...peaks.map(Number)) / 1_000;
  }

  /** A map of that many items: a few below each, with words of everyday length. */
  async makeMap(items: number): Promise<MapId> {
    const map = newMap();
    const ids = [newItemId(platformIds)];
    const order = orderBetween(null, null, platformRandom);
    const last = new Map<string, string>();
    const ops: unknown[] = [{ kind: 'add', id: ids[0], parent: null, order, fields: { text: 'Root' } }];
    for (let n = 1; n < items; n++) {
      const parent = ids[Math.floor((n - 1) / 6)] ?? null;
      const id = newItemId(platformIds);
      const after = orderBetween(last.get(String(parent)) ?? null, null, platformRandom);
      last.set(String(parent), after);
      const text = Array.from({ length: 1 + (n % 6) }, (_, at) => WORDS[(n * 7 + at * 5) % WORDS.length]).join(' ');
      ops.push({ kind: 'add', id, parent, order: after, fields: { text: `${text} ${n}` } });
      ids.push(id);
    }
    const first = ops.splice(0, AT_ONCE);
    await this.call(docstoreRoutes.createDocument, {
      params: {},
      body: { map, by: AUTHOR, ops: must(parseOps(first)) },
    });
    while (ops.length > 0) await this.change(map, ops.splice(0, AT_ONCE));
    return map;
  }

  /** The one person who changes maps here changes this one; resolves when that is durable. */
  async change(map: MapId, ops: readonly unknown[]): Promise<void> {
    await this.#changer.change(map, ops);
  }
}

interface Keys {
  readonly docstore: Uint8Array;
  readonly exporter: Uint8Array;
  readonly exporterToDocstore: Uint8Array;
}

/** Processor time of the children that have ended. */
function ended(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

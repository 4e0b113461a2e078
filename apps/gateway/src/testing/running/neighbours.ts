import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServiceProcess } from '@bough/house/servers';
import type { AudienceKey } from '@bough/service';

export type NeighbourName = 'docstore' | 'mailer' | 'exporter';
const APPS = fileURLToPath(new URL('../../../../', import.meta.url));
const NAMES = ['docstore', 'mailer', 'exporter'] as const;

/** The services around a gateway, as the processes that they are, with embedded storage in a temporary folder. */
export class Neighbours {
  readonly keys: readonly AudienceKey[];
  readonly urls: Readonly<Record<NeighbourName, string>>;
  /** All docstores, on one storage; `urls.docstore` is the first. */
  readonly docstores: readonly ServiceProcess[];
  /** What each keeps, in a folder of its name. */
  readonly folder: string;
  readonly #all: readonly ServiceProcess[];

  private constructor(parts: {
    readonly keys: readonly AudienceKey[];
    readonly folder: string;
    readonly docstores: readonly ServiceProcess[];
    readonly mailer: ServiceProcess;
    readonly exporter: ServiceProcess;
  }) {
    const { keys, folder, docstores, mailer, exporter } = parts;
    this.keys = keys;
    this.folder = folder;
    this.docstores = docstores;
    this.urls = { docstore: docstores[0]?.url ?? '', mailer: mailer.url, exporter: exporter.url };
    this.#all = [...docstores, mailer, exporter];
  }

  /** Starts these and waits until they are ready; the others are not there. */
  static async start(
    names: readonly NeighbourName[],
    docstoreCount = 1,
    everywhere: Readonly<Record<string, string>> = {},
  ): Promise<Neighbours> {
    const own = NAMES.map((audience) => ({ audience, issuer: 'gateway', kid: 't', key: randomBytes(32) }));
    const keys = [...own, { audience: 'docstore', issuer: 'exporter', kid: 't', key: randomBytes(32) }];
    const folder = mkdtempSync(join(tmpdir(), 'bough-neighbours-'));
    const common = {
      BOUGH_TOKEN_KEYS: keys.map(keyText).join(','),
      BOUGH_BLOBS_KEYS: `first:${text(randomBytes(32))}`,
      BOUGH_LOG_LEVEL: 'debug',
      ...everywhere,
    };
    const make = (name: NeighbourName, more: Record<string, string> = {}): Promise<ServiceProcess> => {
      const environment = { ...common, BOUGH_DATA: join(folder, name), ...more };
      return ServiceProcess.make({ main: join(APPS, name, 'src', 'main.ts'), environment });
    };
    const docstores: ServiceProcess[] = [];
    for (let i = 0; i < docstoreCount; i++) docstores.push(await make('docstore'));
    const mailer = await make('mailer');
    const exporter = await make('exporter', { BOUGH_DOCSTORE_URL: docstores.map(({ url }) => url).join(',') });
    const neighbours = new Neighbours({ keys, folder, docstores, mailer, exporter });
    const wanted = { docstore: docstores, mailer: [mailer], exporter: [exporter] };
    await Promise.all(names.flatMap((name) => wanted[name].map((each) => each.start())));
    return neighbours;
  }

  /** What they logged. */
  get said(): readonly string[] {
    return this.#all.map((each) => each.said);
  }

  /** Ends them all. */
  async stop(): Promise<void> {
    await Promise.all(this.#all.map((each) => each.end('SIGKILL')));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** One key as the setting BOUGH_TOKEN_KEYS has it. */
export function keyText({ audience, issuer, kid, key }: AudienceKey): string {
  return `${audience}:${issuer}:${kid}:${text(key)}`;
}

function text(key: Uint8Array): string {
  return Buffer.from(key).toString('base64url');
}

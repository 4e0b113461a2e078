import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServiceProcess } from '@bough/house/servers';
import { Guest } from '../operations/guest.ts';

const APPS = fileURLToPath(new URL('../../apps/', import.meta.url));

/** The four services, each a process, with a second location: what an operator's Prometheus finds. */
export interface RunningServices {
  readonly all: Readonly<Record<'docstore' | 'mailer' | 'exporter' | 'gateway', ServiceProcess>>;
  readonly stop: () => Promise<void>;
}

/** Starts all four in a temporary folder and waits until they are ready; `more` goes to each of them. */
export async function startServices(more: Readonly<Record<string, string>> = {}): Promise<RunningServices> {
  const data = mkdtempSync(join(tmpdir(), 'bough-services-'));
  const pairs = ['docstore:gateway', 'mailer:gateway', 'exporter:gateway', 'docstore:exporter'];
  const common = {
    BOUGH_DATA: data,
    BOUGH_LOG_LEVEL: 'warn',
    BOUGH_TOKEN_KEYS: pairs.map((pair) => `${pair}:1:${key()}`).join(','),
    BOUGH_COOKIE_KEYS: key(),
    BOUGH_BLOBS_KEYS: `first:${key()}`,
    BOUGH_SECOND: 'folder',
    BOUGH_SECOND_BLOBS_KEYS: `second:${key()}`,
    BOUGH_PAGE: join(data, 'no-page'),
    ...more,
  };
  const make = (name: string, own: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> =>
    ServiceProcess.make({ main: join(APPS, name, 'src/main.ts'), environment: { ...common, ...own } });
  const docstore = await make('docstore');
  const mailer = await make('mailer');
  const exporter = await make('exporter', { BOUGH_DOCSTORE_URL: docstore.url });
  const gateway = await make('gateway', {
    BOUGH_DOCSTORE_URL: docstore.url,
    BOUGH_MAILER_URL: mailer.url,
    BOUGH_EXPORTER_URL: exporter.url,
  });
  const all = { docstore, mailer, exporter, gateway };
  const stop = async (): Promise<void> => {
    await Promise.all(Object.values(all).map((each) => each.end('SIGKILL')));
    rmSync(data, { recursive: true, force: true });
  };
  try {
    // One after the other: what the first compiled is there for the next.
    for (const each of Object.values(all)) await each.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { all, stop };
}

/** Somebody comes and makes a map, so that all that is counted by route and outcome is there. */
export async function visit({ all }: RunningServices): Promise<void> {
  const guest = new Guest({ url: all.gateway.url, origin: 'http://localhost:8080' });
  await guest.arrive();
  await guest.makeMap('Garden');
}

function key(): string {
  return randomBytes(32).toString('base64url');
}

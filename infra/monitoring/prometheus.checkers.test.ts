import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeWith, freePort } from '@bough/house/servers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { holdProcess, type Held } from '../operations/hold-process.ts';
import { panelsOfDashboard } from './dashboard.ts';
import { type RunningServices, startServices, visit } from './running-services.ts';

const MONITORING = fileURLToPath(new URL('.', import.meta.url));
/** What is shown only after a day, once somebody edits, or once something has gone wrong: answered, with nothing. */
const LATER = [
  'Upkeep ended',
  'Upkeep found',
  'Policy reports',
  'Calls that fail',
  'Errors',
  'Exports',
  'Saving a change',
];

/** What Prometheus answers under an address of its own. */
interface Answer {
  readonly status: string;
  readonly data: {
    readonly result: readonly { readonly value: readonly [number, string] }[];
    readonly activeTargets: readonly { readonly health: string; readonly lastError: string }[];
    readonly groups: readonly {
      readonly rules: readonly { readonly name: string; readonly health: string; readonly state: string }[];
    }[];
  };
}

describeWith('prometheus', (prometheus) => {
  const folder = mkdtempSync(join(tmpdir(), 'bough-prometheus-'));
  let services: RunningServices | null = null;
  let held: Held | null = null;
  let port = 0;

  const ask = async (path: string): Promise<Answer['data']> => {
    const answer = (await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json()) as Answer;
    expect(answer.status, path).toBe('success');
    return answer.data;
  };
  const query = async (expr: string): Promise<Answer['data']['result']> =>
    (await ask(`query?query=${encodeURIComponent(expr)}`)).result;

  beforeAll(async () => {
    port = await freePort();
    services = await startServices();
    const { docstore, mailer, exporter, gateway } = services.all;
    await visit(services);
    cpSync(join(MONITORING, 'alerts.yaml'), join(folder, 'alerts.yaml'));
    const ports = [gateway, docstore, mailer, exporter].map((each) => each.port);
    const config = readFileSync(join(MONITORING, 'prometheus.yaml'), 'utf8')
      .replace('scrape_interval: 15s', 'scrape_interval: 1s\n  scrape_timeout: 1s\n  evaluation_interval: 1s')
      .replaceAll(/127\.0\.0\.1:808(\d)/g, (_, at: string) => `127.0.0.1:${ports[Number(at)]}`);
    writeFileSync(join(folder, 'prometheus.yaml'), config);
    const own = [
      '--config.file=prometheus.yaml',
      '--storage.tsdb.path=series',
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    held = holdProcess([prometheus().executable, ...own], { folder });
    const isUp = async (): Promise<boolean> => {
      return (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok;
    };
    await vi.waitUntil(() => isUp().catch(() => false), { timeout: 30_000, interval: 100 });
  });
  afterAll(async () => {
    await held?.end();
    await services?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('[HOUSE-98] Prometheus reads all four services as prometheus.yaml has them', async () => {
    const targets = async (): Promise<readonly string[]> =>
      (await ask('targets')).activeTargets.map(({ health, lastError }) => `${health}${lastError}`);
    await expect.poll(targets, { timeout: 20_000 }).toEqual(['up', 'up', 'up', 'up']);
    const up = async (): Promise<string | undefined> => (await query('sum(up{job="bough"})'))[0]?.value[1];
    await expect.poll(up, { timeout: 20_000 }).toBe('4');
  });

  test.each(panelsOfDashboard())(
    '[HOUSE-98] Prometheus answers what "$title" on the dashboard asks',
    async ({ title, targets }) => {
      for (const { expr } of targets) {
        // The dashboard looks back over minutes; here it has run for seconds.
        const found = async (): Promise<number> => (await query(expr.replaceAll(/\[\d+[mh]\]/g, '[10s]'))).length;
        if (LATER.includes(title)) await found();
        else await expect.poll(found, { timeout: 20_000, message: expr }).toBeGreaterThan(0);
      }
    },
  );

  test('[HOUSE-98] Prometheus works out every alert, and a Bough that is well raises none', async () => {
    const rules = async () => (await ask('rules')).groups.flatMap((group) => group.rules);
    await expect
      .poll(async () => new Set((await rules()).map(({ health }) => health)), { timeout: 20_000 })
      .toEqual(new Set(['ok']));
    const raised = (await rules()).filter(({ state }) => state === 'firing');
    expect(raised.map(({ name }) => name)).toEqual([]);
    expect((await rules()).length).toBeGreaterThan(10);
  });
});

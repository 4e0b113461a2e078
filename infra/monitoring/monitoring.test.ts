import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { anchorsOf } from '../operations/code-blocks.ts';
import { panelsOfDashboard } from './dashboard.ts';
import { alternativesOf, metricsOf } from './queries.ts';
import { type RunningServices, startServices, visit } from './running-services.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}
const { groups } = parse(read('infra/monitoring/alerts.yaml')) as {
  readonly groups: readonly { readonly rules: readonly Alert[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);
const queries = [
  ...alerts.map(({ alert, expr, annotations }) => ({ of: alert, expr, says: annotations.summary })),
  ...panelsOfDashboard().flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => ({ of: title, expr, says: legendFormat })),
  ),
];

/** What Prometheus adds to all that it reads. */
const BY_PROMETHEUS = ['job', 'instance'];
/** By hand, with their labels: what a service shows only after a day, or when a browser complains. */
const LATER: Readonly<Record<string, string>> = {
  bough_upkeep_ended_seconds: 'walk',
  bough_upkeep_documents: 'walk',
  bough_upkeep_found: 'walk',
  bough_upkeep_repaired: 'walk',
  bough_policy_reports_total: 'directive',
};

/** The labels of each metric that the services show now, and the values of each label. */
async function shown(
  services: RunningServices,
): Promise<ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>> {
  const metrics = new Map<string, Map<string, Set<string>>>([['up', new Map()]]);
  for (const service of Object.values(services.all)) {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    for (const line of text.split('\n')) {
      const [, type] = /^# TYPE (\S+)/.exec(line) ?? [];
      const [, series, labels = ''] = /^([a-z_]+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
      const name = type ?? series;
      if (name === undefined) continue;
      const known = metrics.get(name) ?? new Map<string, Set<string>>();
      metrics.set(name, known);
      for (const [, label = '', value = ''] of labels.matchAll(/([a-z_]+)="([^"]*)"/g)) {
        known.set(label, (known.get(label) ?? new Set()).add(value));
      }
      const later = LATER[name];
      if (later !== undefined && !known.has(later)) known.set(later, new Set());
    }
  }
  return metrics;
}

describe('the services as they run', () => {
  let services: RunningServices | null = null;
  let known: Awaited<ReturnType<typeof shown>> = new Map();
  beforeAll(async () => {
    services = await startServices();
    await visit(services);
    known = await shown(services);
  });
  afterAll(() => services?.stop());

  test.each(queries)('[HOUSE-85] "$of" asks for what a service shows: $expr', ({ expr, says }) => {
    const named = metricsOf(expr);
    expect(named.length).toBeGreaterThan(0);
    for (const { metric, labels } of named) {
      const has = known.get(metric);
      expect(has, metric).toBeDefined();
      for (const label of labels) expect([...(has?.keys() ?? []), ...BY_PROMETHEUS, 'le']).toContain(label);
    }
    const labels = named.flatMap(({ metric }) => [...(known.get(metric)?.keys() ?? [])]);
    for (const [, label] of says.matchAll(/\{\{ *(?:\$labels\.)?([a-z_]+)/g)) {
      expect([...labels, ...BY_PROMETHEUS]).toContain(label);
    }
    for (const service of alternativesOf(expr, 'service')) expect(Object.keys(services?.all ?? {})).toContain(service);
    for (const quantile of alternativesOf(expr, 'quantile'))
      expect([...(known.get('bough_event_loop_delay_seconds')?.get('quantile') ?? [])]).toContain(quantile);
    for (const state of alternativesOf(expr, 'state'))
      expect([...(known.get('bough_mails')?.get('state') ?? [])]).toContain(state);
  });

  test('[HOUSE-85] requests of the page are counted by their routes, as those between services are', () => {
    const routes = known.get('bough_request_seconds_count')?.get('route');
    expect([...(routes ?? [])]).toEqual(
      expect.arrayContaining(['session', 'becomeGuest', 'createMap', 'createDocument']),
    );
  });

  test('[HOUSE-85] each metric that a service shows is on the dashboard or has an alert', () => {
    const used = new Set(queries.flatMap(({ expr }) => metricsOf(expr).map(({ metric }) => base(metric))));
    const unused = [...known.keys()].map(base).filter((metric) => !used.has(metric));
    expect([...new Set(unused)]).toEqual([]);
  });
});

function base(metric: string): string {
  return metric.replace(/_(?:bucket|sum|count)$/, '');
}

test('[HOUSE-85] routes that a query names exist', () => {
  const names = globSync('packages/contracts/src/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    [...read(file).matchAll(/^ +(\w+): route\(/gm)].map(([, name = '']) => name),
  );
  expect(names).toContain('createMap');
  // What is counted without a route, by names of the server's own.
  const front = read('packages/service/src/server/front.ts');
  names.push(...[...front.matchAll(/requestDone\('([\w-]+)'/g)].map(([, name = '']) => name));
  const asked = queries.flatMap(({ expr }) => alternativesOf(expr, 'route'));
  for (const route of asked)
    expect(
      names.some((name) => new RegExp(`^${route}$`).test(name)),
      route,
    ).toBe(true);
});

test('[HOUSE-85] how long the gateway takes is not told by visits that were turned away, which take no time', () => {
  const times = queries.filter(({ expr }) => /request_seconds_bucket\{[^}]*"gateway"[^}]*route!~/.test(expr));
  expect(times.length).toBeGreaterThan(1);
  for (const { of, expr } of times)
    expect([of, alternativesOf(expr, 'route')]).toEqual([of, expect.arrayContaining(['turned-away'])]);
});

test('[HOUSE-85] outcomes that a query names are those of failures and of storage', () => {
  const failures = read('packages/base/src/failure.ts');
  const asked = queries.flatMap(({ expr }) => (expr.includes('bough_call') ? alternativesOf(expr, 'outcome') : []));
  expect(asked.length).toBeGreaterThan(0);
  for (const outcome of asked)
    expect(outcome === 'ok' || outcome === 'bug' || failures.includes(`'${outcome}'`)).toBe(true);
  expect(read('packages/bloblog/src/store/metered-store.ts')).toContain("outcome: 'failed'");
});

test.each(alerts)(
  '[HOUSE-85] $alert says how bad it is, has its page and its case',
  ({ alert, labels, annotations }) => {
    expect(['page', 'ticket']).toContain(labels.severity);
    const [path, anchor = ''] = annotations.runbook.split('#');
    expect(path).toBe('docs/operations.md');
    expect(anchorsOf(read('docs/operations.md'))).toContain(anchor);
    expect(anchor).toBe(alert.toLowerCase());
    expect(read('docs/operations.md').split(`### ${alert}\n`)[1]?.slice(0, 400)).toContain(`(${labels.severity}`);
    expect(read('infra/monitoring/alerts.test.yaml')).toContain(`alertname: ${alert}`);
  },
);

test('[HOUSE-85] no page is left of an alert that is gone', () => {
  const pages = [...read('docs/operations.md').matchAll(/^### (Bough\w+)$/gm)].map(([, name]) => name);
  expect(pages).toEqual(alerts.map(({ alert }) => alert));
});

test('[HOUSE-85] memory counts as high near the limits that the containers have', () => {
  const { expr = '' } = alerts.find(({ alert }) => alert === 'BoughMemoryHigh') ?? {};
  const limits = [...expr.matchAll(/service="(\w+)"\} > 0\.9 \* (\d+) \* 1024 \* 1024/g)];
  expect(limits.map(([, service]) => service)).toEqual(['gateway', 'docstore', 'mailer', 'exporter']);
  for (const [, service, mebibytes] of limits) {
    const [manifest] = globSync(`infra/kubernetes/**/${service}.yaml`, { cwd: ROOT });
    const found = parseAllDocuments(read(manifest ?? '')).map((each) => JSON.stringify(each.toJS()));
    const [, amount = '', unit] = /"limits":\{"memory":"(\d+)(Mi|Gi)"\}/.exec(found.join('')) ?? [];
    expect(`${service} ${Number(amount) * (unit === 'Gi' ? 1_024 : 1)}`).toBe(`${service} ${mebibytes}`);
  }
});

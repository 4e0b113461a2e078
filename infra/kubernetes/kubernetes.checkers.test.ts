import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describeWith } from '@bough/house/servers';
import { readSettings } from '@bough/service';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { EVERY_SETTING, SERVICE_TABLES } from '../settings/setting-tables.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));

describeWith('kubernetes', (kubernetes) => {
  const judge = (file: string) => run(kubernetes().executable, ['--strict', file]);

  test.each(files)('%s is what the newest Kubernetes takes', async (name) => {
    await expect(judge(join(folder, name))).resolves.toBeDefined();
  });

  test('a bad one is told', async () => {
    const bad = mkdtempSync(join(tmpdir(), 'bough-kubernetes-'));
    const file = join(bad, 'bad.yaml');
    writeFileSync(file, readFileSync(join(folder, 'docstore.yaml'), 'utf8').replace('replicas: 2', 'replica: 2'));
    await expect(judge(file)).rejects.toMatchObject({ stdout: expect.stringContaining('replica') });
    rmSync(bad, { recursive: true });
  });
});

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly replicas?: number;
    readonly serviceName?: string;
    readonly template?: {
      readonly spec: {
        readonly automountServiceAccountToken?: boolean;
        readonly securityContext: unknown;
        readonly containers: readonly Container[];
      };
    };
    readonly podSelector?: { readonly matchLabels?: Readonly<Record<string, string>> };
    readonly policyTypes?: readonly string[];
    readonly ingress?: unknown;
    readonly rules?: readonly { readonly http: { readonly paths: readonly IngressPath[] } }[];
    readonly egress?: unknown;
  };
}
interface IngressPath {
  readonly path: string;
  readonly pathType: string;
  readonly backend: { readonly service: { readonly name: string } };
}
interface Container {
  readonly image: string;
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly [probe: string]: unknown;
}
const manifests: readonly Manifest[] = files.flatMap((name) =>
  parseAllDocuments(readFileSync(join(folder, name), 'utf8')).map((each) => each.toJS() as Manifest),
);
const named = (kind: string, name: string): Manifest | undefined =>
  manifests.find((each) => each.kind === kind && each.metadata.name === name);
const workloadOf = (name: string): Manifest | undefined => named('Deployment', name) ?? named('StatefulSet', name);

const ours = Object.keys(SERVICE_TABLES);

test('everything stands in the namespace', () => {
  const elsewhere = manifests.filter(({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'bough');
  expect(elsewhere).toEqual([]);
});

test.each(ours)('%s is watched, bounded, unprivileged, and one version', (name) => {
  const pod = workloadOf(name)?.spec?.template?.spec;
  const [container] = pod?.containers ?? [];
  expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
  expect(container).toMatchObject({
    securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    livenessProbe: { httpGet: { path: '/health' } },
    readinessProbe: { httpGet: { path: '/ready' } },
  });
  expect(container?.image).toMatch(/:\d+\.\d+\.\d+$/);
  expect(container?.resources.limits.memory).toMatch(/^\d+[MG]i$/);
});

test.each(ours)('%s starts with what it is given', (name) => {
  const environment = named('ConfigMap', `bough-${name}`)?.data ?? {};
  for (const setting of Object.keys(environment)) {
    expect(Object.keys(EVERY_SETTING)).toContain(setting.replace(/_FILE$/, ''));
  }
  const key = 'A'.repeat(43);
  const secrets: Readonly<Record<string, string>> = {
    'cookie-keys': key,
    'token-keys': `${name}:gateway:1:${key}`,
    'blobs-keys': `one:${key}`,
    'second-blobs-keys': `two:${key}`,
    'mongodb-url': 'mongodb://mongodb/bough',
    'redis-url': 'redis://valkey',
    'smtp-url': 'smtp://mail',
  };
  const readFile = (path: string): string => secrets[path.replace('/secrets/', '')] ?? 'secret';
  expect(readSettings(SERVICE_TABLES[name] ?? {}, { environment, readFile, readYaml: () => null })).toMatchObject({
    ok: true,
  });
});

test('every docstore is named to everybody who calls it, the same way', () => {
  const { replicas = 0, serviceName = '' } = named('StatefulSet', 'docstore')?.spec ?? {};
  const all = Array.from({ length: replicas }, (_, i) => `http://docstore-${i}.${serviceName}:8081`).join(',');
  expect(replicas).toBeGreaterThan(1);
  for (const caller of ['gateway', 'exporter']) {
    expect(named('ConfigMap', `bough-${caller}`)?.data?.['BOUGH_DOCSTORE_URL']).toBe(all);
  }
});

test('nobody may talk to anybody, but for what is named for each service', () => {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
  const nobody = policies.find(({ metadata }) => metadata.name === 'nobody')?.spec;
  expect(nobody).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  for (const name of ours) {
    const own = policies.find(({ metadata }) => metadata.name === name)?.spec;
    expect(own?.podSelector?.matchLabels).toEqual({ 'app.kubernetes.io/name': name });
    expect(own?.ingress).toBeDefined();
    expect(own?.egress).toBeDefined();
  }
});

test('[HOUSE-44] what operators read is no business of the world: nothing answers /metrics and /ready at the ingress', () => {
  const hidden = named('Service', 'nothing')?.spec;
  // A service without a selector has no pods.
  expect(hidden).toMatchObject({ ports: [{ port: 80 }] });
  expect(hidden).not.toHaveProperty('selector');
  const paths = manifests
    .filter(({ kind }) => kind === 'Ingress')
    .flatMap(({ spec }) => spec?.rules ?? [])
    .flatMap(({ http }) => http.paths.map(({ path, pathType, backend }) => [path, pathType, backend.service.name]));
  expect(paths).toEqual([
    ['/metrics', 'Exact', 'nothing'],
    ['/ready', 'Exact', 'nothing'],
    ['/', 'Prefix', 'gateway'],
  ]);
});

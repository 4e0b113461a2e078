import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describeWith } from '@bough/house/servers';
import { backupSettings, readSettings, type SettingsTable } from '@bough/service';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { EVERY_SETTING, SERVICE_TABLES } from '../settings/setting-tables.ts';

const run = promisify(execFile);
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const OVERLAYS = ['small', 'fleet'] as const;
type Overlay = (typeof OVERLAYS)[number];

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly replicas?: number;
    readonly strategy?: unknown;
    readonly serviceName?: string;
    readonly template?: { readonly spec: Pod };
    readonly jobTemplate?: { readonly spec: { readonly template: { readonly spec: Pod } } };
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
interface Pod {
  readonly automountServiceAccountToken?: boolean;
  readonly securityContext: unknown;
  readonly containers: readonly Container[];
  readonly volumes: readonly unknown[];
}
interface Container {
  readonly image: string;
  readonly args?: readonly string[];
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly volumeMounts?: readonly unknown[];
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly [probe: string]: unknown;
}
const ours = Object.keys(SERVICE_TABLES);
/** Of whom a backup tells, with whose settings. */
const BACKED_UP = ['gateway', 'docstore', 'mailer'];
const { version } = JSON.parse(readFileSync(at('../../package.json'), 'utf8')) as { readonly version: string };

describeWith('kustomize', (kustomize) => {
  describe.each(OVERLAYS)('%s', (overlay: Overlay) => {
    let text = '';
    beforeAll(async () => {
      ({ stdout: text } = await run(kustomize().executable, ['build', at(overlay)]));
    });
    const manifests = (): readonly Manifest[] => parseAllDocuments(text).map((each) => each.toJS() as Manifest);
    const named = (kind: string, name: string): Manifest | undefined =>
      manifests().find((each) => each.kind === kind && each.metadata.name === name);
    const workloadOf = (name: string): Manifest | undefined => named('Deployment', name) ?? named('StatefulSet', name);

    describeWith('kubernetes', (kubernetes) => {
      const judge = async (manifest: string): Promise<string> => {
        const folder = mkdtempSync(join(tmpdir(), 'bough-kubernetes-'));
        const file = join(folder, 'all.yaml');
        writeFileSync(file, manifest);
        try {
          return (await run(kubernetes().executable, ['--strict', file])).stdout;
        } finally {
          rmSync(folder, { recursive: true });
        }
      };

      test('is what the newest Kubernetes takes', async () => {
        await expect(judge(text)).resolves.toBeDefined();
      });

      test('a bad one is told', async () => {
        await expect(judge(text.replace('serviceName: docstore', 'servicename: docstore'))).rejects.toMatchObject({
          stdout: expect.stringContaining('servicename'),
        });
      });
    });

    test('everything stands in the namespace', () => {
      const elsewhere = manifests().filter(
        ({ kind, metadata }) => kind !== 'Namespace' && metadata.namespace !== 'bough',
      );
      expect(elsewhere).toEqual([]);
    });

    const mustBeHardened = (pod: Pod | undefined, image: string): void => {
      const [container] = pod?.containers ?? [];
      expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
      expect(container?.['securityContext']).toEqual({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      });
      expect(container?.image).toBe(`bough/${image}:${version}`);
      expect(container?.resources.limits.memory).toMatch(/^\d+[MG]i$/);
    };
    const settingsOf = (name: string): Readonly<Record<string, string>> =>
      named('ConfigMap', `bough-${name}`)?.data ?? {};
    /** What the table reads of the settings of its ConfigMap, and of secrets as they are made. */
    const read = (name: string, table: SettingsTable, folder = '/secrets/') => {
      const environment = settingsOf(name);
      for (const setting of Object.keys(environment)) {
        expect(Object.keys(EVERY_SETTING)).toContain(setting.replace(/_FILE$/, ''));
      }
      const key = 'A'.repeat(43);
      const secrets: Readonly<Record<string, string>> = {
        'cookie-keys': key,
        'token-keys': `${name}:gateway:1:${key}`,
        'blobs-keys': `one:${key}`,
        'second-blobs-keys': `two:${key}`,
        'backup-keys': `backup-1:${key}`,
        'mongodb-url': 'mongodb://mongodb/bough',
        'redis-url': 'redis://valkey',
        'smtp-url': 'smtp://mail',
      };
      const readFile = (path: string): string => secrets[path.replace(folder, '')] ?? 'secret';
      return readSettings(table, { environment, readFile, readYaml: () => null });
    };

    test.each(ours)('%s is watched, bounded, unprivileged, and one version', (name) => {
      const pod = workloadOf(name)?.spec?.template?.spec;
      mustBeHardened(pod, name);
      expect(pod?.containers[0]).toMatchObject({
        livenessProbe: { httpGet: { path: '/health' } },
        readinessProbe: { httpGet: { path: '/ready' } },
      });
    });

    test.each(ours)('%s starts with what it is given', (name) => {
      expect(read(name, SERVICE_TABLES[name] ?? {})).toMatchObject({ ok: true });
    });

    describe('the backup of each night', () => {
      const spec = () => named('CronJob', 'backup')?.spec ?? expect.unreachable();
      const podOf = (): Pod => spec().jobTemplate?.spec.template.spec ?? expect.unreachable();
      const container = (): Container => podOf().containers[0] ?? expect.unreachable();

      test('[HOUSE-99] runs alone, ends, leaves few jobs, and is as unprivileged as the services', () => {
        mustBeHardened(podOf(), 'operator');
        expect(podOf()).toMatchObject({
          restartPolicy: 'Never',
          securityContext: { runAsUser: 10_001, fsGroup: 10_001 },
        });
        expect(spec()).toMatchObject({
          ...{ concurrencyPolicy: 'Forbid', timeZone: 'Etc/UTC', startingDeadlineSeconds: 3_600 },
          ...{ successfulJobsHistoryLimit: 2, failedJobsHistoryLimit: 3 },
          jobTemplate: { spec: { backoffLimit: 0, activeDeadlineSeconds: 21_600 } },
        });
        expect(spec()).toHaveProperty('schedule', '17 2 * * *');
        expect(container().args?.slice(0, 2)).toEqual(['backup', 's3://bough-backups/bough']);
      });

      test('[HOUSE-99] has every setting of those whose part it tells, and these agree where they name the same', () => {
        const names = [...BACKED_UP, 'backup'];
        expect(container().envFrom).toEqual(names.map((name) => ({ configMapRef: { name: `bough-${name}` } })));
        const all = names.map(settingsOf);
        // A later one counts where several name a setting.
        const together: Readonly<Record<string, string>> = Object.assign({}, ...all);
        for (const each of all) expect(together).toMatchObject(each);
        expect(all[0]).toHaveProperty('BOUGH_METADATA');
      });

      test('[HOUSE-99] has their secrets where the operator looks for them, its own elsewhere, and may write none', () => {
        const secrets = [
          ...BACKED_UP.map((name) => [name, `/secrets/${name}`] as const),
          ['backup', '/backup-secrets'] as const,
        ];
        for (const [name, mountPath] of secrets) {
          expect(podOf().volumes).toContainEqual({
            name: `secrets-${name}`,
            secret: { secretName: `bough-${name}`, defaultMode: 0o440 },
          });
          expect(container().volumeMounts).toContainEqual({ name: `secrets-${name}`, mountPath, readOnly: true });
        }
        for (const name of BACKED_UP)
          expect(container().volumeMounts).toContainEqual({ name: `data-${name}`, mountPath: `/data/${name}` });
        // No key is made there, which would be gone with the pod.
        expect(container().volumeMounts).toContainEqual({ name: 'operator', mountPath: '/operator', readOnly: true });
      });

      test('[HOUSE-99] is given its key and its place, by files that the operator leaves where they are', () => {
        expect(read('backup', backupSettings, '/backup-secrets/')).toMatchObject({
          ok: true,
          value: { BOUGH_BACKUP_KEYS: [{ kid: 'backup-1' }], BOUGH_BACKUP_S3_SECRET_KEY: 'secret' },
        });
        const files = Object.entries(settingsOf('backup')).filter(([name]) => name.endsWith('_FILE'));
        expect(files.map(([, path]) => path.replace(/[\w-]+$/, ''))).toEqual(files.map(() => '/backup-secrets/'));
      });

      test('[HOUSE-99] reaches storage and the database, and nobody reaches it', () => {
        const label = { 'app.kubernetes.io/name': 'backup' };
        expect(spec().jobTemplate).toMatchObject({ spec: { template: { metadata: { labels: label } } } });
        expect(named('NetworkPolicy', 'backup')?.spec).toEqual({
          podSelector: { matchLabels: label },
          policyTypes: ['Ingress', 'Egress'],
          egress: [{ ports: [{ port: 443 }, { port: 27_017 }] }],
        });
      });
    });

    test('[HOUSE-86] docstores are found by the records of their service: their number stands nowhere else', () => {
      const { serviceName = '' } = named('StatefulSet', 'docstore')?.spec ?? {};
      const service = named('Service', serviceName)?.spec;
      // Records are there for each port that has a name.
      expect(service).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true, ports: [{ name: 'http' }] });
      for (const caller of ['gateway', 'exporter']) {
        expect(named('ConfigMap', `bough-${caller}`)?.data?.['BOUGH_DOCSTORE_URL']).toBe(
          `srv+http://_http._tcp.${serviceName}.bough.svc.cluster.local`,
        );
      }
      expect(text).not.toMatch(/docstore-\d/);
    });

    test('[HOUSE-86] what serves people grows at 40 % processor, in a fleet, and nothing is taken away at once', () => {
      const scaled = manifests().filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
      expect(scaled.map(({ metadata }) => metadata.name).toSorted()).toEqual(
        overlay === 'fleet' ? ['exporter', 'gateway', 'mailer'] : [],
      );
      for (const { metadata, spec } of scaled) {
        expect(spec).toMatchObject({
          scaleTargetRef: { kind: 'Deployment', name: metadata.name },
          metrics: [{ resource: { name: 'cpu', target: { averageUtilization: 40 } } }],
        });
        // A number there would set the autoscaler back with each apply, and without a request there is nothing to be 40 % of.
        expect(workloadOf(metadata.name)?.spec).not.toHaveProperty('replicas');
        expect(JSON.stringify(workloadOf(metadata.name))).toMatch(/"requests":\{"cpu":"\d+m"/);
      }
      for (const name of ours) expect(named('PodDisruptionBudget', name)?.spec).toMatchObject({ maxUnavailable: 1 });
      expect(workloadOf('docstore')?.spec?.replicas).toBe(overlay === 'fleet' ? 3 : 1);
    });

    test('[HOUSE-86] one gateway has no bus, several have one', () => {
      const settings = named('ConfigMap', 'bough-gateway')?.data ?? {};
      expect(settings['BOUGH_BUS']).toBe(overlay === 'fleet' ? 'redis' : 'process');
      expect(settings['BOUGH_REDIS_URL_FILE'] !== undefined).toBe(overlay === 'fleet');
      const strategy = workloadOf('gateway')?.spec?.strategy;
      if (overlay === 'small') expect(strategy).toEqual({ type: 'Recreate' });
    });

    test('nobody may talk to anybody, but for what is named for each service', () => {
      const policies = manifests().filter(({ kind }) => kind === 'NetworkPolicy');
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
      const paths = manifests()
        .filter(({ kind }) => kind === 'Ingress')
        .flatMap(({ spec }) => spec?.rules ?? [])
        .flatMap(({ http }) => http.paths.map(({ path, pathType, backend }) => [path, pathType, backend.service.name]));
      expect(paths).toEqual([
        ['/metrics', 'Exact', 'nothing'],
        ['/ready', 'Exact', 'nothing'],
        ['/', 'Prefix', 'gateway'],
      ]);
    });
  });
});

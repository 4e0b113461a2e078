import { execFile, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@bough/house/servers';
import { parse, parseAllDocuments } from 'yaml';
import { bundlePrograms } from '../images/bundle.ts';
import type { CodeBlock } from './code-blocks.ts';
import { type Held, holdProcess } from './hold-process.ts';
import type { Ran } from './machine.ts';
import { ended, isReady, pasted, PlayedProgram, QUIET } from './played.ts';

const INFRA = fileURLToPath(new URL('../', import.meta.url));
/** In the order in which they are started. The exporter has nothing that is backed up. */
const SERVICES = ['docstore', 'mailer', 'gateway'] as const;
/** The buckets that the manifests name. */
const [LOCATIONS, BACKUPS] = [['bough-first', 'bough-second'], 'bough-backups'] as const;

/** What a cluster has from elsewhere. */
export interface Outside {
  readonly kustomize: string;
  readonly s3: {
    readonly endpoint: string;
    readonly region: string;
    readonly accessKey: string;
    readonly secretKey: string;
    readonly folder: string | null;
  };
  readonly mongodb: { readonly url: string; readonly database: string };
}

interface Pod {
  readonly containers: readonly [
    {
      readonly args?: readonly string[];
      readonly envFrom: readonly { readonly configMapRef: { readonly name: string } }[];
      readonly volumeMounts: readonly {
        readonly name: string;
        readonly mountPath: string;
        readonly readOnly?: boolean;
      }[];
    },
  ];
  readonly volumes: readonly { readonly name: string; readonly secret?: { readonly secretName: string } }[];
}
interface Workload {
  readonly spec: { readonly template: { readonly spec: Pod } };
}
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: unknown;
}

/**
 * A cluster with the overlay `small` in a temporary folder, by a kustomization of its own as the head of base/kustomization.yaml has it, which
 * names the real S3 server and database. Pods are processes of what the images hold, with exactly the settings, arguments and mounts that the
 * manifests give them; `kubectl` is played. The pod of a job has its root and its secrets read-only where this machine lets us mount.
 */
export class KubernetesHost {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'bough-kubernetes-host-')));
  readonly #outside: Outside;
  readonly #ports: Readonly<Record<string, number>>;
  readonly #running = new Map<string, Held>();
  readonly #jobs = new Map<string, Ran>();
  #kubectl: PlayedProgram | null = null;
  #manifests: readonly Manifest[] = [];
  #pods = 0;
  #clouds = 0;

  private constructor(outside: Outside, ports: Readonly<Record<string, number>>) {
    this.#outside = outside;
    this.#ports = ports;
  }

  static async start(outside: Outside): Promise<KubernetesHost> {
    const ports = { docstore: await freePort(), mailer: await freePort(), gateway: await freePort() };
    const host = new KubernetesHost(outside, { ...ports, exporter: await freePort() });
    host.#kubectl = await PlayedProgram.put(host.at('bin'), 'kubectl', (words, input) => host.#play(words, input));
    await host.#build();
    await host.#makeSecrets();
    for (const image of [...SERVICES, 'operator'] as const) await bundlePrograms(image, host.at(`images/${image}`));
    mkdirSync(join(host.#buckets, BACKUPS));
    host.#newCloud();
    return host;
  }

  /** Where the gateway is found, past the ingress. */
  get url(): string {
    return `http://127.0.0.1:${this.#ports['gateway']}`;
  }

  at(path: string): string {
    return join(this.folder, path);
  }

  /** Runs a block as a person would paste it. */
  async run(block: Pick<CodeBlock, 'text'>): Promise<Ran> {
    return await pasted(block.text, this.folder);
  }

  /** Starts a pod of each service, and waits until all are ready. */
  async up(): Promise<void> {
    for (const service of SERVICES) {
      const pod = this.#workloadOf(service).spec.template.spec;
      const { folder, env } = this.#container(service, pod);
      const image = { PORT: String(this.#ports[service]), BOUGH_HOST: '127.0.0.1', BOUGH_DATA: join(folder, 'data') };
      this.#running.set(
        service,
        holdProcess([process.execPath, 'main.mjs'], { folder: join(folder, 'bough'), env: { ...image, ...env } }),
      );
    }
    for (const [service, held] of this.#running) await isReady(`http://127.0.0.1:${this.#ports[service]}/ready`, held);
  }

  /** Every pod ends, and both locations and the database with them: what is there afterwards is as new. */
  async lose(): Promise<void> {
    await this.#down();
    for (const bucket of LOCATIONS) rmSync(join(this.#buckets, bucket), { recursive: true });
    this.#newCloud();
  }

  /** Ends everything, and removes the folder. */
  async stop(): Promise<void> {
    await this.#down();
    this.#kubectl?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #down(): Promise<void> {
    for (const service of SERVICES.toReversed()) await this.#running.get(service)?.end();
    this.#running.clear();
  }

  get #buckets(): string {
    const { folder } = this.#outside.s3;
    if (folder === null) throw new Error('the S3 server is not ours');
    return join(folder, 'data');
  }

  async #build(): Promise<void> {
    const { endpoint, region } = this.#outside.s3;
    const here = (name: string): string => `http://127.0.0.1:${this.#ports[name]}`;
    const addresses = {
      'bough-gateway': {
        BOUGH_DOCSTORE_URL: here('docstore'),
        BOUGH_MAILER_URL: here('mailer'),
        BOUGH_EXPORTER_URL: here('exporter'),
      },
      'bough-docstore': {
        ...{ BOUGH_S3_ENDPOINT: endpoint, BOUGH_S3_REGION: region },
        ...{ BOUGH_SECOND_S3_ENDPOINT: endpoint, BOUGH_SECOND_S3_REGION: region },
      },
      'bough-backup': { BOUGH_BACKUP_S3_ENDPOINT: endpoint, BOUGH_BACKUP_S3_REGION: region },
    };
    const patches = Object.entries(addresses).map(([name, data]) => ({
      target: { kind: 'ConfigMap', name },
      patch: JSON.stringify(
        Object.entries(data).map(([setting, value]) => ({ op: 'replace', path: `/data/${setting}`, value })),
      ),
    }));
    const own = this.at('own');
    mkdirSync(own);
    const resources = [relative(own, join(INFRA, 'kubernetes/small'))];
    writeFileSync(join(own, 'kustomization.yaml'), JSON.stringify({ resources, patches }));
    const { stdout } = await promisify(execFile)(this.#outside.kustomize, ['build', own]);
    this.#manifests = parseAllDocuments(stdout).map((each) => each.toJS() as Manifest);
  }

  async #makeSecrets(): Promise<void> {
    for (const name of [...SERVICES, 'exporter', 'backup']) mkdirSync(this.at(`secrets/${name}`), { recursive: true });
    await promisify(execFile)(process.execPath, [join(INFRA, 'compose/make-secrets.mjs'), this.at('secrets')]);
    const { accessKey, secretKey } = this.#outside.s3;
    for (const which of ['docstore/first-', 'docstore/second-', 'backup/']) {
      this.#putSecret(`${which}access-key`, accessKey);
      this.#putSecret(`${which}secret-key`, secretKey);
    }
    this.#putSecret('mailer/smtp-url', 'smtp://127.0.0.1:1');
  }

  #putSecret(name: string, value: string): void {
    rmSync(this.at(`secrets/${name}`), { force: true });
    writeFileSync(this.at(`secrets/${name}`), `${value}\n`, { mode: 0o400 });
  }

  #newCloud(): void {
    for (const bucket of LOCATIONS) mkdirSync(join(this.#buckets, bucket));
    const { url, database } = this.#outside.mongodb;
    const number = ++this.#clouds;
    for (const service of ['gateway', 'mailer']) {
      const own = new URL(url);
      own.pathname = `/${database}_${service}_${number}`;
      this.#putSecret(`${service}/mongodb-url`, own.href);
    }
  }

  /** What this kubectl is asked for. A job has ended when it has been made. */
  async #play(words: readonly string[], input: string): Promise<Ran> {
    const said = (text: string): Ran => ({ code: 0, said: text });
    const line = words.join(' ');
    if (line.startsWith('patch --local -f - --type json -o yaml -p '))
      return said(JSON.stringify(patched(parse(input), words.at(-1) ?? '')));
    const [, name = ''] = /(?:job |job\/)([a-z-]+)/.exec(line) ?? [];
    if (line === `-n bough create job ${name} --from=cronjob/backup`) return await this.#make(this.#jobNamed(name));
    if (line === `-n bough create job ${name} --from=cronjob/backup --dry-run=client -o yaml`)
      return said(JSON.stringify(this.#jobNamed(name)));
    if (line === '-n bough create -f -') return await this.#make(parse(input) as Job);
    if (line === `-n bough delete job ${name} --ignore-not-found`) {
      this.#jobs.delete(name);
      return said('');
    }
    const job = this.#jobs.get(name);
    if (job !== undefined && line === `-n bough logs -f job/${name}`) return said(job.said);
    if (job !== undefined && /^-n bough wait --for=condition=complete --timeout=\w+ job\/[a-z-]+$/.test(line))
      return { code: job.code === 0 ? 0 : 1, said: '' };
    throw new Error(`this kubectl does not know ${line}`);
  }

  #jobNamed(name: string): Job {
    const { jobTemplate } = this.#named('CronJob', 'backup').spec as { readonly jobTemplate: Workload };
    return { ...jobTemplate, metadata: { name } };
  }

  async #make(job: Job): Promise<Ran> {
    const { name } = job.metadata;
    if (this.#jobs.has(name)) throw new Error(`jobs.batch "${name}" already exists`);
    const pod = job.spec.template.spec;
    const { folder, env, readOnly } = this.#container('operator', pod);
    const [program = '', ...words] = [
      ...mountedReadOnly([folder, ...readOnly]),
      ...[process.execPath, join(folder, 'bough/commands.mjs'), ...(pod.containers[0].args ?? [])],
    ];
    const all = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, ...env };
    this.#jobs.set(name, await ended(spawn(program, words, { cwd: join(folder, 'bough'), env: all, stdio: QUIET })));
    return { code: 0, said: `job.batch/${name} created\n` };
  }

  /** The root of a container, with what is mounted in it, and its settings. What an emptyDir has is gone with the pod. */
  #container(image: string, pod: Pod) {
    const number = ++this.#pods;
    const folder = this.at(`containers/${number}`);
    cpSync(this.at(`images/${image}`), join(folder, 'bough'), { recursive: true });
    const [{ envFrom, volumeMounts }] = pod.containers;
    const readOnly: string[] = [];
    for (const { name, mountPath, readOnly: isReadOnly = false } of volumeMounts) {
      const secret = pod.volumes.find((volume) => volume.name === name)?.secret?.secretName.replace('bough-', '');
      const from = this.at(secret === undefined ? `volumes/${number}/${name}` : `secrets/${secret}`);
      if (secret === undefined) mkdirSync(from, { recursive: true });
      mkdirSync(dirname(join(folder, mountPath)), { recursive: true });
      symlinkSync(from, join(folder, mountPath));
      if (isReadOnly) readOnly.push(from);
    }
    const given = envFrom.flatMap(({ configMapRef }) =>
      Object.entries(this.#named('ConfigMap', configMapRef.name).data ?? {}),
    );
    const isMounted = (path: string): boolean =>
      volumeMounts.some(({ mountPath }) => path.startsWith(`${mountPath}/`) || path === mountPath);
    const env = Object.fromEntries(
      given.map(([name, value]) => [name, isMounted(value) ? join(folder, value) : value]),
    );
    return { folder, env, readOnly };
  }

  #workloadOf(service: string): Workload {
    return this.#named(service === 'docstore' ? 'StatefulSet' : 'Deployment', service) as unknown as Workload;
  }

  #named(kind: string, name: string): Manifest {
    const found = this.#manifests.find((each) => each.kind === kind && each.metadata.name === name);
    if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
    return found;
  }
}

interface Job extends Workload {
  readonly metadata: { readonly name: string };
}

/** The object with what a JSON patch replaces in it, which is written as YAML. */
function patched(object: unknown, patch: string): unknown {
  for (const { op, path, value } of parse(patch) as readonly { op: string; path: string; value: unknown }[]) {
    const names = path.split('/').slice(1);
    const last = names.pop() ?? '';
    const place = names.reduce((each, name) => (each as Record<string, unknown>)[name], object) as Record<
      string,
      unknown
    >;
    if (op !== 'replace' || !(last in place)) throw new Error(`${path} cannot be replaced`);
    place[last] = value;
  }
  return object;
}

/** Words before a command that let it see these folders mounted read-only; none where this machine lets nobody mount. */
function mountedReadOnly(folders: readonly string[]): readonly string[] {
  const mounts = folders.map((each) => `mount --bind '${each}' '${each}' && mount -o remount,ro,bind '${each}'`);
  const inside = ['sh', '-c', `${mounts.join(' && ')} && exec "$@"`, 'sh'];
  const words = [...(process.getuid?.() === 0 ? ['-m'] : ['-rm']), ...inside];
  return spawnSync('unshare', [...words, 'true']).status === 0 ? ['unshare', ...words] : [];
}

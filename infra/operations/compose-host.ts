import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { freePort } from '@bough/house/servers';
import { parse } from 'yaml';
import { bundlePrograms } from '../images/bundle.ts';
import type { CodeBlock } from './code-blocks.ts';
import { type Held, holdProcess } from './hold-process.ts';
import type { Ran } from './machine.ts';
import { ended, isReady, pasted, PlayedProgram, putScript, QUIET } from './played.ts';

const COMPOSE = fileURLToPath(new URL('../compose/', import.meta.url));
/** In the order in which they are started. The exporter has nothing that is backed up. */
const SERVICES = ['docstore', 'mailer', 'gateway'] as const;

interface ComposeService {
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly (string | { readonly source: string; readonly target: string })[];
}
/** What stands behind `docker compose run --rm`. */
interface Wanted {
  readonly isAlone: boolean;
  /** Of the machine, by where they are in the container. */
  readonly mounts: ReadonlyMap<string, string>;
  readonly service: string;
  readonly command: readonly string[];
}

/**
 * A machine with compose, in a temporary folder: its `docker` runs what the images hold as processes, each with the settings and the volumes that
 * small.yaml gives it. Containers themselves are not played: nobody is kept from anything.
 */
export class ComposeHost {
  readonly folder = mkdtempSync(join(tmpdir(), 'bough-compose-host-'));
  readonly #ports: Readonly<Record<string, number>>;
  readonly #running = new Map<string, Held>();
  #docker: PlayedProgram | null = null;

  private constructor(ports: Readonly<Record<string, number>>) {
    this.#ports = ports;
  }

  static async start(): Promise<ComposeHost> {
    const ports = { docstore: await freePort(), mailer: await freePort(), gateway: await freePort() };
    const host = new ComposeHost({ ...ports, exporter: await freePort() });
    host.#docker = await PlayedProgram.put(host.at('bin'), 'docker', (words) => host.#compose(words));
    for (const name of ['chown', 'git']) putScript(host.at('bin'), name, 'exit 0');
    for (const folder of ['infra/compose', 'mnt', 'containers']) mkdirSync(host.at(folder), { recursive: true });
    cpSync(join(COMPOSE, 'small.yaml'), host.at('infra/compose/small.yaml'));
    for (const image of [...SERVICES, 'operator'] as const)
      await bundlePrograms(image, host.at(`containers/${image}/bough`));
    return host;
  }

  /** Where the gateway is found, past the proxy. */
  get url(): string {
    return `http://127.0.0.1:${this.#ports['gateway']}`;
  }

  /** A path of the machine, where it really is. */
  at(path: string): string {
    return join(this.folder, path);
  }

  /** Runs a block as a person would paste it. */
  async run(block: Pick<CodeBlock, 'text'>): Promise<Ran> {
    const text = block.text.replaceAll(/(?<![\w.])\/(?=(?:mnt|srv)\/)/g, `${this.folder}/`);
    return await pasted(text, this.folder);
  }

  /** Ends everything, and removes the folder. */
  async stop(): Promise<void> {
    await this.#down();
    this.#docker?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #compose(words: readonly string[]): Promise<Ran> {
    const [verb = '', ...rest] = words.slice(words[1] === '-f' ? 3 : 1);
    if (verb === 'up') return await this.#up();
    if (verb === 'down') {
      await this.#down();
      if (rest.includes('-v')) rmSync(this.at('volumes'), { recursive: true, force: true });
      return { code: 0, said: '' };
    }
    if (verb === 'run' && rest[0] === '--rm') return await this.#run(wanted(rest.slice(1)));
    throw new Error(`this docker does not know ${words.join(' ')}`);
  }

  /** As `up -d` does it when what runs is to be replaced: everything stops, and is ready again. */
  async #up(): Promise<Ran> {
    await this.#down();
    await this.#makeSecrets();
    await this.#start(SERVICES);
    return { code: 0, said: '' };
  }

  async #start(services: readonly string[]): Promise<void> {
    for (const service of services) {
      const folder = join(this.#container(service), 'bough');
      this.#running.set(service, holdProcess([process.execPath, 'main.mjs'], { folder, env: this.#settings(service) }));
    }
    for (const [service, held] of this.#running) await isReady(`http://127.0.0.1:${this.#ports[service]}/ready`, held);
  }

  async #down(): Promise<void> {
    for (const service of SERVICES.toReversed()) await this.#running.get(service)?.end();
    this.#running.clear();
  }

  /** Runs a command in a container of its own, once what its service depends on is healthy. */
  async #run({ isAlone, mounts, service, command }: Wanted): Promise<Ran> {
    await this.#makeSecrets();
    const needs = this.#file(service).depends_on ?? {};
    if (!isAlone) await this.#start(SERVICES.filter((each) => each in needs && !this.#running.has(each)));
    const container = this.#container(service);
    for (const [target, source] of mounts) this.#mount(source, join(container, target));
    if (service === 'secrets')
      return command.length === 0 ? { code: 0, said: '' } : await this.#shell(command, container);
    const settings = service === 'operator' ? this.#environment(service) : this.#settings(service);
    const env = { ...settings, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
    const words = command.map((word) => word.replace(/^\/(?=old)/, `${container}/`));
    const program = [join(container, 'bough/commands.mjs'), ...words];
    return await ended(spawn(process.execPath, program, { cwd: join(container, 'bough'), env, stdio: QUIET }));
  }

  async #shell(command: readonly string[], container: string): Promise<Ran> {
    const [program = '', ...words] = command.map((word) =>
      word.replaceAll(/(?<!\w)\/(?=(?:old|secrets)\/)/g, `${container}/`),
    );
    return await ended(spawn(program, words, { stdio: QUIET }));
  }

  /** A folder is where the container has it; a file of settings has its paths as they really are. */
  #mount(source: string, target: string): void {
    const from = resolve(this.folder, source);
    rmSync(target, { force: true });
    if (statSync(from).isDirectory()) symlinkSync(from, target);
    else writeFileSync(target, readFileSync(from, 'utf8').replaceAll('=/', `=${dirname(target)}/`));
  }

  async #makeSecrets(): Promise<void> {
    const script = join(COMPOSE, 'make-secrets.mjs');
    await ended(spawn(process.execPath, [script, join(this.#container('secrets'), 'secrets')], { stdio: QUIET }));
  }

  /** The container's folder, with what is mounted in it. */
  #container(service: string): string {
    const container = this.at(`containers/${service}`);
    for (const mount of this.#file(service).volumes) {
      const [source = '', target = ''] =
        typeof mount === 'string' ? mount.split(':') : [this.#filled(mount.source), mount.target];
      const from = source.startsWith('/') ? source : this.at(`volumes/${source}`);
      const to = join(container, target);
      if (from !== source) mkdirSync(from, { recursive: true });
      rmSync(to, { force: true });
      mkdirSync(dirname(to), { recursive: true });
      symlinkSync(from, to);
    }
    return container;
  }

  /** What a service is started with. */
  #settings(service: string): Readonly<Record<string, string>> {
    const container = this.at(`containers/${service}`);
    const env = { ...this.#environment(service), PORT: String(this.#ports[service]), BOUGH_HOST: '127.0.0.1' };
    return Object.fromEntries(
      Object.entries({ ...env, BOUGH_DATA: '/data' }).map(([name, value]): readonly [string, string] => [
        name,
        value.replace(/^\/(?=data|secrets)/, `${container}/`),
      ]),
    );
  }

  #environment(service: string): Readonly<Record<string, string>> {
    const given = Object.entries(this.#file(service).environment);
    const port = (_: string, name: string): string => `http://127.0.0.1:${this.#ports[name]}`;
    return Object.fromEntries(
      given.map(([name, value]) => [name, this.#filled(value).replace(/^http:\/\/([a-z]+):\d+$/, port)]),
    );
  }

  /** With what `.env` sets, as compose puts it in. */
  #filled(text: string): string {
    const set = parseEnv(readFileSync(this.at('infra/compose/.env'), 'utf8'));
    return text.replaceAll(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, otherwise: string) => set[name] || otherwise);
  }

  #file(service: string): ComposeService {
    const text = readFileSync(this.at('infra/compose/small.yaml'), 'utf8');
    const { services } = parse(text, { merge: true }) as {
      readonly services: Readonly<Record<string, ComposeService>>;
    };
    const found = services[service];
    if (found === undefined) throw new Error(`small.yaml has no service ${service}`);
    return found;
  }
}

function wanted(words: readonly string[]): Wanted {
  const mounts = new Map<string, string>();
  let isAlone = false;
  let at = 0;
  for (; words[at]?.startsWith('-') === true; at += 1) {
    if (words[at] === '--no-deps') isAlone = true;
    else if (words[at] === '-v') {
      at += 1;
      const [source = '', target = ''] = words[at]?.split(':') ?? [];
      mounts.set(target, source);
    } else throw new Error(`this docker does not know ${words[at]}`);
  }
  return { isAlone, mounts, service: words[at] ?? '', command: words.slice(at + 1) };
}

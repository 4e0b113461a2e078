import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { freePort } from '@bough/house/servers';
import { parse } from 'yaml';
import { bundlePrograms } from '../images/bundle.ts';
import type { CodeBlock } from './code-blocks.ts';
import { type Held, holdProcess } from './hold-process.ts';
import type { Ran } from './machine.ts';

const COMPOSE = fileURLToPath(new URL('../compose/', import.meta.url));
/** In the order in which they are started. The exporter has nothing that is backed up. */
const SERVICES = ['docstore', 'mailer', 'gateway'] as const;
const READY_MS = 60_000;
const QUIET = ['ignore', 'pipe', 'pipe'] satisfies StdioOptions;

interface ComposeService {
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes: readonly (string | { readonly source: string; readonly target: string })[];
}

/**
 * A machine with compose, in a temporary folder: its `docker` runs what the images hold as processes, each with the settings and the volumes that
 * small.yaml gives it. Containers themselves are not played: nobody is kept from anything.
 */
export class ComposeHost {
  readonly folder = mkdtempSync(join(tmpdir(), 'bough-compose-host-'));
  readonly #docker: Server;
  readonly #ports: Readonly<Record<string, number>>;
  readonly #running = new Map<string, Held>();

  private constructor(docker: Server, ports: Readonly<Record<string, number>>) {
    this.#docker = docker;
    this.#ports = ports;
  }

  static async start(): Promise<ComposeHost> {
    const ports = { docstore: await freePort(), mailer: await freePort(), gateway: await freePort() };
    const docker = createServer();
    const host = new ComposeHost(docker, { ...ports, exporter: await freePort() });
    docker.on('request', (request, response) => {
      const words = new URL(request.url ?? '/', 'http://docker').searchParams.getAll('w');
      const failed = (error: unknown): Ran => ({ code: 125, said: `${String(error)}\n` });
      void host
        .#compose(words)
        .catch(failed)
        .then((ran) => response.end(JSON.stringify(ran)));
    });
    docker.listen(0, '127.0.0.1');
    await once(docker, 'listening');
    for (const folder of ['bin', 'infra/compose', 'mnt', 'containers']) mkdirSync(host.at(folder), { recursive: true });
    cpSync(join(COMPOSE, 'small.yaml'), host.at('infra/compose/small.yaml'));
    for (const image of [...SERVICES, 'operator'] as const)
      await bundlePrograms(image, host.at(`containers/${image}/bough`));
    host.#putPrograms();
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

  /** Runs a block as a person would paste it; it ends at the first command that fails. */
  async run(block: Pick<CodeBlock, 'text'>): Promise<Ran> {
    const text = block.text.replaceAll(/(?<![\w.])\/mnt\//g, `${this.folder}/mnt/`);
    const env = { PATH: `${this.at('bin')}:${process.env['PATH']}`, HOME: this.folder };
    return await end(spawn('bash', ['-euo', 'pipefail', '-c', text], { cwd: this.folder, env, stdio: QUIET }));
  }

  /** Ends everything, and removes the folder. */
  async stop(): Promise<void> {
    await this.#down();
    this.#docker.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #putPrograms(): void {
    const { port } = this.#docker.address() as { readonly port: number };
    const ask = `
      const words = process.argv.slice(1).map((word) => 'w=' + encodeURIComponent(word));
      const { code, said } = await (await fetch('http://127.0.0.1:${port}/?' + words.join('&'))).json();
      process.stdout.write(said);
      process.exitCode = code;`;
    const docker = `exec ${process.execPath} --input-type=module -e "${ask}" -- "$@"`;
    for (const [name, text] of Object.entries({ docker, chown: 'exit 0', git: 'exit 0' })) {
      writeFileSync(this.at(`bin/${name}`), `#!/bin/sh\n${text}\n`);
      chmodSync(this.at(`bin/${name}`), 0o755);
    }
  }

  async #compose(words: readonly string[]): Promise<Ran> {
    const [verb = '', ...rest] = words[1] === '-f' ? words.slice(3) : [];
    if (verb === 'up') return await this.#up();
    if (verb === 'down') {
      await this.#down();
      if (rest.includes('-v')) rmSync(this.at('volumes'), { recursive: true, force: true });
      return { code: 0, said: '' };
    }
    const [removes, service, ...command] = rest;
    if (verb === 'run' && removes === '--rm' && service === 'operator') return await this.#operate(command);
    throw new Error(`this docker does not know ${words.join(' ')}`);
  }

  /** As `up -d` does it when what runs is to be replaced: everything stops, and is ready again. */
  async #up(): Promise<Ran> {
    await this.#down();
    await this.#makeSecrets();
    for (const service of SERVICES) {
      const container = this.#container(service);
      const env = { ...this.#environment(service), PORT: String(this.#ports[service]), BOUGH_HOST: '127.0.0.1' };
      const settings = Object.fromEntries(
        Object.entries({ ...env, BOUGH_DATA: '/data' }).map(([name, value]): readonly [string, string] => [
          name,
          value.replace(/^\/(?=data|secrets)/, `${container}/`),
        ]),
      );
      const folder = join(container, 'bough');
      this.#running.set(service, holdProcess([process.execPath, 'main.mjs'], { folder, env: settings }));
    }
    for (const [service, held] of this.#running) await isReady(`http://127.0.0.1:${this.#ports[service]}/ready`, held);
    return { code: 0, said: '' };
  }

  async #down(): Promise<void> {
    for (const service of SERVICES.toReversed()) await this.#running.get(service)?.end();
    this.#running.clear();
  }

  async #operate(words: readonly string[]): Promise<Ran> {
    await this.#makeSecrets();
    const container = this.#container('operator');
    const env = { ...this.#environment('operator'), PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
    const commands = [join(container, 'bough/commands.mjs'), ...words];
    return await end(spawn(process.execPath, commands, { cwd: join(container, 'bough'), env, stdio: QUIET }));
  }

  async #makeSecrets(): Promise<void> {
    const script = join(COMPOSE, 'make-secrets.mjs');
    await end(spawn(process.execPath, [script, join(this.#container('secrets'), 'secrets')], { stdio: QUIET }));
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

async function end(child: ChildProcess): Promise<Ran> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode ?? 1, said };
}

async function isReady(url: string, held: Held): Promise<void> {
  const fromMs = performance.now();
  for (;;) {
    held.mustRun();
    if ((await fetch(url).catch(() => null))?.ok === true) return;
    if (performance.now() - fromMs > READY_MS) throw new Error(`${url} was not ready within ${READY_MS / 1_000} s`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@bough/house/servers';
import { answersTls } from './answers-tls.ts';
import type { CodeBlock } from './code-blocks.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '');
const HELD = fileURLToPath(new URL('held.mjs', import.meta.url));
const READY_MS = 240_000;

/** What a block printed, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly said: string;
}

interface Unit {
  readonly child: ChildProcess;
  said: string;
}

/**
 * A machine as docs/operations.md describes it, in a temporary folder: its folders stand below this one, the name in DNS is a port of
 * localhost, and systemd is played by this process. Bough, Caddy and every command are the real ones.
 */
export class Machine {
  readonly folder: string;
  readonly url: string;
  readonly port: number;
  readonly #caddy: string;
  readonly #tlsPort: number;
  readonly #systemd: Server;
  readonly #units = new Map<string, Unit>();

  private constructor(caddy: string, ports: { readonly http: number; readonly tls: number }, systemd: Server) {
    this.folder = mkdtempSync(join(tmpdir(), 'bough-machine-'));
    this.port = ports.http;
    this.url = `https://localhost:${ports.tls}`;
    this.#tlsPort = ports.tls;
    this.#caddy = caddy;
    this.#systemd = systemd;
  }

  static async start(caddy: string): Promise<Machine> {
    const systemd = createServer();
    const machine = new Machine(caddy, { http: await freePort(), tls: await freePort() }, systemd);
    systemd.on('request', (request, response) => {
      const words = new URL(request.url ?? '/', 'http://systemd').searchParams.getAll('w');
      machine.#systemctl(words).then(
        () => response.end(''),
        (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
      );
    });
    systemd.listen(0, '127.0.0.1');
    await once(systemd, 'listening');
    for (const folder of ['bin', 'etc/systemd/system', 'etc/caddy', 'srv/bough', 'mnt', 'tmp']) {
      mkdirSync(join(machine.folder, folder), { recursive: true });
    }
    machine.#putPrograms();
    return machine;
  }

  /** A path of the machine, where it really is. */
  at(path: string): string {
    return join(this.folder, path);
  }

  /** Runs a block as a person would paste it; it ends at the first command that fails. */
  async run(block: CodeBlock): Promise<Ran> {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', this.#here(block.text)], {
      cwd: this.folder,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(child, 'close');
    return { code: child.exitCode ?? 1, said };
  }

  /** Ends everything, and removes the folder. */
  async stop(): Promise<void> {
    for (const name of [...this.#units.keys()]) await this.#stopUnit(name);
    this.#systemd.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The last of what a unit printed. */
  journal(unit: string): string {
    return this.#units.get(unit)?.said ?? '';
  }

  #here(text: string): string {
    return text
      .replaceAll('maps.example.org', `localhost:${this.#tlsPort}`)
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${this.port}`)
      .replaceAll('/usr/local/bin', this.at('bin'))
      .replaceAll('/opt/bough', ROOT)
      .replaceAll(/(?<![\w.])\/(etc|srv|mnt)\//g, `${this.folder}/$1/`);
  }

  #environment(): Readonly<Record<string, string>> {
    const { PATH = '', HOME = '', XDG_CACHE_HOME } = process.env;
    return {
      PATH: `${this.at('bin')}:${PATH}`,
      HOME,
      ...(XDG_CACHE_HOME === undefined ? {} : { XDG_CACHE_HOME }),
      NODE_EXTRA_CA_CERTS: this.at('caddy/caddy/pki/authorities/local/root.crt'),
      NODE_NO_WARNINGS: '1',
    };
  }

  /** What a test must not do to the machine that it runs on. */
  #putPrograms(): void {
    const { port } = this.#systemd.address() as { readonly port: number };
    const ask = `
      const words = process.argv.slice(1).map((word) => 'w=' + encodeURIComponent(word));
      const answer = await fetch('http://127.0.0.1:${port}/?' + words.join('&'));
      if (!answer.ok) { console.error(await answer.text()); process.exit(1); }`;
    const programs = {
      systemctl: `exec ${process.execPath} --input-type=module -e "${ask}" -- "$@"`,
      'systemd-notify': `touch ${this.at('tmp/ready')}`,
      // runuser -u bough -- COMMAND
      runuser: 'shift 3; exec "$@"',
      useradd: 'exit 0',
      chown: 'exit 0',
      git: 'exit 0',
    };
    for (const [name, text] of Object.entries(programs)) {
      writeFileSync(this.at(`bin/${name}`), `#!/bin/sh\n${text}\n`);
      chmodSync(this.at(`bin/${name}`), 0o755);
    }
  }

  async #systemctl([verb = '', ...words]: readonly string[]): Promise<void> {
    const [unit = ''] = words.filter((word) => !word.startsWith('-'));
    if (verb === 'daemon-reload' || unit.endsWith('.timer')) return;
    const name = unit.replace(/\.service$/, '');
    if (verb === 'stop' || verb === 'restart') await this.#stopUnit(name);
    if (verb === 'stop') return;
    if (name === 'caddy') await this.#startCaddy();
    else await this.#startUnit(name);
  }

  async #stopUnit(name: string): Promise<void> {
    const unit = this.#units.get(name);
    if (unit === undefined) return;
    this.#units.delete(name);
    if (unit.child.exitCode !== null) return;
    const gone = once(unit.child, 'exit');
    unit.child.kill('SIGTERM');
    await gone;
  }

  #spawn(name: string, words: readonly string[], environment: Readonly<Record<string, string>>, cwd: string): Unit {
    const env = { ...this.#environment(), ...environment };
    const child = spawn(process.execPath, [HELD, ...words], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
    const unit: Unit = { child, said: '' };
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (unit.said = `${unit.said}${chunk.toString()}`.slice(-20_000)));
    }
    this.#units.set(name, unit);
    return unit;
  }

  /** As systemd does: what is of type notify has started when it says that it is ready, what is of type oneshot when it has ended. */
  async #startUnit(name: string): Promise<void> {
    const text = readFileSync(this.at(`etc/systemd/system/${name}.service`), 'utf8');
    const said = (key: string): string => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1] ?? '';
    const file = said('EnvironmentFile');
    const given = file === '' ? {} : await this.#read(file);
    rmSync(this.at('tmp/ready'), { force: true });
    const own = { PORT: String(this.port), NOTIFY_SOCKET: this.at('tmp/ready') };
    const cwd = said('WorkingDirectory') || this.folder;
    const unit = this.#spawn(name, said('ExecStart').split(' '), { ...own, ...given }, cwd);
    const ended = (): boolean => unit.child.exitCode !== null;
    const isDone = (): boolean => (said('Type') === 'notify' ? existsSync(this.at('tmp/ready')) : ended());
    await until(() => isDone() || ended());
    if (said('Type') === 'notify' ? ended() : unit.child.exitCode !== 0)
      throw new Error(`${name} failed: ${unit.said}`);
  }

  /** An EnvironmentFile, with quotes taken off as systemd takes them. */
  async #read(file: string): Promise<Readonly<Record<string, string>>> {
    const child = spawn('sh', ['-c', `set -a; . "${file}"; exec env -0`], { env: { PATH: process.env['PATH'] ?? '' } });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(child, 'close');
    return Object.fromEntries(
      said.split('\0').flatMap((each) => {
        const at = each.indexOf('=');
        return each.startsWith('BOUGH_') ? [[each.slice(0, at), each.slice(at + 1)]] : [];
      }),
    );
  }

  /** With a certificate of its own authority, on a port that is free. */
  async #startCaddy(): Promise<void> {
    await this.#stopUnit('caddy');
    const global = `{\n\tadmin off\n\thttp_port ${await freePort()}\n\tskip_install_trust\n}\n`;
    const config = this.at('tmp/Caddyfile');
    writeFileSync(config, global + readFileSync(this.at('etc/caddy/Caddyfile'), 'utf8'));
    const home = { XDG_DATA_HOME: this.at('caddy'), XDG_CONFIG_HOME: this.at('caddy') };
    const unit = this.#spawn(
      'caddy',
      [this.#caddy, 'run', '--adapter', 'caddyfile', '--config', config],
      home,
      this.folder,
    );
    await until(async () => unit.child.exitCode !== null || (await answersTls(this.#tlsPort)));
    if (unit.child.exitCode !== null) throw new Error(`caddy failed: ${unit.said}`);
  }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const fromMs = performance.now();
  while (!(await isSo())) {
    if (performance.now() - fromMs > READY_MS) throw new Error(`nothing came of it within ${READY_MS / 1_000} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

import { freePort } from './ports.ts';
import { answersTcp, type Started, startProgram } from './started.ts';
import { connect } from 'node:net';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A Redis that is started, killed, stopped in its tracks, and started again, empty, on the same port. */
export class RedisProcess {
  readonly port: number;
  readonly #executable: string;
  readonly #args: readonly string[];
  /** What stands in its own file of settings; null: it has none. */
  readonly #file: readonly string[] | null;
  #started: Started | null = null;
  #pid = 0;
  /** Ends with the last start anew that was asked for. */
  #anew: Promise<void> = Promise.resolve();

  private constructor(
    executable: string,
    port: number,
    given: { readonly args: readonly string[]; readonly file: readonly string[] | null },
  ) {
    this.#executable = executable;
    this.port = port;
    this.#args = given.args;
    this.#file = given.file;
  }

  /** One that runs; `args` stand behind those for its port. */
  static async start(executable: string, args: readonly string[] = []): Promise<RedisProcess> {
    const own = ['--save', '', '--appendonly', 'no', ...args];
    const redis = new RedisProcess(executable, await freePort(), { args: own, file: null });
    await redis.start();
    return redis;
  }

  /** A Sentinel with these settings. */
  static async startSentinel(executable: string, file: readonly string[]): Promise<RedisProcess> {
    const redis = new RedisProcess(executable, await freePort(), { args: ['--sentinel'], file });
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it, with nothing in it. */
  async start(): Promise<void> {
    const { port } = this;
    this.#started = await startProgram({
      name: 'redis',
      command: this.#executable,
      args: ({ folder }) => [...this.#fileIn(folder), '--bind', '127.0.0.1', '--port', String(port), ...this.#args],
      isReady: () => answersTcp(port, 'PING\r\n', '+PONG'),
    });
    this.#pid = Number(/process_id:(\d+)/.exec(await this.ask('INFO server'))?.[1]);
  }

  /** Stops it, and starts it with nothing in it: once after the other, however often that is asked for at a time. */
  startAnew(): Promise<void> {
    this.#anew = this.#anew
      .catch(() => undefined)
      .then(async () => {
        await this.stop();
        await this.start();
      });
    return this.#anew;
  }

  /** It is gone from one moment to the next. */
  async kill(): Promise<void> {
    this.#signal('SIGKILL');
    await this.#started?.stop();
    this.#started = null;
  }

  /** It keeps its connections and does nothing. */
  freeze(): void {
    this.#signal('SIGSTOP');
  }

  /** It goes on. */
  thaw(): void {
    this.#signal('SIGCONT');
  }

  async stop(): Promise<void> {
    if (this.#started === null) return;
    this.thaw();
    await this.#started.stop();
    this.#started = null;
  }

  /** What it answers to one command, as it writes it. */
  async ask(command: string): Promise<string> {
    const socket = connect({ port: this.port, host: '127.0.0.1' });
    await once(socket, 'connect');
    socket.write(`${command}\r\n`);
    let said = '';
    for await (const chunk of socket.setEncoding('latin1')) {
      said += String(chunk);
      const [, length] = /^\$(\d+)\r\n/.exec(said) ?? [];
      if (length === undefined ? said.endsWith('\r\n') : said.length >= Number(length) + length.length + 5) break;
    }
    socket.destroy();
    return said;
  }

  /** A Sentinel writes down there what it finds out. */
  #fileIn(folder: string): readonly string[] {
    if (this.#file === null) return [];
    const path = join(folder, 'own.conf');
    writeFileSync(path, this.#file.join('\n'));
    return [path];
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#started !== null && this.#pid > 0) process.kill(this.#pid, signal);
  }
}

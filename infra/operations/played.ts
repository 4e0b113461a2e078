import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { Held } from './hold-process.ts';
import type { Ran } from './machine.ts';

/** What a program is called with, and what it reads on standard input where that is one of its words (`-`). */
type Play = (words: readonly string[], input: string) => Promise<Ran>;

export const QUIET = ['ignore', 'pipe', 'pipe'] satisfies StdioOptions;
const READY_MS = 60_000;

/** Programs on the PATH of a machine in a folder that the test's own process plays. */
export class PlayedProgram {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Puts the program into the folder `bin`; what it does from then on is `play`. */
  static async put(bin: string, name: string, play: Play): Promise<PlayedProgram> {
    const server = createServer((request, response) => {
      const words = new URL(request.url ?? '/', 'http://here').searchParams.getAll('w');
      let input = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (input += chunk));
      const failed = (error: unknown): Ran => ({ code: 125, said: `${String(error)}\n` });
      request.on('end', () => {
        void play(words, input)
          .catch(failed)
          .then((ran) => response.end(JSON.stringify(ran)));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { readonly port: number };
    const ask = `
      const words = process.argv.slice(1);
      let body = '';
      if (words.includes('-')) for await (const chunk of process.stdin) body += chunk;
      const asked = words.map((word) => 'w=' + encodeURIComponent(word)).join('&');
      const answer = await fetch('http://127.0.0.1:${port}/?' + asked, { method: 'POST', body });
      const { code, said } = await answer.json();
      process.stdout.write(said);
      process.exitCode = code;`;
    putScript(bin, name, `exec ${process.execPath} --input-type=module -e "${ask}" -- "$@"`);
    return new PlayedProgram(server);
  }

  stop(): void {
    this.#server.close();
  }
}

/** A program of such a machine that is a few lines of shell. */
export function putScript(bin: string, name: string, text: string): void {
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(bin, name), 0o755);
}

/** What a program has said when it ended, and how it did. */
export async function ended(child: ChildProcess): Promise<Ran> {
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode ?? 1, said };
}

/** Runs lines as a person would paste them on such a machine, below this folder; it ends at the first command that fails. */
export async function pasted(text: string, folder: string): Promise<Ran> {
  const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder };
  return await ended(spawn('bash', ['-euo', 'pipefail', '-c', text], { cwd: folder, env, stdio: QUIET }));
}

/** Resolves when the service says that it is ready; rejects when it has ended, or is not within a minute. */
export async function isReady(url: string, held: Held): Promise<void> {
  const fromMs = performance.now();
  for (;;) {
    held.mustRun();
    if ((await fetch(url).catch(() => null))?.ok === true) return;
    if (performance.now() - fromMs > READY_MS) throw new Error(`${url} was not ready within ${READY_MS / 1_000} s`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

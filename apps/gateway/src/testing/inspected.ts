/** The inspector of a Node process: it tells when functions of its sources are called, and runs what it is told. No source knows of it. */

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** A function of a file, as `file:name`; `#name` is a private method. */
export interface Place {
  readonly file: string;
  readonly name: string;
}

interface Answer {
  readonly id?: number;
  readonly result?: {
    readonly result?: { readonly value?: unknown };
    readonly locations?: readonly unknown[];
    readonly exceptionDetails?: unknown;
  };
  readonly error?: { readonly message: string };
}

/** The line of the function's first statement, counted from 0; throws unless the file has just one function of that name. */
function firstLineOf(root: string, { file, name }: Place): number {
  const lines = readFileSync(`${root}/${file}`, 'utf8').split('\n');
  const escaped = name.replaceAll(/[#$]/g, String.raw`\$&`);
  const head = new RegExp(String.raw`^(?:export )?(?:async )?function ${escaped}[(<]|^ {2}(?:async )?${escaped}[(<]`);
  const heads = lines.flatMap((line, at) => (head.test(line) && !line.trimEnd().endsWith(';') ? [at] : []));
  const [at] = heads;
  if (at === undefined || heads.length > 1) throw new Error(`${file} has ${heads.length} functions named ${name}`);
  return lines.findIndex((line, row) => row >= at && line.endsWith(' {')) + 1;
}

/** One process under inspection. */
export class Inspected {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const answer: Answer = JSON.parse(String(data));
      if (answer.id !== undefined) this.#waiting.get(answer.id)?.(answer);
    });
  }

  /** Attaches to a process that was started with `--inspect`, by what it has printed of it. */
  static async attach(said: string): Promise<Inspected> {
    const [, url] = /Debugger listening on (ws:\S+)/.exec(said) ?? [];
    if (url === undefined) throw new Error(`no inspector: ${said.slice(0, 500)}`);
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', reject, { once: true });
    });
    const inspected = new Inspected(socket);
    await inspected.#ask('Debugger.enable', {});
    return inspected;
  }

  /** Notes the moment of every call of these from now on, by a clock that all processes of the machine share. */
  async follow(root: string, places: readonly Place[]): Promise<void> {
    await this.run('globalThis.bough_calls = []');
    for (const place of places) {
      const condition = `globalThis.bough_calls.push([${JSON.stringify(nameOf(place))}, Number(process.hrtime.bigint())]) < 0`;
      const url = pathToFileURL(`${root}/${place.file}`).href;
      const at = { url, lineNumber: firstLineOf(root, place), columnNumber: 0, condition };
      const { result } = await this.#ask('Debugger.setBreakpointByUrl', at);
      if (result?.locations?.length !== 1) throw new Error(`${nameOf(place)} is not loaded where it should run`);
    }
  }

  /** The calls so far: what was called, and when, in nanoseconds. */
  async calls(): Promise<readonly (readonly [string, number])[]> {
    const text = await this.run('JSON.stringify(globalThis.bough_calls)');
    return typeof text === 'string' ? JSON.parse(text) : [];
  }

  /** What the expression comes to in that process; awaits a promise. */
  async run(expression: string): Promise<unknown> {
    const { result } = await this.#ask('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (result?.exceptionDetails !== undefined)
      throw new Error(JSON.stringify(result.exceptionDetails).slice(0, 2_000));
    return result?.result?.value;
  }

  close(): void {
    this.#socket.close();
  }

  async #ask(method: string, params: object): Promise<Answer> {
    const id = ++this.#asked;
    const answer = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const said = await answer;
    this.#waiting.delete(id);
    if (said.error !== undefined) throw new Error(`${method}: ${said.error.message}`);
    return said;
  }
}

/** As the list in ARCHITECTURE.md has it. */
export function nameOf({ file, name }: Place): string {
  return `${file}:${name}`;
}

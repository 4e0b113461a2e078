import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';

// The exporter's own process that draws, spoken to as the exporter speaks to it: each message is its length, 4 bytes, and what
// `node:v8` makes of it.

const MAIN = fileURLToPath(new URL('../../../apps/exporter/src/main.ts', import.meta.url));
const HEAD = 4;

/** A file that the exporter makes of a document. */
export interface FileJob {
  readonly document: Uint8Array;
  readonly format: string;
  readonly scale?: number;
  readonly images?: ReadonlyMap<string, Uint8Array>;
}

/** Makes files of maps, one at a time. */
export class Drawer {
  readonly #child: ChildProcess;
  #heard = Buffer.alloc(0);
  #said = '';
  #waiting: PromiseWithResolvers<Uint8Array> | null = null;

  constructor() {
    const { PATH = '', TZ = '' } = process.env;
    const env = { PATH, TZ, DISABLE_SYSTEM_FONTS_LOAD: '1' };
    this.#child = spawn(process.execPath, [MAIN, 'draw'], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stderr?.on('data', (part: Buffer) => (this.#said += part.toString()));
    this.#child.stdout?.on('data', (part: Buffer) => this.#hear(part));
    this.#child.stdin?.on('error', () => undefined);
    this.#child.once('error', (cause) => this.#waiting?.reject(cause));
    this.#child.once('close', () => this.#waiting?.reject(new Error(`the drawing process ended: ${this.#said}`)));
  }

  /** The whole map in light colours, with so many pixels for each of the map's. */
  async png(document: string, scale: number): Promise<Uint8Array> {
    return await this.file({ document: Buffer.from(document), format: 'png', scale });
  }

  /** The whole map in light colours. */
  async file(job: FileJob): Promise<Uint8Array> {
    this.#waiting = Promise.withResolvers();
    const body = serialize({ theme: 'light', part: 'whole', ...job });
    const head = Buffer.alloc(HEAD);
    head.writeUInt32BE(body.length);
    this.#child.stdin?.write(Buffer.concat([head, body]));
    return await this.#waiting.promise;
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }

  #hear(part: Buffer): void {
    this.#heard = Buffer.concat([this.#heard, part]);
    const end = this.#heard.length < HEAD ? Infinity : HEAD + this.#heard.readUInt32BE(0);
    if (this.#heard.length < end) return;
    const answer: unknown = deserialize(this.#heard.subarray(HEAD, end));
    this.#heard = this.#heard.subarray(end);
    const bytes = bytesOf(answer);
    if (bytes === null) this.#waiting?.reject(new Error('the map was not drawn'));
    else this.#waiting?.resolve(bytes);
  }
}

function bytesOf(answer: unknown): Uint8Array | null {
  if (typeof answer !== 'object' || answer === null || !('value' in answer)) return null;
  const { value } = answer;
  const bytes = typeof value === 'object' && value !== null && 'bytes' in value ? value.bytes : null;
  return bytes instanceof Uint8Array ? bytes : null;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Call, RECORDED_ENVIRONMENT, readRecording, recordingArgs } from '@bough/blobs/testing';
import { HEADERS } from '@bough/contracts';
import { flagsOf, freePort } from '@bough/house/servers';
import { createTokenMinter, platformClock, platformIds } from '@bough/service';
import { newTokenKey, tokenKeysSetting } from '@bough/service/testing';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
const HURRY = fileURLToPath(new URL('./hurry.ts', import.meta.url));
const READY_MS = 60_000;
const PAUSE_MS = 20;
/** Less than what is hurried. */
const DEADLINE_MS = 30_000;

/** The keys that seal both locations. */
export const KEYS = {
  first: { id: 'first', bytes: new Uint8Array(32).fill(1) },
  second: { id: 'second', bytes: new Uint8Array(32).fill(2) },
} as const;

function keySetting({ id, bytes }: { readonly id: string; readonly bytes: Uint8Array }): string {
  return `${id}:${Buffer.from(bytes).toString('base64url')}`;
}

/** What a docstore with its data below this folder is told: two locations, sealed with `KEYS`. */
export function powerSettings(folder: string): Readonly<Record<string, string>> {
  return {
    BOUGH_DATA: join(folder, 'data'),
    BOUGH_BLOBS_FOLDER: join(folder, 'data', 'first'),
    BOUGH_BLOBS_KEYS: keySetting(KEYS.first),
    BOUGH_SECOND: 'folder',
    BOUGH_SECOND_BLOBS_FOLDER: join(folder, 'data', 'second'),
    BOUGH_SECOND_BLOBS_KEYS: keySetting(KEYS.second),
  };
}

/** What a call of the recorded docstore is. */
export interface Ask {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** A docstore whose calls to the system are recorded. It is asked over plain HTTP, so that the recording shows every answer leave. */
export class RecordedDocstore {
  readonly #child: ChildProcess;
  readonly #port: number;
  readonly #trace: string;
  readonly #authorization: () => Promise<string>;
  #said = '';

  private constructor(child: ChildProcess, parts: { port: number; trace: string; key: Uint8Array }) {
    this.#child = child;
    this.#port = parts.port;
    this.#trace = parts.trace;
    const keys = [{ audience: 'docstore', issuer: 'gateway', kid: 't', key: parts.key }];
    const minter = createTokenMinter({ clock: platformClock, ids: platformIds, keys }, 'gateway');
    this.#authorization = () => minter.authorization('docstore');
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#said += text));
  }

  /** Starts one with its data below `folder` and waits until it is ready. What waits a minute there waits a moment. */
  static async start(strace: string, folder: string, trace: string): Promise<RecordedDocstore> {
    const [port, key] = [await freePort(), newTokenKey()];
    const { PATH = '', HOME = '' } = process.env;
    const own = { PORT: String(port), BOUGH_LOG_LEVEL: 'error', BOUGH_STOP_WITH_STDIN: 'true' };
    const command = [process.execPath, '--import', HURRY, ...flagsOf(MAIN), MAIN];
    const child = spawn(strace, [...recordingArgs(trace), ...command], {
      env: {
        ...{ PATH, HOME, ...powerSettings(folder), ...own, ...RECORDED_ENVIRONMENT },
        BOUGH_TOKEN_KEYS: tokenKeysSetting('docstore', key),
      },
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    const docstore = new RecordedDocstore(child, { port, trace, key });
    const startedMs = performance.now();
    while (!(await docstore.#isReady())) {
      if (child.exitCode !== null || performance.now() - startedMs > READY_MS) {
        throw new Error(`the recorded docstore did not start: ${docstore.#said}`);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    return docstore;
  }

  /** Asks under this name, which the answer bears, and answers what came; throws what was refused. */
  async ask(name: string, { method, path, body }: Ask): Promise<unknown> {
    const isRaw = body instanceof Uint8Array;
    const answer = await fetch(`http://127.0.0.1:${this.#port}${path}`, {
      method,
      headers: {
        authorization: await this.#authorization(),
        [HEADERS.requestId]: name,
        [HEADERS.deadlineMs]: String(DEADLINE_MS),
        'content-type': isRaw ? 'application/octet-stream' : 'application/json',
      },
      ...(body === undefined ? {} : { body: isRaw ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Ends it as SIGTERM does, and answers all that it asked of the system. */
  async end(): Promise<readonly Call[]> {
    const gone = once(this.#child, 'close');
    this.#child.stdin?.end();
    await gone;
    if (this.#child.exitCode !== 0) throw new Error(`the recorded docstore failed: ${this.#said}`);
    return readRecording(this.#trace);
  }

  async #isReady(): Promise<boolean> {
    try {
      const answer = await fetch(`http://127.0.0.1:${this.#port}/ready`);
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }
}

/** The name under which an answer that leaves with this call was asked for; null where it brings none, or a refusal. */
export function answeredBy({ name, bytes }: Call): string | null {
  const [first] = bytes;
  if (!name.startsWith('write') || first?.subarray(0, 10).toString('latin1') !== 'HTTP/1.1 2') return null;
  return new RegExp(`^${HEADERS.requestId}: (\\S+)`, 'im').exec(first.toString('latin1'))?.[1] ?? null;
}

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Result } from '@bough/base';
import type { RenderJob, Rendered } from '../drawing/render.ts';
import type { FoundMaps, ReadJob } from '../reading/read-maps.ts';
import { commandOf, drawLast, type GivesWay, leaveCore, processorMsOf } from './give-way.ts';
import { messagesFrom, sendMessage } from './messages.ts';

// What people have written is parsed and drawn in a process of its own, and what they bring along from other programs is read in one. It can be ended at any moment, also in the middle of native
// code; its memory is its own; the scheduler prefers everybody else; and it has no keys, no network, no other processes and writes
// no file but compiled code, by Node's own permissions.

/** What a process answers that was told to stop before it was ready. */
export const STOPPED = 'stopped';
export type Answer = Result<Rendered | FoundMaps, string> | typeof STOPPED;
/** A file to draw of a map, or one to read maps from. */
export type Job = RenderJob | ReadJob;

/** The first argument that makes main.ts a process that draws. */
export const DRAW = 'draw';
/**
 * What such a process may do, and how much memory its own objects may take. They have room from the beginning: else the collector runs
 * while the first of them are made. One thread helps the one that draws: each further one that waits for a core is one more that others
 * wait behind.
 */
export const DRAW_FLAGS = [
  '--permission',
  '--allow-fs-read=*',
  '--allow-addons',
  '--no-warnings',
  '--max-old-space-size=400',
  '--max-semi-space-size=16',
  '--initial-old-space-size=64',
  '--v8-pool-size=1',
  '--expose-gc',
] as const;
/** What the C library gives back at once: large buffers, such as strips of a picture, and not a pool of its own for each thread. */
const MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) } as const;
const LONGEST_SAID = 2_000;

export interface DrawProcessEvents {
  readonly onAnswer: (answer: Answer) => void;
  /** Told once, when it has ended without having been told to; with the last that it said. */
  readonly onBroken: (said: string) => void;
}

/** Nobody waits any more for what it draws. Not answered when it draws nothing. */
export const STOP = 'stop';

/** One process that draws, one job at a time. */
export class DrawProcess {
  readonly way: GivesWay;
  readonly #child: ReturnType<typeof start>;
  readonly #events: DrawProcessEvents;
  #isEnded = false;
  #leavesCore = false;
  #said = '';

  constructor(entry: URL, way: GivesWay, events: DrawProcessEvents) {
    this.way = way;
    this.#child = start(entry, way);
    this.#events = events;
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#said = `${this.#said}${text}`.slice(-LONGEST_SAID);
    });
    // What it can no longer be told, it need not know: that it has ended is told below.
    this.#child.stdin.on('error', () => undefined);
    const broken = (why: string): void => {
      if (this.#isEnded) return;
      this.#isEnded = true;
      this.#child.kill('SIGKILL');
      this.#events.onBroken(`${why} ${this.#said}`.trim());
    };
    this.#child.once('error', (error) => broken(error.message));
    this.#child.once('close', (code, signal) => broken(`It ended with ${String(code ?? signal)}.`));
    void this.#listen(broken);
  }

  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  /** How long it has worked; null where nobody can tell. */
  get processorMs(): number | null {
    return this.pid === null ? null : processorMsOf(this.pid);
  }

  do(job: Job): void {
    sendMessage(this.#child.stdin, job);
  }

  /** Whether it leaves a core to others, where there are several. */
  leaveCore(isLeft: boolean): void {
    if (isLeft === this.#leavesCore || this.pid === null) return;
    this.#leavesCore = isLeft;
    leaveCore(this.pid, isLeft);
  }

  /** Asks for an answer soon, whatever it is. */
  stop(): void {
    sendMessage(this.#child.stdin, STOP);
  }

  /** Ends it at once, whatever it does. */
  end(): void {
    this.#isEnded = true;
    this.#child.kill('SIGKILL');
  }

  async #listen(broken: (why: string) => void): Promise<void> {
    try {
      for await (const message of messagesFrom(this.#child.stdout)) {
        if (this.#isEnded) return;
        if (!isAnswer(message)) return broken('It said what nobody understands.');
        this.#events.onAnswer(message);
      }
    } catch (failure) {
      broken(String(failure));
    }
  }
}

function start(entry: URL, way: GivesWay) {
  // Of this process's environment it gets what finds programs and time zones; keys of tokens are not its business.
  const { PATH = '', TZ = '', NODE_COMPILE_CACHE: compiled = '' } = process.env;
  // Where compiled code is kept, it may keep its own.
  const [kept, flags] =
    compiled === '' ? [{}, []] : [{ NODE_COMPILE_CACHE: compiled }, [`--allow-fs-write=${compiled}`]];
  const node = [process.execPath, ...DRAW_FLAGS, ...flags, fileURLToPath(entry), DRAW];
  const [command = process.execPath, ...args] = [...commandOf(way), ...node];
  const child = spawn(command, args, {
    env: { PATH, TZ, DISABLE_SYSTEM_FONTS_LOAD: '1', ...MEMORY, ...kept },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // Before it has threads of its own, so that all of them have it.
  if (way === 'always' && child.pid !== undefined) drawLast(child.pid);
  return child;
}

function isAnswer(message: unknown): message is Answer {
  if (message === STOPPED) return true;
  if (typeof message !== 'object' || message === null || !('ok' in message)) return false;
  if (message.ok !== true) return 'error' in message && typeof message.error === 'string';
  if (!('value' in message)) return false;
  const { value } = message;
  if (typeof value !== 'object' || value === null) return false;
  return 'bytes' in value ? value.bytes instanceof Uint8Array : 'parts' in value && Array.isArray(value.parts);
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findServer } from '@bough/house/servers';
import { startScreen } from './screen.ts';

const LISTENER = fileURLToPath(new URL('./at-spi.py', import.meta.url));

/** One object of the page as it is told to a screen reader. Level, position and `of` are 0 where it has none. */
export interface Told {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly level: number;
  readonly position: number;
  readonly of: number;
  readonly live: string;
  readonly states: readonly string[];
}

interface Heard extends Told {
  readonly what: string;
  readonly detail: number;
}

/** A bus of accessibility with a listener on it (at-spi.py), and a screen: what a screen reader on Linux has of a browser. */
export class ScreenReader {
  /** For the browser that is to be heard. */
  readonly env: Readonly<Record<string, string>>;
  readonly #processes: readonly ChildProcess[];
  readonly #ask: (question: object) => Promise<unknown>;
  readonly #heard: Heard[];

  private constructor(
    processes: readonly ChildProcess[],
    env: Readonly<Record<string, string>>,
    ask: (question: object) => Promise<unknown>,
    heard: Heard[],
  ) {
    this.#processes = processes;
    this.env = env;
    this.#ask = ask;
    this.#heard = heard;
  }

  static async start(): Promise<ScreenReader> {
    const found = findServer('at-spi');
    if (found.kind !== 'ready') throw new Error(`${found.why} ${found.howTo}`);
    const screen = await startScreen();
    const listener = spawn('dbus-run-session', ['--', found.from, LISTENER], {
      env: { ...process.env, DISPLAY: screen.display },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const heard: Heard[] = [];
    const waiting: ((answer: unknown) => void)[] = [];
    createInterface({ input: listener.stdout }).on('line', (line) => {
      // The bus's own programs write here too.
      const [, kind, json = ''] = /^(answer|event) (.*)$/.exec(line) ?? [];
      if (kind === 'answer') waiting.shift()?.(JSON.parse(json));
      else if (kind === 'event') heard.push(JSON.parse(json) as Heard);
    });
    const answered = (): Promise<unknown> => new Promise((resolve) => waiting.push(resolve));
    const { bus } = (await answered()) as { readonly bus: string };
    const ask = (question: object): Promise<unknown> => {
      listener.stdin.write(`${JSON.stringify(question)}\n`);
      return answered();
    };
    const env = { DISPLAY: screen.display, DBUS_SESSION_BUS_ADDRESS: bus };
    return new ScreenReader([listener, screen.process], env, ask, heard);
  }

  async stop(): Promise<void> {
    const [listener, screen] = this.#processes;
    if (listener !== undefined) {
      const ended = once(listener, 'exit');
      listener.stdin?.end();
      await ended;
    }
    screen?.kill();
  }

  /** What the page is, in order; what came or went meanwhile makes it empty. */
  async page(): Promise<readonly Told[]> {
    const told = await this.#ask({ ask: 'tree' });
    return Array.isArray(told) ? (told as readonly Told[]) : [];
  }

  /** The rows of the map. */
  async rows(): Promise<readonly Told[]> {
    return (await this.page()).filter((one) => one.role === 'tree item');
  }

  /** Puts the focus on a row, as the keys of a reader do. */
  async focus(name: string): Promise<void> {
    await this.#ask({ ask: 'focus', name });
  }

  /** Does what a row does when it is pressed. */
  async press(name: string): Promise<void> {
    await this.#ask({ ask: 'press', name });
  }

  /** What was told since the last time one asked: `focused tree item oak`. */
  events(
    what: 'focused' | 'expanded' | 'checked' | 'text-caret-moved' | 'text-changed' | 'text-selection-changed',
  ): readonly string[] {
    return this.#heard
      .filter((one) => one.what.split(':').includes(what) || one.what.endsWith(what))
      .filter((one) => what !== 'focused' || one.detail === 1)
      .map(({ role, name, detail }) => (what === 'focused' ? `${role} ${name}` : `${role} ${name} ${detail}`));
  }

  forget(): void {
    this.#heard.length = 0;
  }
}

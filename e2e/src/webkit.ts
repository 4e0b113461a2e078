import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { findServer, freePort } from '@bough/house/servers';
import { startScreen } from './screen.ts';

// WebKitGTK, driven as W3C WebDriver has it. Playwright drives a WebKit of its own only; this is the one that a distribution has, the
// engine of Safari's family that can be had on Linux. Its driver has keys and a mouse. It has no fingers: what it is told of a touch
// arrives as a mouse, so fingers are events that the page makes.

/** Where something is in the window. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

type Button = 'left' | 'right';
type Touch = 'pointerdown' | 'pointermove' | 'pointerup';

/** Keys that are no letters. */
export const KEYS = { Enter: '\uE006', Tab: '\uE004', Escape: '\uE00C' } as const;

const WAIT_MS = 20_000;
/** Half of what a test may take, so that one which hangs says at which step. */
const ANSWER_MS = 60_000;
const LOOK_MS = 50;

/** One window of WebKitGTK on a screen that nobody sees. */
export class WebKit {
  readonly #processes: readonly ChildProcess[];
  readonly #session: string;

  private constructor(processes: readonly ChildProcess[], session: string) {
    this.#processes = processes;
    this.#session = session;
  }

  /** As wide as a phone. */
  static async start(): Promise<WebKit> {
    const found = findServer('webkit');
    if (found.kind !== 'ready') throw new Error(`${found.why} ${found.howTo}`);
    const screen = await startScreen();
    const port = await freePort();
    const env = { ...process.env, DISPLAY: screen.display, LIBGL_ALWAYS_SOFTWARE: '1' };
    const driver = spawn(found.from, ['--host=127.0.0.1', `--port=${port}`], { env, stdio: 'ignore' });
    const base = `http://127.0.0.1:${port}`;
    await until(async () => (await fetch(`${base}/status`).catch(() => null))?.ok === true, 'the driver listens');
    const made = await post(`${base}/session`, { capabilities: { alwaysMatch: { browserName: 'MiniBrowser' } } });
    const id = (made as { readonly sessionId: string }).sessionId;
    const webkit = new WebKit([driver, screen.process], `${base}/session/${id}`);
    await post(`${webkit.#session}/window/rect`, { width: 420, height: 900 });
    return webkit;
  }

  async stop(): Promise<void> {
    await fetch(this.#session, { method: 'DELETE' });
    for (const one of this.#processes) {
      const ended = once(one, 'exit');
      if (one.kill()) await ended;
    }
  }

  async goto(url: string): Promise<void> {
    await post(`${this.#session}/url`, { url });
  }

  /** What the script, a function's body, answers in the page. */
  async run<T>(script: string, ...args: readonly unknown[]): Promise<T> {
    return (await post(`${this.#session}/execute/sync`, { script, args })) as T;
  }

  /** Looks again and again until the script answers something that is true. */
  async sees(script: string, ...args: readonly unknown[]): Promise<void> {
    await until(async () => Boolean(await this.run(script, ...args)), script);
  }

  /** Waits for the next two frames, with which the page shows what was done before. */
  async frames(): Promise<void> {
    const script = `const [done] = arguments;
      setTimeout(done, 1_000);
      requestAnimationFrame(() => requestAnimationFrame(() => done()));`;
    await post(`${this.#session}/execute/async`, { script, args: [] });
  }

  async keys(...keys: readonly string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#act({ type: 'key', id: 'keys', actions });
  }

  async type(text: string): Promise<void> {
    await this.keys(...text.split(''));
  }

  async press(at: Spot, button: Button = 'left'): Promise<void> {
    await this.#act(mouse([moved(at), { type: 'pointerDown', button: button === 'left' ? 0 : 2 }]));
  }

  async release(button: Button = 'left'): Promise<void> {
    await this.#act(mouse([{ type: 'pointerUp', button: button === 'left' ? 0 : 2 }]));
  }

  /** What a finger makes of events, one after the other, at what lies under it. */
  async finger(kinds: Touch | readonly Touch[], { x, y }: Spot): Promise<void> {
    // The id is the mouse's: another one can be captured by nobody.
    const script = `const [kinds, clientX, clientY] = arguments;
      const over = { bubbles: true, cancelable: true, composed: true, clientX, clientY };
      for (const kind of kinds) {
        const touch = { pointerType: 'touch', pointerId: 1, isPrimary: true, buttons: kind === 'pointerup' ? 0 : 1 };
        const under = document.elementFromPoint(clientX, clientY);
        under.dispatchEvent(new PointerEvent(kind, { ...over, ...touch }));
        if (kind === 'pointerup') under.dispatchEvent(new MouseEvent('click', { ...over, detail: 1 }));
      }`;
    await this.run(script, [kinds].flat(), x, y);
  }

  /** Down and up at once: a finger that is down for half a second asks for a menu, however long a test is at it. */
  async tap(at: Spot): Promise<void> {
    await this.finger(['pointerdown', 'pointerup'], at);
  }

  async #act(source: object): Promise<void> {
    await post(`${this.#session}/actions`, { actions: [source] });
  }
}

function mouse(actions: readonly object[]): object {
  return { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
}

function moved({ x, y }: Spot): object {
  return { type: 'pointerMove', x: Math.round(x), y: Math.round(y) };
}

async function post(url: string, body: object): Promise<unknown> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body), signal }).catch((cause: unknown) => {
    throw new Error(`The driver of WebKit did not answer ${url.replace(/.*\/session/, '/session')}`, { cause });
  });
  const { value } = (await answer.json()) as { readonly value: unknown };
  if (!answer.ok) throw new Error(`${url}: ${JSON.stringify(value)}`);
  return value;
}

async function until(look: () => Promise<boolean>, what: string): Promise<void> {
  const fromMs = performance.now();
  while (!(await look())) {
    if (performance.now() - fromMs > WAIT_MS) throw new Error(`It never was: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

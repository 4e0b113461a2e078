import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { liveBytesIn, MEMORY_HOOK } from '../../bough/live-bytes.ts';
import { processorMsOf } from '../../bough/process.ts';

/** A program that is measured from outside and says what memory it uses when it is asked. */
export class Measured {
  readonly #child: ChildProcess;
  #said = '';

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = `${this.#said}${text}`.slice(-10_000);
    });
  }

  /** Starts it and waits until its address answers, whatever it answers. */
  static async start(name: string, args: readonly string[], { url }: { readonly url: string }): Promise<Measured> {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, [...MEMORY_HOOK, ...args], {
      env: { PATH, HOME },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const measured = new Measured(child);
    for (let attempt = 0; attempt < 400; attempt++) {
      const answer = await fetch(url).catch(() => null);
      await answer?.arrayBuffer();
      if (answer !== null) return measured;
      if (child.exitCode !== null) break;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    throw new Error(`${name} did not start`);
  }

  processorMs(): number {
    return processorMsOf(this.#child.pid ?? 0);
  }

  async liveBytes(): Promise<number> {
    this.#said = '';
    this.#child.kill('SIGUSR2');
    return await liveBytesIn(() => this.#said);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A screen that nobody sees, and its name for programs that draw on it. */
export async function startScreen(): Promise<{ readonly process: ChildProcess; readonly display: string }> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { process: screen, display: `:${display.toString().trim()}` };
}

import { spawn } from 'node:child_process';

/** How a program ended, and the line of what it said that tells most. */
export interface Ended {
  readonly code: number;
  readonly lastLine: string;
}

/** Runs node with these arguments in that folder; what runs for longer than it may has noticed, too. */
export async function runNode(folder: string, args: readonly string[], limitMs: number): Promise<Ended> {
  const child = spawn(process.execPath, args, { cwd: folder, timeout: limitMs, killSignal: 'SIGKILL' });
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  return await new Promise((resolve) => {
    child.on('close', (code, signal) => {
      const line =
        said.split('\n').find((one) => /seed \d+:|FAIL|Error|^WRONG/.test(one)) ?? said.split('\n').at(-2) ?? '';
      resolve({
        code: signal === null ? (code ?? 1) : 1,
        lastLine: (signal === null ? line.trim() : 'ran for ever').slice(0, 160),
      });
    });
  });
}

/** Seconds for people, to a tenth. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

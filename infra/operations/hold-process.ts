import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const HELD = fileURLToPath(new URL('held.mjs', import.meta.url));

/** A program that a test has started; it ends with the test's process. */
export interface Held {
  /** Throws what it said, once it has ended by itself. */
  readonly mustRun: () => void;
  readonly end: () => Promise<void>;
}

/** Starts a program in the folder, which is its home too. */
export function holdProcess(
  command: readonly string[],
  { folder, env = {} }: { readonly folder: string; readonly env?: Readonly<Record<string, string>> },
): Held {
  const own = { PATH: process.env['PATH'] ?? '', HOME: folder, ...env };
  const child = spawn(process.execPath, [HELD, ...command], { cwd: folder, env: own, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return {
    mustRun: () => {
      if (child.exitCode !== null) throw new Error(`it ended: ${said}`);
    },
    end: async () => {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const MAINS = {
  commands: fileURLToPath(new URL('../../commands/main.ts', import.meta.url)),
  backup: fileURLToPath(new URL('../../backup/main.ts', import.meta.url)),
};

/** What a command's process came to. */
export interface Ran {
  readonly code: number;
  /** All that it said, and what it complained of after that. */
  readonly said: string;
}

/** Runs a command of docstore in a process of its own, with these settings, and these lines for its input. */
export function runProgram(
  main: keyof typeof MAINS,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
): Promise<Ran> {
  const { PATH = '', HOME = '' } = process.env;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [MAINS[main], ...args],
      { env: { PATH, HOME, ...environment } },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, said: out + err }),
    );
    child.stdin?.end(input);
  });
}

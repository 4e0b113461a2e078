import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FullStack } from '../bough/full-stack.ts';

const COMMANDS = fileURLToPath(new URL('../../../apps/docstore/src/commands/main.ts', import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly said: string;
}

/** A command of docstore to its end, as an operator runs it: with docstore's settings, and what is said otherwise. */
export async function runCommand(
  stack: FullStack,
  line: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ...stack.docstoreSettings, ...more };
  const child = spawn(process.execPath, [COMMANDS, ...line.split(' ')], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, said: said.trim() };
}

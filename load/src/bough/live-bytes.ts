import { fileURLToPath } from 'node:url';

/** Options for Node that make a process answer SIGUSR2 with the memory that it uses. */
export const MEMORY_HOOK: readonly string[] = [
  '--expose-gc',
  '--import',
  fileURLToPath(new URL('./memory-hook.mjs', import.meta.url)),
];

/** Waits for the answer of the memory hook in what a process says. */
export async function liveBytesIn(said: () => string): Promise<number> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const live = /\nmemory:\{"live":(\d+)/.exec(said())?.[1];
    if (live !== undefined) return Number(live);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('the memory hook does not answer');
}

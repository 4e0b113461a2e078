import { spawn } from 'node:child_process';
import { onCores } from './cores.ts';

/** They end by themselves, too, where nobody ends them. */
const LONGEST_MS = 15 * 60_000;
const WORK = `for (const until = Date.now() + ${LONGEST_MS}; Date.now() < until; );`;

/** Others who work on these cores without a pause, as on a machine that is shared: each takes as much of them as a server. Answers how they end. */
export function startNeighbours(count: number, cores: string): () => void {
  const all = Array.from({ length: count }, () => {
    const [command, args] = onCores(cores, process.execPath, ['-e', WORK]);
    return spawn(command, args, { stdio: 'ignore' });
  });
  return () => {
    for (const each of all) each.kill('SIGKILL');
  };
}

import { availableParallelism } from 'node:os';
import { onPath } from '@bough/house/servers';

/** Which cores the servers have, and which are for whoever asks them. */
export interface Cores {
  readonly servers: string;
  readonly askers: string;
}

/**
 * One core for all servers and the others for the load, as `taskset` says them: more load then takes nothing away from those who
 * answer it. null where that cannot be had.
 */
export function coresApart(): Cores | null {
  const all = availableParallelism();
  if (process.platform !== 'linux' || all < 2 || onPath('taskset') === null) return null;
  return { servers: '0', askers: all === 2 ? '1' : `1-${all - 1}` };
}

/** The command on these cores; null: on all. */
export function onCores(cores: string | null, command: string, args: readonly string[]): [string, string[]] {
  return cores === null ? [command, [...args]] : ['taskset', ['-c', cores, command, ...args]];
}

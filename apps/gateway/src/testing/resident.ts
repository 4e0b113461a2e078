import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The resident memory of that process, in bytes. */
export function residentBytes(pid: number | null): number {
  // Small Linux machines have no ps, other systems no /proc.
  const status = `/proc/${pid}/status`;
  if (existsSync(status)) return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]) * 1024;
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
}

const LOOKS = 20;
const LOOK_MS = 100;

/** The least of several looks: what is there between two collections is not held. */
export async function heldBytes(pid: number | null): Promise<number> {
  let least = Infinity;
  for (let look = 0; look < LOOKS; look++) {
    least = Math.min(least, residentBytes(pid));
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return least;
}

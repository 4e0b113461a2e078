import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

// What runs for minutes or hours is often ended by Ctrl-C. Its servers see that by themselves (guard.mjs); what it wrote goes here.

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const folders = new Set<string>();

/** A new folder of the system's for temporary ones, which goes with this process at the latest. */
export function temporaryFolder(prefix: string): string {
  if (folders.size === 0) {
    process.once('exit', removeAll);
    for (const signal of SIGNALS) process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
  const path = mkdtempSync(join(tmpdir(), prefix));
  folders.add(path);
  return path;
}

function removeAll(): void {
  for (const path of folders) {
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // A service that is ending still writes there: nobody is left who could wait for it.
    }
  }
}

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { problemsOf } from './check-folder.ts';
import { mustBeSame } from './files-below.ts';
import { record } from './record.ts';
import { RecordedDisk } from './recorded-disk.ts';
import { Told } from './steps.ts';
import type { Call } from './strace-calls.ts';
import type { PowerCuts } from './try-states.ts';

const WORKLOAD = fileURLToPath(new URL('./workload.ts', import.meta.url));

/** Records a folder store's processes; the store stands in a folder that they make themselves. */
export async function recordBlobs(strace: string): Promise<PowerCuts> {
  const place = await mkdtemp(join(tmpdir(), 'bough-recorded-'));
  const disk = join(place, 'disk');
  try {
    await mkdir(disk);
    const command = [process.execPath, WORKLOAD, join(disk, 'data', 'blobs')];
    const calls = await record(strace, command, { into: join(place, 'trace') });
    await mustBeSame(disk, calls);
    return { calls, textOf: saidBy, begin: () => rerun(disk) };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

function rerun(path: string): ReturnType<PowerCuts['begin']> {
  const told = new Told();
  return {
    disk: new RecordedDisk(path),
    hear: (text) => told.hear(text),
    problems: (folder) => problemsOf(join(folder, 'data', 'blobs'), told.now()),
  };
}

/** Standard output: the process says there what it does. */
function saidBy(call: Call): string | null {
  if (call.name !== 'write' || call.args[0] !== '1') return null;
  return call.bytes[0]?.toString() ?? null;
}

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { filesBelow, mustBeSame, type PowerCuts, RecordedDisk } from '@bough/blobs/testing';
import { problemsOfData } from './check-data.ts';
import { problemsOfProcess } from './check-process.ts';
import { People } from './people.ts';
import { type Answered, promisesOf } from './promised.ts';
import { answeredBy, RecordedDocstore } from './recorded-docstore.ts';

/** On so many states, a docstore is started as a process of its own; on all others its documents are opened in this one. */
const STARTED_EVERY = 200;

/** Two recordings: of a new docstore until it has ended, and of one that goes on with what that one left. */
export interface Recordings {
  readonly new: PowerCuts;
  readonly next: PowerCuts;
}

/** Records docstore processes under people who edit, upload, name, trash and purge, with a second location. */
export async function recordDocstore(strace: string): Promise<Recordings> {
  const place = await mkdtemp(join(tmpdir(), 'bough-recorded-'));
  const disk = join(place, 'disk');
  const trace = join(place, 'trace');
  try {
    await mkdir(disk);
    const first = await RecordedDocstore.start(strace, disk, trace);
    const people = new People(first);
    await people.begin();
    const calls = await first.end();
    await mustBeSame(disk, calls);
    const known = [...people.promised.values()];
    for (const location of ['first', 'second']) age(join(disk, 'data', location, '.journal', 'objects.sqlite'));
    const left = await filesBelow(disk);
    const next = await RecordedDocstore.start(strace, disk, trace);
    people.moveTo(next);
    await people.goOn();
    const later = await next.end();
    await mustBeSame(disk, later, left);
    const { promised } = people;
    return {
      new: { calls, textOf: answeredBy, begin: () => rerun(new RecordedDisk(disk), promised, []) },
      next: { calls: later, textOf: answeredBy, begin: () => rerun(new RecordedDisk(disk, left), promised, known) },
    };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Makes every row as if it had been written long ago, so that it is due to be settled. */
function age(journal: string): void {
  const database = new DatabaseSync(journal);
  database.exec('UPDATE objects SET at = 0; PRAGMA wal_checkpoint(TRUNCATE);');
  database.close();
}

function rerun(
  disk: RecordedDisk,
  promised: ReadonlyMap<string, Answered>,
  known: readonly Answered[],
): ReturnType<PowerCuts['begin']> {
  const answers = [...known];
  let tried = 0;
  return {
    disk,
    hear: (name) => {
      const answered = promised.get(name);
      if (answered !== undefined) answers.push(answered);
      return answered !== undefined;
    },
    problems: async (folder) => {
      const promises = promisesOf(answers);
      const isStarted = ++tried % STARTED_EVERY === 0;
      return [
        ...(isStarted ? await problemsOfProcess(folder, promises) : []),
        ...(await problemsOfData(folder, promises)),
      ];
    },
  };
}

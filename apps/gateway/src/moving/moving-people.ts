import type { Clock } from '@bough/base';
import { ContentSum, type Moving, type MovingEnd } from '@bough/service';
import type { Metadata } from '../metadata/metadata.ts';
import type { StoredRecord } from '../metadata/records/tables.ts';

// Everything that the metadata keeps, moved to another database: nobody may write meanwhile. What a move that was ended before has left in the new
// database is removed first, so that it cannot differ from what is there now.

/** So many records are written at once, and measured before. */
const AT_ONCE = 500;

type Database = Pick<Metadata, 'records' | 'fill' | 'tryFill' | 'clear' | 'isEmpty' | 'moveMark' | 'setMoveMark'>;

/** A database, with its name for people. */
export interface NamedDatabase {
  readonly name: string;
  readonly metadata: Database;
}

/** The move of everything from one database to another. */
export function movingPeople(clock: Pick<Clock, 'monotonic'>, from: NamedDatabase, to: NamedDatabase): Moving {
  return {
    what: 'People and lists',
    from: endOf(from),
    to: { ...endOf(to), isEmpty: async () => (await sumOf(to.metadata)).count === 0 },
    plan: async () => {
      const fromMs = clock.monotonic();
      const sample: StoredRecord[] = [];
      const sum = await sumOf(from.metadata, (record) => {
        if (sample.length < AT_ONCE) sample.push(record);
      });
      const readMs = clock.monotonic() - fromMs;
      const triedMs = clock.monotonic();
      await to.metadata.tryFill(sample);
      const writeMs = ((clock.monotonic() - triedMs) * sum.count) / Math.max(1, sample.length);
      // The old database is read to be copied and to be compared, the new one to be compared.
      const seconds = Math.ceil((3 * readMs + writeMs) / 1_000);
      return [
        `${sum.count} records, ${sum.bytes} bytes written out. About ${seconds} s of pause, as a sample of ${sample.length} took.`,
      ];
    },
    copy: async (mustBeOurs) => {
      await mustBeOurs();
      await to.metadata.clear();
      let waiting: StoredRecord[] = [];
      for await (const record of from.metadata.records()) {
        waiting.push(record);
        if (waiting.length < AT_ONCE) continue;
        await mustBeOurs();
        await to.metadata.fill(waiting);
        waiting = [];
      }
      await mustBeOurs();
      await to.metadata.fill(waiting);
    },
    verify: async () => {
      const [here, there] = [await sumOf(from.metadata), await sumOf(to.metadata)];
      if (here.equals(there)) return `${here.count} records (${here.bytes} bytes) are the same in both`;
      throw new Error(
        `People and lists are not the same in both places (${here.count} records here, ${there.count} there): is Bough still running? ` +
          `Stop it, and run this again. ${from.name} is still the one to start with.`,
      );
    },
  };
}

function endOf({ name, metadata }: NamedDatabase): MovingEnd {
  return { name, mark: () => metadata.moveMark(), setMark: (mark) => metadata.setMoveMark(mark) };
}

async function sumOf(metadata: Database, each: (record: StoredRecord) => void = () => undefined): Promise<ContentSum> {
  const sum = new ContentSum();
  for await (const record of metadata.records()) {
    sum.add(record);
    each(record);
  }
  return sum;
}

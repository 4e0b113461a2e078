import type { Db } from 'mongodb';
import type { MongoFails } from './asking.ts';

/**
 * One step of a database's way from an older Bough to this one. Steps are numbered by their place, are never changed once released,
 * and take nothing away: an older Bough still reads what they leave. Each may run again from the beginning: it is marked as done
 * only when it is, so that one that was killed midway is taken up by the next start, on whichever machine.
 */
export type MigrationStep = (db: Db) => Promise<void>;

interface StepDoc {
  /** The step's number, from 1. */
  readonly _id: number;
}

/** Does every step that `collection` does not have as done, in order. Throws the failure when a newer Bough has been here. */
export async function migrate(
  db: Db,
  { steps, collection }: { readonly steps: readonly MigrationStep[]; readonly collection: string },
  fails: MongoFails,
): Promise<void> {
  const done = db.collection<StepDoc>(collection);
  const known = new Set((await done.find().toArray()).map(({ _id }) => _id));
  if ([...known].some((step) => step > steps.length)) {
    throw fails('the database was written by a newer version of Bough', {
      hint: 'Start the newer version, or restore the database from before the upgrade.',
    });
  }
  for (const [at, step] of steps.entries()) {
    if (known.has(at + 1)) continue;
    await step(db);
    // Two that start at once both do it; the second finds it done.
    await done.updateOne({ _id: at + 1 }, { $set: { _id: at + 1 } }, { upsert: true });
  }
}

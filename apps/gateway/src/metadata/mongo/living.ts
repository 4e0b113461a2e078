import type { Binary, Db } from 'mongodb';
import { asked } from './asking.ts';

/** How often all sessions of a person were ended. */
interface EndedDoc {
  readonly _id: Binary;
  readonly epoch: number;
}

/**
 * Whether the person is there, and all their sessions have been ended so many times and no more. What a session leaves behind is kept first, and
 * this is asked then: what ends sessions, or the person, at this moment is seen here or sees it.
 */
export async function isLiving(db: Db, person: Binary, epoch: number): Promise<boolean> {
  const [isThere, ended] = await Promise.all([
    asked(() => db.collection<{ readonly _id: Binary }>('people').findOne({ _id: person })),
    asked(() => db.collection<EndedDoc>('revocations').findOne({ _id: person })),
  ]);
  return isThere !== null && (ended?.epoch ?? 0) <= epoch;
}

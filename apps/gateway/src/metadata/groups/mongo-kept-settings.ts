import type { PersonId } from '@bough/base';
import type { Binary, Db } from 'mongodb';
import { findGrants } from '../grants/mongo-grant-records.ts';
import { asked } from '../mongo/asking.ts';
import { bin, idOf } from '../mongo/binary.ts';
import { keptTexts } from './kept-settings.ts';

interface AddressDoc {
  readonly _id: Binary;
  readonly group: Binary;
  /** Absent: none. */
  readonly settings?: readonly string[];
}

/** Keeps what owners set for the person beside the address, which they are about to have no more, in groups that have it. */
export async function keepSettings(db: Db, person: PersonId, email: string): Promise<void> {
  const all = db.collection<AddressDoc>('group_addresses');
  const settings = await findGrants(db, { person: bin(person), link: null, isSet: true });
  if (settings.length === 0) return;
  for (const { _id, group, settings: known = [] } of await asked(() => all.find({ email }).toArray())) {
    const given = await asked(() => db.collection<{ readonly map: Binary }>('group_grants').find({ group }).toArray());
    const maps = new Set<string>(given.map(({ map }) => idOf(map)));
    const own = settings.filter(({ map }) => maps.has(map));
    await asked(() => all.updateOne({ _id }, { $set: { settings: keptTexts(known, own) } }));
  }
}

import type { PersonId } from '@bough/base';
import type { LinkRole } from '@bough/contracts';
import type { Binary, Db } from 'mongodb';
import { findGrants, putGiven, removeGrants, tryReplaceGrant } from '../grants/mongo-grant-records.ts';
import { asked } from '../mongo/asking.ts';
import { bin, idOf } from '../mongo/binary.ts';
import { strongest } from '../roles.ts';
import { keptText, mustBeKept, settingsToTake } from './kept-settings.ts';

interface AddressDoc {
  readonly _id: Binary;
  readonly group: Binary;
  readonly email: string;
  /** Absent: none. */
  readonly settings?: readonly string[];
}
interface GivenDoc {
  readonly group: Binary;
  readonly map: Binary;
  readonly role: LinkRole;
}

const addressesIn = (db: Db) => db.collection<AddressDoc>('group_addresses');

/** Keeps what owners set for the person beside their address, in groups that have it: they are about to have it no more. */
export async function keepSettings(db: Db, person: PersonId, email: string): Promise<void> {
  const addresses = await asked(() => addressesIn(db).find({ email }).toArray());
  if (addresses.length === 0) return;
  const [settings, given] = await Promise.all([
    findGrants(db, { person: bin(person), link: null, isSet: true }),
    givenTo(db, addresses),
  ]);
  const maps = new Set(given.map(({ group, map }) => `${idOf(group)} ${idOf(map)}`));
  for (const { _id, group } of addresses) {
    const kept = settings.filter(({ map }) => maps.has(`${idOf(group)} ${map}`)).map(keptText);
    await asked(() => addressesIn(db).updateOne({ _id }, { $set: { settings: kept } }));
  }
}

/**
 * Has somebody take the address, with what was set for who had it before: that comes first, so that no group counts meanwhile, and goes
 * where the address is not taken after all.
 */
export async function takingSettings(
  db: Db,
  person: PersonId,
  email: string,
  tryTake: () => Promise<boolean>,
): Promise<boolean> {
  const addresses = await asked(() => addressesIn(db).find({ email }).toArray());
  const kept = addresses.flatMap(({ settings = [] }) => settings.map(mustBeKept));
  if (kept.length === 0) return await tryTake();
  const given = await givenTo(db, addresses);
  const roles = Map.groupBy(given, ({ map }) => idOf(map));
  const set = settingsToTake(kept, (map) => strongest((roles.get(map) ?? []).map(({ role }) => role)));
  const grants = set.map((setting) => ({ ...setting, person, link: null, isSet: true }));
  const put = await Promise.all(grants.map(async (grant) => await tryReplaceGrant(db, null, grant)));
  const added = grants.filter((_, at) => put[at]);
  let isTaken = false;
  try {
    isTaken = await tryTake();
  } finally {
    const theirs = { person: bin(person), map: { $in: added.map(({ map }) => bin(map)) }, link: null };
    if (!isTaken) await removeGrants(db, theirs);
  }
  if (!isTaken) return false;
  for (const grant of added) await putGiven(db, grant);
  await asked(() => addressesIn(db).updateMany({ email }, { $unset: { settings: '' } }));
  return true;
}

async function givenTo(db: Db, addresses: readonly AddressDoc[]): Promise<readonly GivenDoc[]> {
  const group = { $in: addresses.map((each) => each.group) };
  return await asked(() => db.collection<GivenDoc>('group_grants').find({ group }).toArray());
}

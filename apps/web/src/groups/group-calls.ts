import { ok, type Result } from '@bough/base';
import { type GroupFacts, groupRoutes } from '@bough/contracts';
import type { Trouble } from '../api/api.ts';
import { callUnsafe } from '../api/session.ts';

/** What somebody wants of a group. */
export interface WantedGroup {
  readonly name: string;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** Makes the group, or changes the one that there is. The name comes last: what was refused before it changed nothing of it. */
export async function saveGroup(known: GroupFacts | null, wanted: WantedGroup): Promise<Result<GroupFacts, Trouble>> {
  const { name, add, remove } = wanted;
  if (known === null) return await callUnsafe(groupRoutes.makeGroup, {}, { name, addresses: add });
  const params = { group: known.id };
  const isChanged = add.length > 0 || remove.length > 0;
  const people = isChanged ? await callUnsafe(groupRoutes.changeGroupAddresses, params, { add, remove }) : ok(known);
  if (!people.ok || name === known.name) return people;
  return await callUnsafe(groupRoutes.renameGroup, params, { name });
}

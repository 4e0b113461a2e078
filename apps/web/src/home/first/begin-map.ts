import { everydayRoutes } from '@bough/contracts';
import type { Trouble } from '../../api/api.ts';
import { callUnsafe, ensurePerson } from '../../api/session.ts';
import { go } from '../../shell/router.ts';
import { mapAddress } from '../../shell/screen.ts';
import { words } from '../../words/index.ts';
import type { Example } from './examples.ts';
import { dropTypeAhead, typeAheadForNewMap } from '../../shell/type-ahead/for-new-map.ts';
import { plantLater } from './planting.ts';

/** Makes a map, empty or from an example, in that folder, and goes there; somebody nobody knows becomes a guest. */
export async function beginMap(example: Example | null, folder: string | null): Promise<Trouble | null> {
  if (example === null) typeAheadForNewMap();
  const trouble = await makeMap(example, folder);
  if (trouble !== null) dropTypeAhead();
  return trouble;
}

async function makeMap(example: Example | null, folder: string | null): Promise<Trouble | null> {
  const person = await ensurePerson();
  if (!person.ok) return person.error;
  const title = example?.title ?? words.untitled;
  const made = await callUnsafe(everydayRoutes.createMap, {}, { title, folder });
  if (!made.ok) return made.error;
  if (example !== null) plantLater(made.value.id, example.outline);
  go(mapAddress(made.value.id));
  return null;
}

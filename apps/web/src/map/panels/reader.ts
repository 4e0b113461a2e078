import type { MapId } from '@bough/base';
import { everydayRoutes } from '@bough/contracts';
import type { Editor } from '@bough/editor';
import { call } from '../../api/api.ts';

/** Finds out, for somebody who may not edit, whether the map was given with its history, and offers that then. */
export async function askPast(editor: Editor, map: MapId): Promise<void> {
  const facts = await call(everydayRoutes.mapFacts, { map }, undefined);
  if (facts.ok) editor.configure({ mayReadPast: facts.value.mayReadPast });
}

import type { MapId } from '@bough/base';
import { everydayRoutes } from '@bough/contracts';
import type { Editor } from '@bough/editor';
import { call } from '../../api/api.ts';

/** Finds out, for somebody who may not edit, whether the map was given with its history, and offers that then; null: nobody says so now. */
export async function askPast(editor: Editor, map: MapId): Promise<boolean | null> {
  const facts = await call(everydayRoutes.mapFacts, { map }, undefined);
  if (!facts.ok) return null;
  const { mayReadPast } = facts.value;
  editor.configure({ mayReadPast });
  return mayReadPast;
}

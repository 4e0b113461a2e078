import type { MapId } from '@bough/base';
import { bellRoutes, RESTORED_MOST } from '@bough/contracts';
import type { Editor } from '@bough/editor';
import type { ItemId } from '@bough/editor/moments';
import { callUnsafe } from '../../api/session.ts';

/** What came back: the moment, and of which items; null: all of it. */
interface Restored {
  readonly seq: number;
  readonly items: readonly string[] | null;
}

/** Those whose changes were taken back hear of it once the server has what came back. That it cannot be told loses nothing of the map. */
export async function tellRestored(editor: Editor, map: MapId, restored: Restored): Promise<void> {
  await allSent(editor);
  await callUnsafe(bellRoutes.tellRestored, { map }, restored);
}

/** The item, and with `isAlone` no other, or all that it has below it: the top first. */
export function branchOf(shown: Editor, top: ItemId, isAlone: boolean): readonly string[] {
  if (isAlone) return [top];
  const rows = shown.outline();
  const from = rows.findIndex(({ item }) => item.id === top);
  const level = rows[from]?.level ?? 0;
  const below = rows.slice(from + 1);
  const end = below.findIndex((row) => row.level <= level);
  const branch = end < 0 ? below : below.slice(0, end);
  return [top, ...branch.map(({ item }) => item.id)].slice(0, RESTORED_MOST);
}

function allSent(editor: Editor): Promise<void> {
  return new Promise((resolve) => {
    const isSent = () => editor.getSnapshot().status.kind === 'saved';
    if (isSent()) return resolve();
    const end = editor.subscribe(() => {
      if (!isSent()) return;
      end();
      resolve();
    });
  });
}

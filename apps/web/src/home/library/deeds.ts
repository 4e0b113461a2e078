import type { FolderFacts, MapFacts } from '@bough/contracts';
import type { Trouble } from '../../api/api.ts';
import { showToast } from '../../shell/messages/toast.tsx';
import { sayTrouble } from '../../shell/messages/trouble-note.tsx';
import { words } from '../../words/index.ts';
import { homeWords } from '../../words/screens/home-words.ts';
import type { Library } from './library.ts';

// What can be done with a map or a folder at home: each says what it did, with the way back where there is one, or why not.

/** The name that lists show. */
export function titleOf(map: Pick<MapFacts, 'title'>): string {
  return map.title === '' ? words.untitled : map.title;
}

function tell(trouble: Trouble | null, done: string | null, undo?: () => void): void {
  if (trouble !== null) showToast({ text: `${words.problems.unexpected} ${sayTrouble(trouble)}` });
  else if (done !== null) showToast(undo === undefined ? { text: done } : { text: done, undo });
}

export async function toggleStar(library: Library, map: MapFacts): Promise<void> {
  tell(await library.star(map, !map.isStarred), null);
}

/** Into the trash for whoever owns it; off the list for everybody else. */
export async function putAway(library: Library, map: MapFacts): Promise<void> {
  if (map.role !== 'own') {
    const left = await library.leave(map);
    const isGiven = left?.kind === 'refused' && left.problem.code === 'gateway/denied';
    if (isGiven) return showToast({ text: homeWords().notLeft(titleOf(map)) });
    return tell(left, homeWords().left(titleOf(map)));
  }
  const trouble = await library.trash(map);
  tell(trouble, homeWords().trashedIt(titleOf(map)), () => void restore(library, map));
}

export async function restore(library: Library, map: MapFacts): Promise<void> {
  tell(await library.restore(map), homeWords().restored(titleOf(map)));
}

export async function purge(library: Library, map: MapFacts): Promise<void> {
  tell(await library.purge(map), homeWords().purged(titleOf(map)));
}

export async function emptyTrash(library: Library): Promise<void> {
  const done = await library.emptyTrash();
  if (typeof done === 'number') tell(null, homeWords().emptiedTrash(done));
  else tell(done, null);
}

export async function copy(library: Library, map: MapFacts): Promise<void> {
  const title = homeWords().copyOf(titleOf(map));
  tell(await library.copy(map, title), homeWords().copied(title));
}

export async function place(library: Library, map: MapFacts, folder: FolderFacts | null): Promise<void> {
  const before = map.folder;
  if (before === (folder?.id ?? null)) return;
  const trouble = await library.place(map, folder?.id ?? null);
  const title = titleOf(map);
  const done = folder === null ? homeWords().movedOut(title) : homeWords().moved(title, folder.name);
  tell(trouble, done, () => void library.place(map, before));
}

export async function placeFolder(library: Library, folder: FolderFacts, parent: FolderFacts | null): Promise<void> {
  tell(await library.changeFolder(folder, { parent: parent?.id ?? null }), null);
}

export async function removeFolder(library: Library, folder: FolderFacts): Promise<void> {
  tell(await library.removeFolder(folder), null);
}

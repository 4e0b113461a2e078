import type { FolderFacts, MapFacts } from '@bough/contracts';
import type { Trouble } from '../../api/api.ts';
import { showToast } from '../../shell/messages/toast.tsx';
import { sayTrouble } from '../../shell/messages/trouble-note.tsx';
import { homeWords } from '../../words/screens/home-words.ts';
import type { Library } from './library.ts';

// What can be done with several maps at once: one after the other, and one sentence about all of them.

/** Goes on after a refusal, since what can be done should be; answers how many were done, and the first refusal. */
export async function doForAll<M>(
  maps: readonly M[],
  act: (map: M) => Promise<Trouble | null>,
): Promise<{ readonly done: readonly M[]; readonly trouble: Trouble | null }> {
  const done: M[] = [];
  let first: Trouble | null = null;
  for (const map of maps) {
    const trouble = await act(map);
    if (trouble === null) done.push(map);
    else first ??= trouble;
  }
  return { done, trouble: first };
}

async function forAll(
  maps: readonly MapFacts[],
  act: (map: MapFacts) => Promise<Trouble | null>,
  told: (count: number) => string,
  undo?: (done: readonly MapFacts[]) => void,
): Promise<void> {
  const { done, trouble } = await doForAll(maps, act);
  if (trouble !== null) {
    showToast({ text: `${homeWords().many.notAll(maps.length - done.length, maps.length)} ${sayTrouble(trouble)}` });
    return;
  }
  const text = told(done.length);
  showToast(undo === undefined ? { text } : { text, undo: () => undo(done) });
}

/** One's own into the trash, the others off the list. */
export async function putAllAway(library: Library, maps: readonly MapFacts[]): Promise<void> {
  const away = (map: MapFacts) => (map.role === 'own' ? library.trash(map) : library.leave(map));
  const isAllOwn = maps.every(({ role }) => role === 'own');
  const undo = isAllOwn ? (done: readonly MapFacts[]) => void restoreAll(library, done) : undefined;
  await forAll(maps, away, homeWords().many.trashed, undo);
}

export async function restoreAll(library: Library, maps: readonly MapFacts[]): Promise<void> {
  await forAll(maps, (map) => library.restore(map), homeWords().many.restored);
}

export async function purgeAll(library: Library, maps: readonly MapFacts[]): Promise<void> {
  await forAll(maps, (map) => library.purge(map), homeWords().many.purged);
}

export async function placeAll(library: Library, maps: readonly MapFacts[], folder: FolderFacts | null): Promise<void> {
  const moved = maps.filter((map) => map.folder !== (folder?.id ?? null));
  const back = (done: readonly MapFacts[]) => void doForAll(done, (map) => library.place(map, map.folder));
  const told = (count: number) => homeWords().many.moved(count, folder?.name ?? null);
  await forAll(moved, (map) => library.place(map, folder?.id ?? null), told, back);
}

const TAGS_MOST = 20;

/** Adds the tags to those that each map has. */
export async function tagAll(
  library: Library,
  maps: readonly MapFacts[],
  tags: readonly string[],
): Promise<Trouble | null> {
  const tag = (map: MapFacts) => library.tag(map, [...new Set([...map.tags, ...tags])].slice(0, TAGS_MOST));
  return (await doForAll(maps, tag)).trouble;
}

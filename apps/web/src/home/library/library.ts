import type { PersonId, Result } from '@bough/base';
import {
  everydayRoutes,
  type FolderFacts,
  folderRoutes,
  type MapFacts,
  type MapPage,
  type Route,
} from '@bough/contracts';
import { addressOf, call, isAway, takeEarly, type Trouble } from '../../api/api.ts';
import { callUnsafe } from '../../api/session.ts';
import { earlyList, FRESH_MS } from '../../opening/early-answers.ts';
import type { KeptHere } from './kept-here.ts';
import { keepLibrary, readKeptLibrary } from './kept-library.ts';
import {
  type LibraryState,
  NO_LIBRARY,
  NOTHING_HERE,
  withChange,
  withFolder,
  withMap,
  withoutFolder,
  withoutMap,
  withTrashed,
} from './library-state.ts';

const FIRST_PAGE = 100;
const PAGE = 1_000;
/** A server that has not answered by then may be away: what is on this device is listed. */
const PATIENCE_MS = 2_000;

/** Changes that come together are kept together. */
const KEEP_MS = 100;

/**
 * One person's maps and folders: what is kept on the device at once, then what the server says. Changes show before the server
 * has answered; when it refuses one, everything is asked for anew and the caller is told why.
 */
export class Library {
  readonly person: PersonId;
  #state: LibraryState = NO_LIBRARY;
  #round = 0;
  /** When the server was asked for the maps that home shows. */
  #seenAt = 0;
  #unsaved: KeptHere['unsaved'] = [];
  #isKeptSoon = false;
  readonly #listeners = new Set<() => void>();

  constructor(person: PersonId) {
    this.person = person;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly getSnapshot = (): LibraryState => this.#state;

  /** Asks for everything; a later call overtakes an earlier one. */
  async refresh(): Promise<void> {
    const round = ++this.#round;
    const isOld = (): boolean => round !== this.#round;
    const askedAt = momentAsked();
    // Asked before what is kept here is looked up, which takes a moment.
    const asked = Promise.all([
      takeEarlyList(folderRoutes.listFolders, {}),
      takeEarlyList(everydayRoutes.listMaps, pageAt(FIRST_PAGE, null)),
    ]);
    let isAnswered = false;
    const isOver = (): boolean => isOld() || isAnswered;
    const waiting = setTimeout(() => void this.#showKeptHere(this.#state.trouble, isOver), PATIENCE_MS);
    void asked.then(() => {
      isAnswered = true;
      clearTimeout(waiting);
    });
    if (this.#state.kind === 'loading') {
      const reading = readKeptLibrary(this.person);
      // What the server has said by then is newer than what is kept.
      const said = asked.then((answers) => (answers.every(({ ok }) => ok) ? null : reading));
      const kept = await Promise.race([reading, said]);
      if (isOld()) return;
      if (kept !== null) {
        this.#seenAt = kept.at;
        const { maps, folders, trash } = kept;
        this.#set({ ...this.#state, kind: 'kept', maps, folders, trash: this.#state.trash ?? trash });
      }
    }
    const [folders, first] = await asked;
    if (isOld()) return;
    if (!folders.ok) return this.#fail(folders.error, isOld);
    if (!first.ok) return this.#fail(first.error, isOld);
    let { maps, next } = first.value;
    // What is known already stays in sight until the rest has come.
    const isFirst = this.#state.maps.length <= maps.length;
    const shown = {
      ...this.#state,
      kind: 'there',
      folders: folders.value.folders,
      trouble: null,
      here: NOTHING_HERE,
    } as const;
    if (isFirst || next === null) this.#set({ ...shown, maps, isWhole: next === null });
    while (next !== null) {
      const more = await page(PAGE, next);
      if (isOld()) return;
      if (!more.ok) return this.#fail(more.error, isOld);
      maps = [...maps, ...more.value.maps];
      ({ next } = more.value);
      if (isFirst || next === null) this.#set({ ...shown, trash: this.#state.trash, maps, isWhole: next === null });
    }
    this.#seenAt = askedAt;
    await this.#keep();
    const here = await keptHere();
    here?.settleOpened(this.person, new Set(maps.map(({ id }) => id)), askedAt);
  }

  /** What home shows now is what it opens with while no server answers: no less than what the server has said. */
  async #keep(): Promise<void> {
    const { kind, isWhole, trouble, maps, folders, trash } = this.#state;
    if (kind !== 'there' || !isWhole || trouble !== null) return;
    await keepLibrary({ person: this.person, maps, folders, trash, at: this.#seenAt });
  }

  /** After a change, or many of them at once. */
  #keepSoon(): void {
    if (this.#isKeptSoon) return;
    this.#isKeptSoon = true;
    setTimeout(() => {
      this.#isKeptSoon = false;
      void this.#keep();
    }, KEEP_MS);
  }

  async #fail(trouble: Trouble, isOld: () => boolean): Promise<void> {
    if (isAway(trouble)) await this.#showKeptHere(trouble, isOld);
    else this.#set({ ...this.#state, trouble });
  }

  /** Lists what is on this device, too; how much of it waits to be sent takes a moment to find out. */
  async #showKeptHere(trouble: Trouble | null, isOver: () => boolean): Promise<void> {
    const here = isOver() ? null : await keptHere();
    if (isOver()) return;
    if (here === null) return this.#set({ ...this.#state, trouble });
    const show = (): void => {
      const kept = { opened: here.openedMaps(this.person), unsaved: this.#unsaved };
      this.#set({ ...here.withKeptHere(this.#state, kept, this.#seenAt), trouble });
    };
    show();
    const unsaved = await here.unsavedHere(this.person);
    if (isOver()) return;
    this.#unsaved = unsaved;
    show();
  }

  /** Asks for what lies in the trash. */
  async loadTrash(): Promise<void> {
    const trash: MapFacts[] = [];
    let next: string | null = null;
    do {
      const answer: Result<MapPage, Trouble> = await page(PAGE, next, 'trash');
      if (!answer.ok) return this.#set({ ...this.#state, trouble: answer.error });
      trash.push(...answer.value.maps);
      ({ next } = answer.value);
    } while (next !== null);
    this.#set({ ...this.#state, trash, trouble: null });
    this.#keepSoon();
  }

  async star(map: MapFacts, isStarred: boolean): Promise<Trouble | null> {
    return await this.#changeMap(map, { isStarred }, () =>
      callUnsafe(everydayRoutes.starMap, { map: map.id }, { isStarred }),
    );
  }

  async rename(map: MapFacts, title: string): Promise<Trouble | null> {
    return await this.#changeMap(map, { title }, () =>
      callUnsafe(everydayRoutes.renameMap, { map: map.id }, { title }),
    );
  }

  async tag(map: MapFacts, tags: readonly string[]): Promise<Trouble | null> {
    return await this.#changeMap(map, { tags }, () => callUnsafe(everydayRoutes.tagMap, { map: map.id }, { tags }));
  }

  async place(map: MapFacts, folder: string | null): Promise<Trouble | null> {
    return await this.#changeMap(map, { folder }, () =>
      callUnsafe(everydayRoutes.placeMap, { map: map.id }, { folder }),
    );
  }

  async copy(map: MapFacts, title: string): Promise<Trouble | null> {
    const answer = await callUnsafe(everydayRoutes.copyMap, { map: map.id, at: null }, { title });
    return this.#adopt(answer, withMap);
  }

  async trash(map: MapFacts): Promise<Trouble | null> {
    this.#set(withTrashed(this.#state, map, Date.now()));
    return this.#adopt(await callUnsafe(everydayRoutes.trashMap, { map: map.id }, undefined), same);
  }

  async leave(map: MapFacts): Promise<Trouble | null> {
    this.#set(withoutMap(this.#state, map.id));
    return this.#adopt(await callUnsafe(everydayRoutes.leaveMap, { map: map.id }, undefined), same);
  }

  async restore(map: MapFacts): Promise<Trouble | null> {
    this.#set(withoutMap(this.#state, map.id));
    return this.#adopt(await callUnsafe(everydayRoutes.restoreMap, { map: map.id }, undefined), withMap);
  }

  async purge(map: MapFacts): Promise<Trouble | null> {
    this.#set(withoutMap(this.#state, map.id));
    return this.#adopt(await callUnsafe(everydayRoutes.purgeMap, { map: map.id }, undefined), same);
  }

  /** Removes everything in the trash; asks again while the server has not come to the end. Answers how many maps that were. */
  async emptyTrash(): Promise<number | Trouble> {
    let removed = 0;
    for (;;) {
      const answer = await callUnsafe(everydayRoutes.emptyTrash, {}, undefined);
      if (answer.ok) removed += answer.value.removed;
      if (answer.ok && answer.value.left > 0 && answer.value.removed > 0) continue;
      void this.loadTrash();
      return answer.ok ? removed : answer.error;
    }
  }

  async makeFolder(name: string, parent: string | null): Promise<Trouble | null> {
    return this.#adopt(await callUnsafe(folderRoutes.makeFolder, {}, { name, parent }), withFolder);
  }

  async changeFolder(
    folder: FolderFacts,
    change: Partial<Pick<FolderFacts, 'name' | 'parent'>>,
  ): Promise<Trouble | null> {
    const { name, parent } = { ...folder, ...change };
    this.#set(withFolder(this.#state, { ...folder, name, parent }));
    const answer = await callUnsafe(folderRoutes.changeFolder, { folder: folder.id }, { name, parent });
    return this.#adopt(answer, withFolder);
  }

  async removeFolder(folder: FolderFacts): Promise<Trouble | null> {
    this.#set(withoutFolder(this.#state, folder.id));
    const route = folder.role === 'own' ? folderRoutes.removeFolder : folderRoutes.leaveFolder;
    const answer = await callUnsafe(route, { folder: folder.id }, undefined);
    // Whose maps they are decides which of them are still to be seen.
    if (answer.ok && folder.role !== 'own') void this.refresh();
    return this.#adopt(answer, same);
  }

  async #changeMap(
    map: MapFacts,
    change: Partial<MapFacts>,
    work: () => Promise<Result<MapFacts, Trouble>>,
  ): Promise<Trouble | null> {
    this.#set(withChange(this.#state, map.id, change));
    return this.#adopt(await work(), withMap);
  }

  #adopt<T>(answer: Result<T, Trouble>, take: (state: LibraryState, value: T) => LibraryState): Trouble | null {
    if (answer.ok) {
      this.#set(take(this.#state, answer.value));
      this.#keepSoon();
      return null;
    }
    void this.refresh();
    if (this.#state.trash !== null) void this.loadTrash();
    return answer.error;
  }

  #set(state: LibraryState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function same(state: LibraryState): LibraryState {
  return state;
}

/** The code for what is kept here, fetched once home stands; null where it does not come. */
function keptHere() {
  return import('./kept-here.ts').catch(() => null);
}

/** When what is asked for now was asked for: lists that the document has asked for may be so old (opening/early-answers.ts). */
function momentAsked(): number {
  return performance.now() < FRESH_MS ? performance.timeOrigin : Date.now();
}

/** What the document has asked for already, or else anew. */
function takeEarlyList<P, A>(route: Route<P, undefined, A>, params: P): Promise<Result<A, Trouble>> {
  return takeEarly(route, params, earlyList(addressOf(route, params)));
}

function page(limit: number, cursor: string | null, show: 'all' | 'trash' = 'all'): Promise<Result<MapPage, Trouble>> {
  return call(everydayRoutes.listMaps, pageAt(limit, cursor, show), undefined);
}

function pageAt(limit: number, cursor: string | null, show: 'all' | 'trash' = 'all') {
  return { show, folder: null, tag: null, sort: null, cursor, limit };
}

import {
  assert,
  type ClientId,
  type Clock,
  holdsPrefix,
  type Ids,
  type MapId,
  parseClientId,
  type PersonId,
  type Random,
} from '@bough/base';
import { parseOps } from '@bough/map';
import { type AcknowledgedChange, isOutlived, type Order, type Saved } from '@bough/sync';
import type { OpenMap } from '../open-map.ts';
import type { MapDoor } from './door.ts';
import { tryLock, type Unlock } from './journal-lock.ts';
import { JournalStore } from './journal-store.ts';
import { LinkedMap } from './linked-map.ts';
import { MapLink } from './map-link.ts';

/** What a connection is built from; the rest is the browser's. */
export interface ConnectionComponents {
  readonly door: MapDoor;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
}

export interface ConnectionSettings {
  readonly map: MapId;
  /** Whose unsent changes are adopted: never another person's on the same device. */
  readonly person: PersonId;
}

/** The name under which this tab counts, with what was kept under it. */
interface Journal {
  readonly client: ClientId;
  readonly saved: Saved | null;
  readonly unlock: Unlock;
}

/**
 * Opens the map at once, with status `opening` and an empty map until the document is there; keeps it open through every
 * fault, with unsent changes kept in the browser's database, until `close`. A journal that a closed or crashed tab of the same
 * person left behind is gone on with; further ones are sent beside it.
 */
export function connectMap(components: ConnectionComponents, settings: ConnectionSettings): OpenMap {
  const { ids } = components;
  const fresh = parseClientId(ids.short());
  assert(fresh, 'a short id is a client id');
  const open = new LinkedMap(fresh);
  void begin(components, settings, open);
  return open;
}

async function begin(components: ConnectionComponents, settings: ConnectionSettings, open: LinkedMap): Promise<void> {
  const store = await JournalStore.tryOpen(indexedDB);
  // Journals that cannot be read are as good as none: the map opens all the same.
  const journals = store === null ? [] : await adopt(store, settings).catch((): Journal[] => []);
  const mine = journals[0] ?? (await own(open.facts().client, settings));
  const saved = await newest(store, settings, mine).catch(() => mine.saved);
  const waiting = new OtherJournals(components, settings, store, journals.slice(1));
  const link: MapLink = new MapLink(
    {
      ...components,
      store,
      notify: (event) => {
        open.heard(event);
        waiting.heard(link.client.order);
      },
    },
    { ...settings, client: mine.client },
  );
  open.attach(link, () => {
    mine.unlock();
    waiting.close();
    store?.close();
  });
  if (open.isClosed) return;
  link.start(saved);
  waiting.start();
}

/**
 * What closed or crashed tabs left beside the journal that is gone on with. Unsent changes are sent at once; what only was acknowledged
 * to them is looked at when the server has said which order it has, and sent again if that lacks it.
 */
class OtherJournals {
  readonly #components: ConnectionComponents;
  readonly #settings: ConnectionSettings;
  readonly #store: JournalStore | null;
  #journals: readonly Journal[];

  constructor(
    components: ConnectionComponents,
    settings: ConnectionSettings,
    store: JournalStore | null,
    journals: readonly Journal[],
  ) {
    this.#components = components;
    this.#settings = settings;
    this.#store = store;
    this.#journals = journals;
  }

  start(): void {
    this.#take(({ pending }) => pending.length > 0, sendRest);
  }

  heard({ lineages, mirrored }: Order): void {
    if (this.#journals.length === 0 || lineages.length === 0) return;
    this.#take(({ acknowledged }) => acknowledged.some((one) => !holdsPrefix(lineages, one)), sendRest);
    const nowMs = this.#components.clock.now();
    const isSafe = (one: AcknowledgedChange): boolean => one.seq <= (mirrored ?? 0) || isOutlived(one, nowMs);
    this.#take(({ acknowledged }) => acknowledged.every(isSafe), throwAway);
  }

  close(): void {
    for (const { unlock } of this.#journals) unlock();
    this.#journals = [];
  }

  #take(isDue: (saved: Saved) => boolean, how: typeof sendRest): void {
    const due = new Set(this.#journals.filter(({ saved }) => saved === null || isDue(saved)));
    this.#journals = this.#journals.filter((one) => !due.has(one));
    if (this.#store !== null) for (const one of due) how(this.#components, this.#settings, this.#store, one);
  }
}

function throwAway(
  _: ConnectionComponents,
  { map }: ConnectionSettings,
  store: JournalStore,
  { client, unlock }: Journal,
): void {
  void store.forget({ map, client }).then(unlock, unlock);
}

/** What to open at once: one's own copy, or that of another tab when it knows more and nothing here waits to be sent. */
async function newest(
  store: JournalStore | null,
  { map, person }: ConnectionSettings,
  mine: Journal,
): Promise<Saved | null> {
  if (store === null || (mine.saved?.pending.length ?? 0) > 0) return mine.saved;
  let best = mine.saved;
  for (const facts of await store.list(map)) {
    if (facts.person !== person || facts.client === mine.client) continue;
    const other = await store.read({ map, client: facts.client });
    // Numbers of two orders cannot be compared.
    if (best?.document != null && other?.lineage !== best.lineage) continue;
    if (other?.document != null && seqOf(other) > seqOf(best)) {
      const { refused = [], acknowledged = [], counter = 0 } = mine.saved ?? {};
      best = { ...other, pending: [], refused, acknowledged, counter };
    }
  }
  if (best !== mine.saved && best?.document != null) {
    const { document, lineage, changes } = best;
    const writes = [
      { kind: 'document', lineage, ...document },
      { kind: 'changes', changes },
    ] as const;
    await store.write({ map, client: mine.client }, person, writes);
  }
  return best;
}

function seqOf(saved: Saved | null): number {
  return saved?.changes.at(-1)?.seq ?? saved?.document?.seq ?? -1;
}

/**
 * The journals of this person that no living tab has, those with unsent changes first; ones without anything that only they have
 * are thrown away.
 */
async function adopt(store: JournalStore, { map, person }: ConnectionSettings): Promise<Journal[]> {
  const facts = (await store.list(map)).filter((one) => one.person === person);
  const adopted: Journal[] = [];
  for (const { client, pending, kept } of facts.sort((a, b) => b.pending - a.pending)) {
    const unlock = await tryLock(navigator.locks, { map, client });
    if (unlock === null) continue;
    if (adopted.length > 0 && pending + kept === 0) {
      await store.forget({ map, client });
      unlock();
    } else {
      const saved = await store.read({ map, client });
      if (saved === null || isReadable(saved)) adopted.push({ client, saved, unlock });
      else unlock();
    }
  }
  return adopted;
}

/** Whether this page knows all ops in the journal. A newer page's is left as it is, for that page to go on with. */
function isReadable({ pending, changes }: Saved): boolean {
  return [...pending, ...changes].every((one) => parseOps(one.ops).ok);
}

async function own(client: ClientId, { map }: ConnectionSettings): Promise<Journal> {
  const unlock = (await tryLock(navigator.locks, { map, client })) ?? (() => undefined);
  return { client, saved: null, unlock };
}

/** Another crashed tab's work: sent under its own name; then its journal is thrown away, unless the server might lose something of it. */
function sendRest(
  components: ConnectionComponents,
  settings: ConnectionSettings,
  store: JournalStore,
  journal: Journal,
): void {
  const { client, saved, unlock } = journal;
  const end = async (): Promise<void> => {
    await link.stop();
    const { status, acknowledged } = link.client;
    if (status.unsent === 0 && acknowledged.length === 0) await store.forget({ map: settings.map, client });
    unlock();
  };
  const look = (): void => {
    const { kind, unsent } = link.client.status;
    if ((kind === 'live' && unsent === 0) || kind === 'refused') void end();
  };
  const link = new MapLink({ ...components, store, notify: look }, { ...settings, client });
  link.start(saved);
}

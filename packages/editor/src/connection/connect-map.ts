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
import { type ClientEvent, isOutlived, type Saved } from '@bough/sync';
import type { OpenMap } from '../core/ports/open-map.ts';
import type { Journal } from './journal.ts';
import { tryLock } from './journal-lock.ts';
import { type JournalFacts, JournalStore } from './journal-store.ts';
import { LinkedMap } from './linked-map.ts';
import type { MapApi } from './map-api.ts';
import { MapLink } from './map-link.ts';

/** What a connection is built from; the rest is the browser's. */
export interface ConnectionComponents {
  readonly api: MapApi;
  /** The database of the journals, as `openJournals` opens it. */
  readonly journals: Promise<IDBDatabase | null>;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
}

export interface ConnectionSettings {
  readonly map: MapId;
  /** Whose unsent changes are adopted: never another person's on the same device. */
  readonly person: PersonId;
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
  const database = await components.journals;
  const store = database === null ? null : new JournalStore(database);
  await store?.takeUp().catch(() => undefined);
  // Journals that cannot be read are as good as none: the map opens all the same.
  const found = (await store?.list(settings.map).catch(() => null)) ?? [];
  const journals = store === null ? [] : await adopt(store, settings, found).catch((): Journal[] => []);
  // Nobody else has the lock of a client that is new: what is kept is read while it is asked for.
  const [adopted] = journals;
  const fresh = { client: open.facts().client, saved: null };
  const [mine, best] = await Promise.all([
    adopted ?? own(fresh.client, settings),
    newest(store, settings, adopted ?? fresh, found).catch(() => adopted?.saved ?? null),
  ]);
  // Written only by who holds the lock.
  const saved = best === mine.saved ? best : await copied(store, settings, mine, best).catch(() => mine.saved);
  const linkTo = (client: ClientId, notify: (event: ClientEvent) => void): MapLink =>
    new MapLink({ ...components, store, notify }, { ...settings, client });
  const others = journals.slice(1);
  // Rarely is there another one, so the code for that is fetched.
  const code = others.length === 0 ? null : await import('./other-journals.ts').catch(() => null);
  const waiting =
    code === null || store === null
      ? null
      : new code.OtherJournals(
          {
            ...{ now: () => components.clock.now(), holdsPrefix, isOutlived },
            connect: ({ client }, notify) => linkTo(client, notify),
            forget: ({ client }) => store.forget({ map: settings.map, client }),
          },
          others,
        );
  const link: MapLink = linkTo(mine.client, (event) => {
    open.heard(event);
    waiting?.heard(link.client.order);
  });
  open.attach(link, () => {
    mine.unlock();
    if (waiting === null) for (const { unlock } of others) unlock();
    else waiting.close();
    store?.close();
  });
  if (open.isClosed) return;
  open.followPage();
  link.start(saved);
  waiting?.start();
}

/** What to open at once: one's own copy, or that of another tab when it knows more and nothing here waits to be sent. */
async function newest(
  store: JournalStore | null,
  { map, person }: ConnectionSettings,
  mine: Pick<Journal, 'client' | 'saved'>,
  found: readonly JournalFacts[],
): Promise<Saved | null> {
  if (store === null || (mine.saved?.pending.length ?? 0) > 0) return mine.saved;
  let best = mine.saved;
  for (const facts of found) {
    if (facts.person !== person || facts.client === mine.client) continue;
    const other = await store.read({ map, client: facts.client });
    // Numbers of two orders cannot be compared.
    if (best?.document != null && other?.lineage !== best.lineage) continue;
    if (other?.document != null && seqOf(other) > seqOf(best)) {
      const { refused = [], acknowledged = [], counter = 0 } = mine.saved ?? {};
      best = { ...other, pending: [], refused, acknowledged, counter };
    }
  }
  return best;
}

/** Keeps another tab's copy as one's own, and answers it. */
async function copied(
  store: JournalStore | null,
  { map, person }: ConnectionSettings,
  { client }: Journal,
  best: Saved | null,
): Promise<Saved | null> {
  if (store === null || best?.document == null) return best;
  const { document, lineage, changes } = best;
  const writes = [
    { kind: 'document', lineage, ...document },
    { kind: 'changes', changes },
  ] as const;
  await store.write({ map, client }, person, writes);
  return best;
}

function seqOf(saved: Saved | null): number {
  return saved?.changes.at(-1)?.seq ?? saved?.document?.seq ?? -1;
}

/**
 * The journals of this person that no living tab has, those with unsent changes first; ones without anything that only they have
 * are thrown away.
 */
async function adopt(
  store: JournalStore,
  { map, person }: ConnectionSettings,
  found: readonly JournalFacts[],
): Promise<Journal[]> {
  const facts = found.filter((one) => one.person === person);
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

import { holdsPrefix } from '@bough/base';
import { type AcknowledgedChange, isOutlived, type Order, type Saved } from '@bough/sync';
import type { ConnectionComponents, ConnectionSettings, Journal } from './connect-map.ts';
import type { JournalStore } from './journal-store.ts';
import { MapLink } from './map-link.ts';

/**
 * What closed or crashed tabs left beside the journal that is gone on with. Unsent changes are sent at once; what only was acknowledged
 * to them is looked at when the server has said which order it has, and sent again if that lacks it.
 */
export class OtherJournals {
  readonly #components: ConnectionComponents;
  readonly #settings: ConnectionSettings;
  readonly #store: JournalStore;
  #journals: readonly Journal[];

  constructor(
    components: ConnectionComponents,
    settings: ConnectionSettings,
    store: JournalStore,
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
    for (const one of due) how(this.#components, this.#settings, this.#store, one);
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

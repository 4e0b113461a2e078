import { type Clock, Failure } from '@bough/base';
import { docstoreRoutes, exporterRoutes, MAILED_CHANGES, mailerRoutes, type WatchWish } from '@bough/contracts';
import { type CallContext, type Caller, type ContextFacts, inContext, type OpenContext } from '@bough/service';
import type { MapAccess, MapRights } from '../../access/map-access.ts';
import { viewOf } from '../../access/shown.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { WatchRecord } from '../../metadata/watches/watch-store.ts';
import { hashSecret } from '../../secrets/secrets.ts';
import { nextLookAt } from './look-times.ts';
import { type OthersChanges, othersChanges } from './others-changes.ts';
import { stopLink } from './stop-link.ts';

export interface ChangeMailParts {
  readonly clock: Clock;
  readonly metadata: Metadata;
  readonly access: Pick<MapAccess, 'of'>;
  readonly docstore: Pick<Caller, 'call'>;
  readonly exporter: Pick<Caller, 'call'>;
  readonly mailer: Pick<Caller, 'call'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
  readonly onTrouble: (error: unknown) => void;
}
export interface ChangeMailSettings {
  readonly publicUrl: string;
  /** Sign the links that end watching. */
  readonly keys: readonly Uint8Array[];
}

/** For so long one gateway has a watch; when it is gone, or something failed, another look begins then. */
export const CLAIM_MS = 5 * 60_000;
const AT_ONCE = 4;
const DEADLINE_MS = 20_000;

/** A watch that this gateway has claimed, of somebody who may read the map. */
interface Look {
  readonly watch: WatchRecord;
  readonly email: string;
  readonly title: string;
  readonly rights: MapRights;
  readonly wish: WatchWish;
}

/**
 * Mails people what others changed in the maps that they watch. Every gateway looks for watches that are due; of several one gets each, by
 * a write that names what it has read. What a mail tells is kept before it is written, and its key names that: a gateway that dies anywhere
 * on the way has another one write the same mail again, which mailer knows.
 */
export class ChangeMails {
  readonly #parts: ChangeMailParts;
  readonly #settings: ChangeMailSettings;
  #looking: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(parts: ChangeMailParts, settings: ChangeMailSettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  /** Mails what is due. */
  async look(): Promise<void> {
    await (this.#looking = this.#lookAtAll());
  }

  /** Finishes what is being told, and begins nothing more. */
  async drain(): Promise<void> {
    this.#isOver = true;
    await this.#looking.catch(() => undefined);
  }

  async #lookAtAll(): Promise<void> {
    const { metadata, clock } = this.#parts;
    while (!this.#isOver) {
      const due = await metadata.dueWatches(clock.now(), AT_ONCE);
      await Promise.all(due.map((watch) => this.#tell(watch)));
      if (due.length < AT_ONCE) return;
    }
  }

  async #tell(due: WatchRecord): Promise<void> {
    const watch = { ...due, dueAt: this.#parts.clock.now() + CLAIM_MS };
    if (!(await this.#parts.metadata.tryMoveWatch(due, watch))) return;
    try {
      await this.#tellClaimed(watch);
    } catch (error) {
      this.#parts.onTrouble(error);
    }
  }

  async #tellClaimed(watch: WatchRecord): Promise<void> {
    const { metadata, access, docstore } = this.#parts;
    const { map, person, toldTo } = watch;
    const [reader, account, record, rights, wish] = await Promise.all([
      metadata.person(person),
      metadata.account(person),
      metadata.map(map),
      access.of(map, person),
      metadata.watchWish(person),
    ]);
    if (reader === null || reader.email === null || record === null) return await metadata.removeWatch(map, person);
    if (wish === 'never') return await this.#end(watch, wish, null);
    // Of the time in which they may not read it nothing is told later.
    const isLockedOut = account.disabledAt !== null;
    if (rights.role === null || isLockedOut) {
      return await this.#end(watch, wish, rights.trashed === null ? null : toldTo);
    }
    const params = { map };
    const { seq } = await this.#within((context) => docstore.call(docstoreRoutes.documentFacts, { params }, context));
    const to = watch.tellsTo ?? seq;
    // A map that has fewer changes than were told was brought back from a backup.
    if (toldTo === null || to <= toldTo) return await this.#end(watch, wish, seq);
    if (!(await metadata.tryMoveWatch(watch, { ...watch, tellsTo: to }))) return;
    const range = { map, after: toldTo, to, view: viewOf(rights.role) };
    const others = await othersChanges(range, person, { ...this.#parts, within: (work) => this.#within(work) });
    const look = { watch: { ...watch, tellsTo: to }, email: reader.email, title: record.title, rights, wish };
    if (others === null || (await this.#mail(look, others, hashSecret(`changes ${map} ${person} ${toldTo} ${to}`)))) {
      await this.#end(watch, wish, to);
    }
  }

  /** False: the watch, or what the reader may do, is not as it was any more, so that somebody looks anew. */
  async #mail({ watch, email, title, rights, wish }: Look, others: OthersChanges, key: string): Promise<boolean> {
    const { metadata, mailer, onTrouble } = this.#parts;
    const { map, person } = watch;
    const picture = await this.#picture(watch);
    // Asked last of all: making the picture takes its time.
    if (!isSame(rights, await this.#parts.access.of(map, person))) return false;
    if ((await metadata.watchWish(person)) !== wish || !(await metadata.tryMoveWatch(watch, watch))) return false;
    const link = new URL(`/m/${map}`, this.#settings.publicUrl).href;
    const noMore = new URL(stopLink(this.#settings.keys, { map, person }), this.#settings.publicUrl).href;
    // Who may not read the past learns that something changed, and no more.
    const told = rights.mayReadPast ? others : { shares: [], more: 0 };
    const every = wish === 'hourly' ? 'hour' : 'day';
    const mail = { kind: 'changes', to: email, link, title, every, ...told, picture, noMore } as const;
    try {
      await this.#within((context) => mailer.call(mailerRoutes.sendMail, { params: {}, body: { key, mail } }, context));
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'invalid') throw error;
      onTrouble(error);
    }
    return true;
  }

  /** The map as it is now; null when it cannot be drawn: no mail waits for its picture. */
  async #picture({ map }: WatchRecord): Promise<string | null> {
    const params = { map, theme: 'light', known: null, as: 'png' } as const;
    try {
      const drawn = await this.#within((context) =>
        this.#parts.exporter.call(exporterRoutes.thumbnail, { params }, context),
      );
      if (drawn.kind !== 'bytes' || drawn.bytes.length > MAILED_CHANGES.pictureBytes) return null;
      return Buffer.from(drawn.bytes).toString('base64');
    } catch (error) {
      this.#parts.onTrouble(error);
      return null;
    }
  }

  async #end(watch: WatchRecord, wish: WatchWish, toldTo: number | null): Promise<void> {
    const { metadata, clock } = this.#parts;
    const dueAt = nextLookAt(wish, watch.person, clock.now());
    await metadata.tryMoveWatch(watch, { toldTo, tellsTo: null, dueAt });
  }

  async #within<T>(work: (context: CallContext) => Promise<T>): Promise<T> {
    return await inContext(this.#parts.openContext, { deadlineMs: DEADLINE_MS }, work);
  }
}

function isSame(before: MapRights, now: MapRights): boolean {
  return before.role === now.role && before.mayReadPast === now.mayReadPast;
}

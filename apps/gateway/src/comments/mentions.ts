import { type Cancel, type Clock, Failure, type MapId, type PersonId } from '@bough/base';
import { MAILED_COMMENT, type MailedComment, mailerRoutes, type MailRequest } from '@bough/contracts';
import type { ItemId, NumberedChange } from '@bough/map';
import type { Caller, ContextFacts, OpenContext } from '@bough/service';
import type { FolderAccess } from '../folders/folder-access.ts';
import { grantsAt } from '../maps/map-access.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { membersOf, reasonsOf } from '../sharing/members.ts';
import { mentioned } from './mentioned.ts';

export interface MentionParts {
  readonly clock: Clock;
  readonly metadata: Metadata;
  readonly folders: Pick<FolderAccess, 'peopleOn'>;
  readonly mailer: Pick<Caller, 'call'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
  readonly onTrouble: (error: unknown) => void;
}

/** How long comments are gathered: no map mails anybody more often than that. */
export const GATHER_MS = 3 * 60_000;
const RETRY_MS = 60_000;
const TRIES = 10;
const DEADLINE_MS = 10_000;
/** More comments of one map in so short a time nobody reads in a mail. */
const GATHERED_MOST = 100;

/** A comment that may name somebody. */
interface Said {
  readonly author: PersonId;
  readonly item: ItemId;
  /** The comment's own id: what makes its mail one. */
  readonly id: string;
  readonly text: string;
}
interface Gathered {
  readonly said: Said[];
  readonly cancel: Cancel;
}

/**
 * Mails those whom comments name, where they may open the map and have an address: one mail for what was gathered in some minutes. Comments
 * of guests mail nobody, since nobody could be asked about them. What a gateway that is killed has gathered stays in the map alone.
 */
export class Mentions {
  readonly #parts: MentionParts;
  readonly #publicUrl: string;
  readonly #gathered = new Map<MapId, Gathered>();

  constructor(parts: MentionParts, settings: { readonly publicUrl: string }) {
    this.#parts = parts;
    this.#publicUrl = settings.publicUrl;
  }

  /** These changes of the map were kept. */
  kept(map: MapId, changes: readonly NumberedChange[]): void {
    for (const { author, ops } of changes) {
      for (const op of ops) {
        if (op.kind !== 'comment' || !op.text.includes('@')) continue;
        this.#gather(map, { author, item: op.item, id: op.id, text: op.text });
      }
    }
  }

  /** Mails at once what was gathered. */
  async flush(): Promise<void> {
    await Promise.all([...this.#gathered.keys()].map((map) => this.#mail(map)));
  }

  #gather(map: MapId, said: Said): void {
    const known = this.#gathered.get(map);
    if (known === undefined) {
      const cancel = this.#parts.clock.after(GATHER_MS, () => void this.#mail(map));
      this.#gathered.set(map, { said: [said], cancel });
    } else if (known.said.length < GATHERED_MOST) known.said.push(said);
  }

  async #mail(map: MapId): Promise<void> {
    const gathered = this.#gathered.get(map);
    if (gathered === undefined) return;
    gathered.cancel();
    this.#gathered.delete(map);
    try {
      for (const request of await this.#requests(map, gathered.said)) await this.#send(request, TRIES);
    } catch (error) {
      this.#parts.onTrouble(error);
    }
  }

  async #requests(map: MapId, all: readonly Said[]): Promise<readonly MailRequest[]> {
    const { metadata, folders, clock } = this.#parts;
    const record = await metadata.map(map);
    if (record === null || record.trashedAt !== null) return [];
    const grants = grantsAt(await metadata.grantsOnMaps([map]), clock.now());
    const members = await membersOf(metadata, [...reasonsOf(grants), ...(await folders.peopleOn(map))]);
    const authors = await metadata.people([...new Set(all.map(({ author }) => author))]);
    const names = new Map(authors.flatMap(({ id, name, email }) => (email === null ? [] : [[id, name] as const])));
    const readable = members.map(({ person, email }) => ({ ...person, email }));
    const named = all.map((said) => ({ said, to: mentioned(said.text, readable) }));
    return readable.flatMap(({ id, email }) => {
      const theirs = named.flatMap(({ said, to }) => {
        const from = names.get(said.author);
        return to.has(id) && said.author !== id && from !== undefined ? [{ ...said, from }] : [];
      });
      const [first] = theirs;
      if (email === null || first === undefined) return [];
      const link = new URL(`/m/${map}#item=${first.item}`, this.#publicUrl).href;
      const comments = theirs.slice(0, MAILED_COMMENT.most).map(quoted);
      return [{ key: `${first.id}-${id}`, mail: { kind: 'mention', to: email, link, title: record.title, comments } }];
    });
  }

  /** A mail whose answer was lost has the same key again, and is one. */
  async #send(request: MailRequest, tries: number): Promise<void> {
    const { mailer, openContext, clock, onTrouble } = this.#parts;
    const open = openContext({ deadlineMs: DEADLINE_MS });
    try {
      await mailer.call(mailerRoutes.sendMail, { params: {}, body: request }, open.context);
    } catch (error) {
      onTrouble(error);
      const isRefused = error instanceof Failure && error.kind === 'invalid';
      if (tries > 1 && !isRefused) clock.after(RETRY_MS, () => void this.#send(request, tries - 1));
    } finally {
      open.close();
    }
  }
}

function quoted({ from, text }: { readonly from: string; readonly text: string }): MailedComment {
  const most = MAILED_COMMENT.letters;
  // Whole letters: what is cut in the middle of one is no text.
  const short = text.length <= most ? text : `${text.slice(0, most - 2).replace(/[\uD800-\uDBFF]$/, '')} …`;
  return { from, text: short };
}

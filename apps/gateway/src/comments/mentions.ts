import { type Cancel, type Clock, Failure, type MapId, type PersonId } from '@bough/base';
import { MAILED_COMMENT, type MailedComment, mailerRoutes, type MailRequest } from '@bough/contracts';
import type { ItemId, NumberedChange } from '@bough/map';
import type { CallContext, Caller, ContextFacts, OpenContext } from '@bough/service';
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
/** When mailer lets a mail go by itself: this gateway has not said what became of it, so it is gone. */
const ALONE_MS = GATHER_MS + 60_000;
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
  readonly aloneAt: number;
  /** Keys of the mails that mailer has of it. */
  readonly handed: Set<string>;
  /** Whether something was said since what is being handed over. */
  isMore: boolean;
  handing: Promise<void>;
}

/**
 * Mails those whom comments name, where they may open the map and have an address: one mail for what was gathered in some minutes. Comments
 * of guests mail nobody, since nobody could be asked about them. Mailer gathers: it is handed each mail as soon as somebody is named, and
 * anew with what is said after that; so a gateway that is killed takes nothing along. At the end this gateway looks again who may open the
 * map, says what goes, and takes back the rest.
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
    const { clock } = this.#parts;
    const known = this.#gathered.get(map);
    if (known === undefined) {
      const gathered: Gathered = {
        said: [said],
        cancel: clock.after(GATHER_MS, () => void this.#mail(map)),
        aloneAt: clock.now() + ALONE_MS,
        handed: new Set(),
        isMore: false,
        handing: Promise.resolve(),
      };
      this.#gathered.set(map, gathered);
      gathered.handing = this.#handOver(map, gathered);
    } else if (known.said.length < GATHERED_MOST) {
      known.said.push(said);
      if (known.isMore) return;
      known.isMore = true;
      known.handing = known.handing.then(() => this.#handOver(map, known));
    }
  }

  /** Gives mailer what was said until now. What it could not be given it is given at the end. */
  async #handOver(map: MapId, gathered: Gathered): Promise<void> {
    gathered.isMore = false;
    const { clock, onTrouble } = this.#parts;
    try {
      for (const request of await this.#requests(map, gathered.said)) {
        const gatherSeconds = Math.max(1, Math.ceil((gathered.aloneAt - clock.now()) / 1_000));
        gathered.handed.add(request.key);
        await this.#give({ ...request, gatherSeconds });
      }
    } catch (error) {
      onTrouble(error);
    }
  }

  async #mail(map: MapId): Promise<void> {
    const gathered = this.#gathered.get(map);
    if (gathered === undefined) return;
    gathered.cancel();
    this.#gathered.delete(map);
    await gathered.handing;
    try {
      const requests = await this.#requests(map, gathered.said);
      for (const request of requests) await this.#send(request, TRIES);
      const going = new Set(requests.map(({ key }) => key));
      for (const key of gathered.handed) if (!going.has(key)) await this.#withdraw(key);
    } catch (error) {
      this.#parts.onTrouble(error);
    }
  }

  async #give(body: MailRequest): Promise<void> {
    await this.#ask((caller, context) => caller.call(mailerRoutes.sendMail, { params: {}, body }, context));
  }

  async #withdraw(key: string): Promise<void> {
    await this.#ask((caller, context) =>
      caller.call(mailerRoutes.withdrawMail, { params: {}, body: { key } }, context),
    );
  }

  async #ask(work: (caller: MentionParts['mailer'], context: CallContext) => Promise<unknown>): Promise<void> {
    const open = this.#parts.openContext({ deadlineMs: DEADLINE_MS });
    try {
      await work(this.#parts.mailer, open.context);
    } finally {
      open.close();
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
    const { clock, onTrouble } = this.#parts;
    try {
      await this.#give(request);
    } catch (error) {
      onTrouble(error);
      const isRefused = error instanceof Failure && error.kind === 'invalid';
      if (tries > 1 && !isRefused) clock.after(RETRY_MS, () => void this.#send(request, tries - 1));
    }
  }
}

function quoted({ from, text }: { readonly from: string; readonly text: string }): MailedComment {
  const most = MAILED_COMMENT.letters;
  // Whole letters: what is cut in the middle of one is no text.
  const short = text.length <= most ? text : `${text.slice(0, most - 2).replace(/[\uD800-\uDBFF]$/, '')} …`;
  return { from, text: short };
}

import { type Cancel, type Clock, Failure, type MapId, type PersonId } from '@bough/base';
import { MAILED_COMMENT, type MailedComment, mailerRoutes, type MailRequest } from '@bough/contracts';
import type { NumberedChange } from '@bough/map';
import { type CallContext, type Caller, type ContextFacts, type OpenContext, inContext } from '@bough/service';
import { membersOf } from '../../access/members.ts';
import { type ReasonParts, reasonsOn } from '../../access/reasons-on.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { Edited } from './edited-words.ts';
import { mentionedAmong } from './mentioned.ts';
import { firstOfEach, sharedOut } from './per-author.ts';

export interface MentionParts extends ReasonParts {
  readonly clock: Clock;
  readonly metadata: Metadata;
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
/** So many comments of one author that name somebody are gathered: more in so short a time nobody reads in a mail. */
const GATHERED_MOST = 100;
/** So many of one author may wait until it is known whom they name: they come no faster. */
const HEARD_MOST = 1_000;

/** A comment, or a message of the chat, that may name somebody. */
interface Heard {
  readonly author: PersonId;
  /** What it is about; null: it stands in the chat. */
  readonly item: string | null;
  /** The comment's own id: what makes its mail one. */
  readonly id: string;
  readonly text: string;
  /** What it said before it was edited, where that has been mailed; absent: it is new. */
  readonly formerly?: string;
}
/** One of somebody who has an address. */
interface Said extends Heard {
  readonly from: string;
  /** Whom it names; null: nobody has looked yet. */
  to: ReadonlySet<PersonId> | null;
}
interface Gathered {
  readonly heard: Heard[];
  readonly said: Said[];
  readonly cancel: Cancel;
  readonly aloneAt: number;
  /** Keys of the mails that mailer has of it. */
  readonly handed: Set<string>;
  /** Those whose mail has become another one since it was handed over. */
  readonly owed: Set<PersonId>;
  /** Whether something was said since what is being handed over. */
  isMore: boolean;
  /** Whether anything that was handed over reads otherwise since. */
  isEdited: boolean;
  handing: Promise<void>;
}
interface Letter {
  readonly person: PersonId;
  readonly request: MailRequest;
}

/**
 * Mails those whom comments and messages of the chat name, where they may open the map and have an address: one mail for what was gathered
 * in some minutes. What guests say mails nobody, since nobody could be asked about it, and costs no more than the question who they are.
 * Mailer gathers: it is handed each mail as soon as somebody is named, and anew with what is said to them after that; so a gateway that is
 * killed takes nothing along. At the end this gateway looks again who may open the map, says what goes, and takes back the rest.
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
        if (op.kind === 'edit-comment' || op.kind === 'edit-message') this.#edited(map, op);
        if ((op.kind !== 'comment' && op.kind !== 'message') || !op.text.includes('@')) continue;
        this.#gather(map, { author, item: op.kind === 'comment' ? op.item : null, id: op.id, text: op.text });
      }
    }
  }

  /** What waits for its mail is mailed as it reads then, and not at all once it is removed. */
  #edited(map: MapId, { id, text }: { readonly id: string; readonly text: string | null }): void {
    const gathered = this.#gathered.get(map);
    if (gathered === undefined || !this.#isWaiting(map, id)) return;
    gathered.isEdited = true;
    edit(gathered.heard, id, (each) => (text === null ? null : { ...each, text }));
    edit(gathered.said, id, (each) => (text === null ? null : { ...each, text, to: null }));
    this.#handOverSoon(map, gathered);
  }

  /** Words that were edited mail those whom they name now, and did not before. */
  edited(map: MapId, { author, place, id, text, formerly }: Edited): void {
    if (this.#isWaiting(map, id)) return;
    this.#gather(map, { author, item: place?.item ?? null, id, text, formerly });
  }

  #isWaiting(map: MapId, id: string): boolean {
    const { heard = [], said = [] } = this.#gathered.get(map) ?? {};
    return [...heard, ...said].some((each) => each.id === id);
  }

  /** Mails at once what was gathered. */
  async flush(): Promise<void> {
    await Promise.all([...this.#gathered.keys()].map((map) => this.#mail(map)));
  }

  #gather(map: MapId, heard: Heard): void {
    const gathered = this.#gathered.get(map) ?? this.#begin(map);
    if (gathered.heard.filter(({ author }) => author === heard.author).length >= HEARD_MOST) return;
    gathered.heard.push(heard);
    this.#handOverSoon(map, gathered);
  }

  #handOverSoon(map: MapId, gathered: Gathered): void {
    if (gathered.isMore) return;
    gathered.isMore = true;
    gathered.handing = gathered.handing.then(() => this.#handOver(map, gathered));
  }

  #begin(map: MapId): Gathered {
    const { clock } = this.#parts;
    const gathered: Gathered = {
      heard: [],
      said: [],
      cancel: clock.after(GATHER_MS, () => void this.#mail(map)),
      aloneAt: clock.now() + ALONE_MS,
      handed: new Set(),
      owed: new Set(),
      ...{ isMore: false, isEdited: false },
      handing: Promise.resolve(),
    };
    this.#gathered.set(map, gathered);
    return gathered;
  }

  /** Gives mailer what was said until now. What it could not be given it is given the next time, or at the end. */
  async #handOver(map: MapId, gathered: Gathered): Promise<void> {
    gathered.isMore = false;
    const { clock, onTrouble } = this.#parts;
    try {
      const isTaken = await this.#takeUp(gathered);
      if (!isTaken && !gathered.isEdited) return;
      gathered.isEdited = false;
      const letters = await this.#letters(map, gathered);
      await this.#withdrawBut(letters, gathered);
      for (const { person, request } of letters) {
        if (!gathered.owed.has(person)) continue;
        const gatherSeconds = Math.max(1, Math.ceil((gathered.aloneAt - clock.now()) / 1_000));
        gathered.handed.add(request.key);
        await this.#give({ ...request, gatherSeconds });
        gathered.owed.delete(person);
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
      await this.#takeUp(gathered);
      const letters = gathered.said.length === 0 ? [] : await this.#letters(map, gathered);
      for (const { request } of letters) await this.#send(request, TRIES);
      await this.#withdrawBut(letters, gathered);
    } catch (error) {
      this.#parts.onTrouble(error);
    }
  }

  async #give(body: MailRequest): Promise<void> {
    await this.#ask((caller, context) => caller.call(mailerRoutes.sendMail, { params: {}, body }, context));
  }

  /** Takes back what mailer has and nobody is to get any more. */
  async #withdrawBut(going: readonly Letter[], { handed }: Gathered): Promise<void> {
    const kept = new Set(going.map(({ request }) => request.key));
    for (const key of [...handed].filter((each) => !kept.has(each))) {
      await this.#ask((caller, context) =>
        caller.call(mailerRoutes.withdrawMail, { params: {}, body: { key } }, context),
      );
      handed.delete(key);
    }
  }

  async #ask(work: (caller: MentionParts['mailer'], context: CallContext) => Promise<unknown>): Promise<void> {
    const { mailer, openContext } = this.#parts;
    await inContext(openContext, { deadlineMs: DEADLINE_MS }, (context) => work(mailer, context));
  }

  /** Keeps of what was heard what people with an address said; answers whether that is anything. */
  async #takeUp({ heard, said }: Gathered): Promise<boolean> {
    const asked = new Set(heard.map(({ author }) => author));
    const authors = await this.#parts.metadata.people([...asked]);
    const names = new Map(authors.flatMap(({ id, name, email }) => (email === null ? [] : [[id, name] as const])));
    // As they read by now: meanwhile some may have been mended, and others have come.
    const fresh = heard.filter(({ author }) => asked.has(author));
    const signed = fresh.flatMap((each) => {
      const from = names.get(each.author);
      return from === undefined ? [] : [{ ...each, from, to: null }];
    });
    heard.splice(0, heard.length, ...heard.filter(({ author }) => !asked.has(author)));
    said.splice(0, said.length, ...firstOfEach([...said, ...signed], HEARD_MOST));
    return signed.length > 0;
  }

  /** The mails to all whom it names, as they are now. Each comment is looked at once, and kept where it names somebody else. */
  async #letters(map: MapId, { said, owed }: Gathered): Promise<readonly Letter[]> {
    const { metadata } = this.#parts;
    const record = await metadata.map(map);
    if (record === null || record.trashedAt !== null) return [];
    const members = await membersOf(metadata, await reasonsOn(this.#parts, map));
    // Whoever may only look is told no comments, by mail neither.
    const readable = members.filter(({ role }) => role !== 'view');
    const mentioned = mentionedAmong(readable.map(({ person }) => person));
    const fresh = new Set(said.filter(({ to }) => to === null));
    for (const each of fresh) {
      const known = new Set([each.author, ...mentioned(each.formerly ?? '')]);
      each.to = mentioned(each.text).difference(known);
    }
    const naming = said.filter(({ to }) => to !== null && to.size > 0);
    said.splice(0, said.length, ...firstOfEach(naming, GATHERED_MOST));
    const theirs = new Map<PersonId, Said[]>();
    for (const each of said) {
      for (const person of each.to ?? []) {
        if (fresh.has(each)) owed.add(person);
        const known = theirs.get(person);
        if (known === undefined) theirs.set(person, [each]);
        else known.push(each);
      }
    }
    return readable.flatMap(({ person: { id }, email }) => {
      const mailed = sharedOut(theirs.get(id) ?? [], MAILED_COMMENT.most);
      const [first] = mailed;
      if (email === null || first === undefined) return [];
      const link = new URL(`/m/${map}${placeOf(first)}`, this.#publicUrl).href;
      const facts = { where: whereOf(mailed), comments: mailed.map(quoted) };
      const mail = { kind: 'mention', to: email, link, title: record.title, ...facts } as const;
      return [{ person: id, request: { key: `${first.id}-${id}`, mail } }];
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

/** Puts what is made of it in the place of the one with that id; null: nothing. */
function edit<T extends Heard>(all: T[], id: string, make: (each: T) => T | null): void {
  const at = all.findIndex((each) => each.id === id);
  const each = all[at];
  if (each === undefined) return;
  const made = make(each);
  all.splice(at, 1, ...(made === null ? [] : [made]));
}

/** Where it stands in its map, as the page reads an address. */
function placeOf({ item, id }: Heard): string {
  return item === null ? `#chat=${id}` : `#item=${item}&comment=${id}`;
}

function whereOf(all: readonly Heard[]): 'comments' | 'chat' | 'both' {
  const inChat = all.filter(({ item }) => item === null).length;
  if (inChat === 0) return 'comments';
  return inChat === all.length ? 'chat' : 'both';
}

function quoted({ from, text }: { readonly from: string; readonly text: string }): MailedComment {
  const most = MAILED_COMMENT.letters;
  // Whole letters: what is cut in the middle of one is no text.
  const short = text.length <= most ? text : `${text.slice(0, most - 2).replace(/[\uD800-\uDBFF]$/, '')} …`;
  return { from, text: short };
}

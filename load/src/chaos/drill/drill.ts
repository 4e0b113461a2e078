import { setTimeout as sleep } from 'node:timers/promises';
import { type BlobStore, DEFAULT_SETTINGS } from '@bough/bloblog';
import { openS3Store } from '@bough/blobs';
import { Dice } from '@bough/map/testing';
import { platformIds, rankOf } from '@bough/service';
import type { FullStack, StoreName } from '../../bough/full-stack.ts';
import type { HeldWay } from '../../bough/held-way.ts';
import { Refused, Visitor } from '../../bough/visitor.ts';
import { loweredProblems, signInProblems } from './access.ts';
import { deafProblems } from './deafness.ts';
import { HeadDrill, type HeadDrillParts } from './heads.ts';
import { mustHead } from './named.ts';
import { keysOf, opened } from '../objects.ts';
import { letInByLink } from '../sharing.ts';
import { SealDrill } from './seals.ts';

const SHORT = 20;
const SLOW_MS = { first: 200, second: 700 };
/** Everything runs: what does not come about within this will not. */
const PATIENCE_MS = 60_000;
/** The stores answer after less, however slow the machine is. */
const ANSWER_MS = 800;
/** Longer than a docstore waits for the answer to a write. */
const WRITE_MS = 6_000;
const AGAIN_MS = 200;
/** One of so many seeds ends with the second location in `sync`: that takes as long as a docstore tries to reach it. */
const SYNC_ONE_IN = 4;
const SYNC_CUT_MS = 13_000;
/** The texts of the drill follow from no other dice of the seed. */
const OWN_DICE = 77;

export interface DrillParts {
  readonly stack: FullStack;
  /** The way to the first location. */
  readonly held: HeldWay;
  readonly seed: number;
}

type Place = BlobStore & { readonly close: () => void };

/** What is done to a map of its own when all is well, since chance hardly ever meets the moments in which it shows. */
export class Drill {
  readonly problems: string[] = [];
  /** What did not come about, and why. */
  readonly never: string[] = [];
  readonly #parts: DrillParts;
  readonly #owner: Visitor;
  readonly #map: string;
  readonly #places: Readonly<Record<StoreName, Place>>;
  readonly #writer: Writer;

  private constructor(
    parts: DrillParts,
    { owner, map }: { readonly owner: Visitor; readonly map: string },
    places: Readonly<Record<StoreName, Place>>,
  ) {
    this.#parts = parts;
    this.#owner = owner;
    this.#map = map;
    this.#places = places;
    this.#writer = new Writer(owner, map, parts.seed);
  }

  static async open(parts: DrillParts): Promise<Drill> {
    const { stack } = parts;
    const owner = await Visitor.guest(stack.url);
    const map = await owner.makeMap('Drill');
    return new Drill(
      parts,
      { owner, map },
      { first: await placeOf(stack, 'first'), second: await placeOf(stack, 'second') },
    );
  }

  /** What has to happen before objects are collected, in the middle of a seal. */
  async beforeCollecting(): Promise<void> {
    const [heads, seals] = [this.#heads(), this.#seals()];
    await this.#attempt('Writes without an answer', () => heads.run());
    // A log that is not whole any more may never be written again.
    const isWhole = (): boolean => heads.problems.length + seals.problems.length === 0;
    if (isWhole()) await this.#attempt('The order of writes', () => seals.run());
    if (isWhole()) await this.#attempt('Collecting in the middle of a seal', () => seals.leaveUnnamed());
    this.problems.push(...heads.problems, ...seals.problems);
  }

  /** What may come after it. */
  async afterCollecting(): Promise<void> {
    const { stack, seed } = this.#parts;
    const { mailsTo } = stack;
    const where = { owner: this.#owner, map: this.#map };
    await this.#goOn('after collecting');
    const email = `drill${seed}@example.org`;
    await this.#judge('Signing in', () => signInProblems(where, { email, mailsTo }));
    await this.#judge('A line that carries nothing back', () => this.#whileDeaf());
    const isSync = endsInSync(seed);
    await this.#judge('Lowering a role', () => loweredProblems(where, whileDown(stack, isSync)));
    if (isSync) {
      await this.#goOn('in sync');
      await this.#judge('A second location in sync', () => syncProblems(stack, where, this.#places.second));
    }
    await this.#goOn('at the end');
  }

  async #whileDeaf(): Promise<readonly string[]> {
    const [owner, map] = [this.#owner, this.#map];
    const { visitor, id: person } = await letInByLink(owner, map);
    const given = { cookie: visitor.cookie, csrf: visitor.csrf, map };
    return await deafProblems({
      ...{ url: owner.origin, given, person, seed: this.#parts.seed },
      kept: async () => (await owner.document(map)).seq,
      document: async () => (await owner.document(map)).text,
      lower: () => owner.giveRole(map, person, 'comment'),
    });
  }

  close(): void {
    for (const place of Object.values(this.#places)) place.close();
  }

  /** L1: the map takes a change. */
  async #goOn(when: string): Promise<void> {
    await this.#writer
      .add(SHORT)
      .catch((failure: unknown) =>
        this.problems.push(`L1: the map of the drill cannot be written ${when}: ${String(failure)}`),
      );
  }

  async #judge(what: string, work: () => Promise<readonly string[]>): Promise<void> {
    await this.#attempt(what, async () => this.problems.push(...(await work())));
  }

  async #attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    await work().catch((failure: unknown) => this.never.push(`${what}: ${String(failure)}`));
  }

  #heads(): HeadDrill {
    const { stack, held } = this.#parts;
    const urls = stack.docstores.map(({ url }) => url);
    const owner = stack.docstores.find(({ url }) => url === rankOf(this.#map, urls)[0]);
    if (owner === undefined) throw new Error('a map has a docstore');
    return new HeadDrill(
      {
        ...{ log: this.#map, first: this.#places.first, owner },
        change: () => this.#writer.change(),
        held: heldBack(held, 'PUT heads'),
      },
      { patienceMs: PATIENCE_MS, writeMs: WRITE_MS, answerMs: ANSWER_MS },
    );
  }

  #seals(): SealDrill {
    const { stack, held } = this.#parts;
    const { first, second } = this.#places;
    return new SealDrill(
      {
        ...{ log: this.#map, first, second },
        add: (length) => this.#writer.add(length),
        held: heldBack(held, 'PUT segments'),
        cutSecond: () => stack.ways.second.cut(),
        mendSecond: () => stack.ways.second.mend(),
        slow: async () => {
          await stack.slow('first', SLOW_MS.first, 0);
          await stack.slow('second', SLOW_MS.second, 0);
        },
        asUsual: async () => {
          await stack.asUsual('first');
          await stack.asUsual('second');
        },
      },
      { tailBytes: DEFAULT_SETTINGS.tailBytes, patienceMs: PATIENCE_MS, answerMs: ANSWER_MS },
    );
  }
}

/** Requests of one kind on a way that can be held back. */
function heldBack(way: HeldWay, name: string): HeadDrillParts['held'] {
  return {
    hold: (atMost) => way.hold(name, atMost),
    release: () => way.release(),
    get waiting() {
      return way.waiting;
    },
  };
}

/** Whether the second location is in `sync` at the end of this seed. */
export function endsInSync(seed: number): boolean {
  return seed % SYNC_ONE_IN === 1;
}

/** Adds items to the map of the drill until each is acknowledged. */
class Writer {
  readonly #owner: Visitor;
  readonly #map: string;
  readonly #dice: Dice;

  constructor(owner: Visitor, map: string, seed: number) {
    this.#owner = owner;
    this.#map = map;
    this.#dice = new Dice(seed + OWN_DICE);
  }

  /** Adds a short one; answers the number under which it was acknowledged, throws where it was not. */
  async change(): Promise<number> {
    const ops = [addition(textOf(this.#dice, SHORT))];
    const answer = await this.#owner.ask('POST', `/api/maps/${this.#map}/changes`, { ops });
    return (answer as { readonly seq: number }).seq;
  }

  /** Adds an item with so long a text, however often that has to be asked for; throws when it does not come about. */
  async add(length: number): Promise<void> {
    const op = addition(textOf(this.#dice, length));
    const fromMs = performance.now();
    for (;;) {
      const failure = await ask(this.#owner, this.#map, op).then(() => null, String);
      if (failure === null) return;
      if (performance.now() - fromMs > PATIENCE_MS)
        throw new Error(`a change was not taken when all is well: ${failure}`);
      await sleep(AGAIN_MS);
    }
  }
}

interface Addition {
  readonly kind: 'add';
  readonly id: string;
  readonly parent: null;
  readonly order: string;
  readonly fields: { readonly text: string };
}

function addition(text: string): Addition {
  return { kind: 'add', id: platformIds.short(), parent: null, order: 'a0', fields: { text } };
}

/** A text that does not become much shorter when it is packed. */
export function textOf(dice: Dice, length: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_';
  return Array.from({ length }, () => letters[dice.below(letters.length)]).join('');
}

/** Resolves when it is in the map; whoever asks again for what is there already is told so. */
async function ask(owner: Visitor, map: string, op: Addition): Promise<void> {
  try {
    await owner.ask('POST', `/api/maps/${map}/changes`, { ops: [op] });
  } catch (failure) {
    if (!(failure instanceof Refused) || failure.code !== 'gateway/refused') throw failure;
  }
}

/** Kills all docstores, does the work, and starts them again, with the second location in `sync` where that is wanted. */
function whileDown({ docstores }: FullStack, isSync: boolean): (work: () => Promise<void>) => Promise<void> {
  return async (work) => {
    await Promise.all(docstores.map((one) => one.kill()));
    try {
      await work();
    } finally {
      if (isSync) for (const one of docstores) one.runWith({ BOUGH_SECOND_MODE: 'sync' });
      await Promise.all(docstores.map((one) => one.start()));
    }
  };
}

/** S9: in `sync`, whatever anybody is shown is in the second location by then, which is cut off for longer than anybody waits for it. */
async function syncProblems(
  { ways }: FullStack,
  { owner, map }: { readonly owner: Visitor; readonly map: string },
  second: BlobStore,
): Promise<readonly string[]> {
  const found = new Set<string>();
  await ways.second.cut();
  const fromMs = performance.now();
  const isCut = (): boolean => performance.now() - fromMs < SYNC_CUT_MS;
  const asking = ask(owner, map, addition('Not yet')).catch(() => undefined);
  const looking = (async () => {
    while (isCut()) {
      const shown = await owner.document(map).then(
        ({ seq }) => seq,
        () => 0,
      );
      const seq = await mustHead(second, map).then(
        ({ head }) => head.seq,
        () => Infinity,
      );
      if (shown > seq) found.add(`S9: change ${shown} is shown in sync, and the second location has ${seq}`);
      await sleep(AGAIN_MS);
    }
  })();
  await sleep(SYNC_CUT_MS);
  await ways.second.mend();
  await Promise.all([asking, looking]);
  return [...found];
}

/** A location as docstore has it, past every way. */
async function placeOf({ places, docstoreSettings }: FullStack, name: StoreName): Promise<Place> {
  const raw = await openS3Store(places.stores[name]);
  const keys = name === 'first' ? 'BOUGH_BLOBS_KEYS' : 'BOUGH_SECOND_BLOBS_KEYS';
  return { ...opened(raw, keysOf(docstoreSettings[keys] ?? '')), close: () => raw.close() };
}

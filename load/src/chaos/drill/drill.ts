import { type BlobStore, DEFAULT_SETTINGS } from '@bough/bloblog';
import { openS3Store } from '@bough/blobs';
import { platformIds, rankOf } from '@bough/service';
import type { FullStack, StoreName } from '../../bough/full-stack.ts';
import type { HeldWay } from '../../bough/held-way.ts';
import { Visitor } from '../../bough/visitor.ts';
import { loweredProblems, sameClientProblems, signInProblems } from './access.ts';
import { awayProblems } from './away.ts';
import { deafProblems } from './deafness.ts';
import { doubledProblems } from './doubled.ts';
import type { Drawing } from './drawing.ts';
import { HandOver } from './hand-over.ts';
import { HeadDrill, type HeadDrillParts } from './heads.ts';
import { lostEndProblems } from './lost-end.ts';
import { mirrorProblems } from './mirror.ts';
import { sayAsGateway } from './late-word.ts';
import { failOver, goHome, whileDown } from './moving.ts';
import { newsProblems } from './news.ts';
import { reopenedProblems } from './reopened.ts';
import { repeatProblems } from './repeat.ts';
import { Line } from '../line.ts';
import { keysOf, opened } from '../objects.ts';
import { letInByLink } from '../sharing.ts';
import { SealDrill } from './seals.ts';
import { endsInSync, syncProblems } from './sync.ts';
import { Writer } from './writer.ts';

const SHORT = 20;
const SLOW_MS = { first: 200, second: 700 };
/** Everything runs: what does not come about within this will not. */
const PATIENCE_MS = 60_000;
/** The stores answer after less, however slow the machine is. */
const ANSWER_MS = 800;
/** Longer than a docstore waits for the answer to a write. */
const WRITE_MS = 6_000;
/** With no bus, a gateway asks docstore every second. */
const NEWS_MS = 20_000;
/** A docstore that goes on has done by then what it was about to do. */
const LOOK_MS = 2_000;

export interface DrillParts {
  readonly stack: FullStack;
  /** The ways to both locations. */
  readonly held: Readonly<Record<StoreName, HeldWay>>;
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
    if (isWhole()) await this.#judge('A change that is repeated', () => this.#repeated());
    if (isWhole()) await this.#judge('A map that is opened at a checkpoint', () => this.#reopened());
    if (isWhole()) await this.#judge('A head that comes late to the second location', () => this.#mirrored());
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
    const [gateway] = stack.gateways;
    if (gateway !== undefined)
      await this.#judge('One client id of two people', () => sameClientProblems(where, gateway.url));
    await this.#judge('A gateway that hears of no other', () => this.#news());
    await this.#judge('Changes that come twice', () => this.#doubled());
    await this.#judge('A line that carries nothing back', () => this.#whileDeaf());
    await this.#judge('A store that is away', () => awayProblems(stack, () => this.#writer.change()));
    await this.#judge('An order that loses its end', () => this.#lostEnd());
    const isSync = endsInSync(seed);
    const down = (work: () => Promise<void>): Promise<void> =>
      whileDown(stack, async () => {
        await work();
        if (isSync) for (const one of stack.docstores) one.runWith({ BOUGH_SECOND_MODE: 'sync' });
      });
    await this.#judge('Lowering a role', () => loweredProblems(where, down));
    if (isSync) {
      await this.#goOn('in sync');
      await this.#judge('A second location in sync', () => syncProblems(stack, where, this.#places.second));
    }
    await this.#goOn('at the end');
  }

  async #lostEnd(): Promise<readonly string[]> {
    const { stack, seed } = this.#parts;
    return await lostEndProblems({
      ...{ owner: this.#owner, seed, gateways: stack.gateways.map(({ url }) => url) },
      say: (map, message) => sayAsGateway(stack, map, message),
      holdSecond: () => stack.ways.second.hang(),
      failOver: (work) => failOver(stack, work),
      goHome: () => goHome(stack),
    });
  }

  async #whileDeaf(): Promise<readonly string[]> {
    const [owner, map] = [this.#owner, this.#map];
    const drawing = await this.#letDrawerIn();
    return await deafProblems({ ...drawing, lower: () => owner.giveRole(map, drawing.person, 'comment') });
  }

  async #doubled(): Promise<readonly string[]> {
    const [owner, map] = [this.#owner, this.#map];
    const change = (op: object): Promise<unknown> => owner.ask('POST', `/api/maps/${map}/changes`, { ops: [op] });
    return await doubledProblems({ ...(await this.#letDrawerIn()), change });
  }

  /** Somebody who may draw in the map, and how far that has come. */
  async #letDrawerIn(): Promise<Drawing> {
    const [owner, map] = [this.#owner, this.#map];
    const { visitor, id: person } = await letInByLink(owner, map);
    const given = { cookie: visitor.cookie, csrf: visitor.csrf, map };
    return {
      ...{ url: owner.origin, given, person, seed: this.#parts.seed },
      kept: async () => (await owner.document(map)).seq,
      document: async () => (await owner.document(map)).text,
    };
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
    return new HeadDrill(
      {
        ...{ log: this.#map, first: this.#places.first, owner: ownerOf(stack, this.#map) },
        change: () => this.#writer.change(),
        held: heldBack(held.first, 'PUT heads'),
      },
      { patienceMs: PATIENCE_MS, writeMs: WRITE_MS, answerMs: ANSWER_MS },
    );
  }

  async #repeated(): Promise<readonly string[]> {
    return await this.#handingOver(async (append) => {
      const held = heldBack(this.#parts.held.first, 'PUT heads');
      const parts = { log: this.#map, first: this.#places.first, append, held };
      return await repeatProblems(parts, { patienceMs: PATIENCE_MS, answerMs: ANSWER_MS });
    });
  }

  async #reopened(): Promise<readonly string[]> {
    return await this.#handingOver(async (append) => {
      const parts = {
        ...{ log: this.#map, first: this.#places.first, append },
        add: (length: number) => this.#writer.add(length),
        rewrite: (length: number) => this.#writer.rewrite(length),
        restart: () => whileDown(this.#parts.stack, async () => undefined),
        kept: async () => (await this.#owner.document(this.#map)).seq,
      };
      const { tailBytes, freshBytes } = DEFAULT_SETTINGS;
      return await reopenedProblems(parts, { tailBytes, freshBytes, patienceMs: PATIENCE_MS });
    });
  }

  /** What hands changes of the same two pages over to the docstore that has the map. */
  async #handingOver(work: (append: HandOver['append']) => Promise<readonly string[]>): Promise<readonly string[]> {
    const { stack } = this.#parts;
    const { seq: base } = await this.#owner.document(this.#map);
    const tokenKeys = stack.docstoreSettings['BOUGH_TOKEN_KEYS'] ?? '';
    const { url } = ownerOf(stack, this.#map);
    const handOver = new HandOver({ url, tokenKeys }, { id: this.#map, base });
    try {
      return await work((page) => handOver.append(page));
    } finally {
      await handOver.stop();
    }
  }

  async #mirrored(): Promise<readonly string[]> {
    const { stack, held } = this.#parts;
    const { first, second } = this.#places;
    const parts = { log: this.#map, first, second, owner: ownerOf(stack, this.#map) };
    return await mirrorProblems(
      { ...parts, change: () => this.#writer.change(), held: heldBack(held.second, 'PUT heads') },
      { patienceMs: PATIENCE_MS, lookMs: LOOK_MS },
    );
  }

  async #news(): Promise<readonly string[]> {
    const { gateways, ways } = this.#parts.stack;
    const client = platformIds.short();
    const lines = await Promise.all(
      gateways.map(({ url: gateway }, n) =>
        Line.open(this.#owner, this.#map, { client: n === 0 ? client : platformIds.short(), gateway }),
      ),
    );
    const [here, there] = lines;
    if (here === undefined || there === undefined) throw new Error('a stack has two gateways');
    try {
      return await newsProblems({ client, here, there, cutBus: () => ways.bus.cut() }, NEWS_MS);
    } finally {
      for (const line of lines) line.close();
      await ways.bus.mend();
    }
  }

  #seals(): SealDrill {
    const { stack, held } = this.#parts;
    const { first, second } = this.#places;
    return new SealDrill(
      {
        ...{ log: this.#map, first, second },
        add: (length) => this.#writer.add(length),
        held: heldBack(held.first, 'PUT segments'),
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

/** The docstore that has the map while all is well. */
function ownerOf({ docstores }: FullStack, map: string): FullStack['docstores'][number] {
  const [first] = rankOf(
    map,
    docstores.map(({ url }) => url),
  );
  const owner = docstores.find(({ url }) => url === first);
  if (owner === undefined) throw new Error('a map has a docstore');
  return owner;
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

/** A location as docstore has it, past every way. */
async function placeOf({ places, docstoreSettings }: FullStack, name: StoreName): Promise<Place> {
  const raw = await openS3Store(places.stores[name]);
  const keys = name === 'first' ? 'BOUGH_BLOBS_KEYS' : 'BOUGH_SECOND_BLOBS_KEYS';
  return { ...opened(raw, keysOf(docstoreSettings[keys] ?? '')), close: () => raw.close() };
}

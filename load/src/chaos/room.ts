import { holdsPrefix } from '@bough/base';
import { Dice } from '@bough/map/testing';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { peopleInRooms } from '../bough/people.ts';
import { visitorOf } from '../bough/record.ts';
import type { Visitor } from '../bough/visitor.ts';
import { readEnded } from './ended.ts';
import { Intruders } from './intruder.ts';
import {
  commentProblems,
  fateProblems,
  inferredProblems,
  mapProblems,
  orderProblems,
  revokedProblems,
  shownProblems,
} from './oracles.ts';
import { Person } from './person.ts';
import { letInByLink, Sharing } from './sharing.ts';
import { tidyProblems } from './tidy.ts';
import { Typist } from './typist.ts';

/** So far from each other are the seeds of two runs, and of two rooms; people count from there, and so do their pages. */
const APART = { runs: 10_000_000, rooms: 1_000 };
const TYPE_MS = 2_000;
const [PAST_MS, PAST_LONGEST_MS] = [20, 30_000];
/** Within this much after it was taken back, access has ended everywhere: a second, and the way of what was on its way. */
const REVOKED_MS = 1_500;

/** What a map has at the end, and what is wrong with it. */
interface Judged {
  readonly changes: number;
  readonly comments: number;
  /** Words that a Chromium showed when they were typed there. */
  readonly typed: number;
  readonly problems: readonly string[];
}

/** Who is in a room, and what is random of what is done there. */
interface InRoom {
  readonly people: readonly Person[];
  readonly leaver: Person;
  readonly dice: Dice;
}

/** One map, the people who draw in it, one who is sent away while they do, and what was looked at on the way. */
export class Room {
  readonly people: readonly Person[];
  readonly sharing: Sharing;
  readonly intruders: Intruders;
  readonly #map: string;
  readonly #owner: Visitor;
  readonly #leaver: Person;
  readonly #dice: Dice;
  #typist: Typist | null = null;
  #revoked: { readonly atMs: number; readonly atSeq: number } | null = null;
  /** What the map was at a number, when it was looked at: by name of the prefix. */
  readonly #moments = new Map<string, string>();
  #looks = 0;

  private constructor(map: string, owner: Visitor, { people, leaver, dice }: InRoom) {
    this.#map = map;
    this.#owner = owner;
    this.#dice = dice;
    this.people = people;
    this.sharing = new Sharing(owner, map, () => letInByLink(owner, map));
    this.intruders = new Intruders(owner, map, () => people.map(({ artist }) => artist.client));
    this.#leaver = leaver;
  }

  /** So many rooms with so many people, and one more each, who do what this seed has them do. */
  static async openAll(
    url: string,
    { rooms, each, seed }: { readonly rooms: number; readonly each: number; readonly seed: number },
  ): Promise<readonly Room[]> {
    const given = await peopleInRooms(url, rooms, each + 1);
    const all: Room[] = [];
    for (let room = 0; room < rooms; room++) {
      const ownSeed = seed * APART.runs + room * APART.rooms;
      const people: Person[] = [];
      for (const [n, one] of given.slice(room * (each + 1), (room + 1) * (each + 1)).entries()) {
        people.push(await Person.come(url, one, ownSeed + n + 1));
      }
      const [owner] = people;
      const leaver = people.pop();
      if (owner === undefined || leaver === undefined) throw new Error('a room has people');
      all.push(new Room(owner.given.map, visitorOf(url, owner.given), { people, leaver, dice: new Dice(ownSeed) }));
    }
    return all;
  }

  /** One more comes, in a Chromium. */
  async letTypistIn(): Promise<void> {
    this.#typist = await Typist.come(this.#owner.origin, this.#map, await this.#owner.makeLink(this.#map));
  }

  /** Everybody draws so many changes at once, so that the map has a past, in objects of its own, before anything goes wrong. */
  async drawPast(each: number): Promise<void> {
    const all = [...this.people, this.#leaver];
    for (let n = 0; n < each; n++) {
      for (const { artist } of all) artist.draw();
      await sleep(PAST_MS);
    }
    for (let waited = 0; !this.isAtRest && waited < PAST_LONGEST_MS; waited += PAST_MS) await sleep(PAST_MS);
  }

  draw(everyMs: number): void {
    for (const one of this.people) one.draw(everyMs, true);
    this.#leaver.draw(everyMs);
    this.#typist?.type(TYPE_MS);
  }

  rest(): void {
    for (const one of [...this.people, this.#leaver]) one.rest();
    this.#typist?.rest();
    this.intruders.rest();
  }

  async stop(): Promise<void> {
    for (const one of [...this.people, this.#leaver]) one.artist.stop();
    await this.#typist?.stop();
  }

  /** Everybody has everything, and everything is with the server. */
  get isAtRest(): boolean {
    const seq = Math.max(...this.people.map(({ artist }) => artist.seq));
    return this.people.every(({ isDone, artist }) => isDone && artist.seq === seq);
  }

  /** Who was sent away though nobody sent them. */
  get sentAway(): readonly string[] {
    return this.people.filter(({ isSentAway }) => isSentAway).map(({ id }) => `S21: ${id} was sent away`);
  }

  /** Takes access back, however often that has to be asked for. */
  async revoke(): Promise<void> {
    if (this.#revoked !== null) return;
    await this.#owner.ask('DELETE', `/api/maps/${this.#map}/members/${this.#leaver.id}`);
    const atMs = performance.now() + REVOKED_MS;
    await sleep(REVOKED_MS);
    this.#revoked = { atMs, atSeq: (await this.#owner.document(this.#map)).seq };
  }

  /** Looks at the present and at some moment of the past, in turns, to look at it again when all is over. */
  async look(): Promise<void> {
    const { seq, lineage } = await this.#owner.document(this.#map);
    // What is the newest now is read in another way when it is old.
    const at = this.#looks++ % 2 === 0 ? seq : this.#dice.below(seq + 1);
    this.#moments.set(`${lineage ?? ''} ${at}`, hashOf((await this.#owner.document(this.#map, at)).text));
  }

  /** A file of the map, as its owner saves it. */
  async save(format: string): Promise<void> {
    await (await this.#owner.fetch('GET', `/api/maps/${this.#map}/export/${format}`)).arrayBuffer();
  }

  /** How many changes there are, and everything that is wrong. */
  async judge(): Promise<Judged> {
    const inBrowser = (await this.#typist?.converge()) ?? [];
    const kept = await tidyProblems(this.people);
    const lineages = this.people[0]?.lineages ?? [];
    const ended = await readEnded(this.#owner, this.#map, lineages);
    const { log } = ended;
    const witnesses = this.people.map((one) => one.witness);
    const leaver = { ...this.#leaver.witness, hash: null };
    const problems = [
      ...this.sentAway,
      ...inBrowser,
      ...(this.#typist?.problems(log) ?? []),
      ...this.people.flatMap((one) => one.problems),
      ...kept,
      ...this.intruders.problems(log),
      ...orderProblems(log),
      ...mapProblems(ended, witnesses),
      ...commentProblems(ended),
      ...inferredProblems(ended, witnesses),
      ...witnesses.flatMap((one) => [...fateProblems(ended, one), ...shownProblems(ended, one)]),
      ...shownProblems(ended, leaver),
      ...(this.#revoked === null ? ['access was never taken back'] : revokedProblems(ended, leaver, this.#revoked)),
    ];
    for (const [name, hash] of this.#moments) {
      const [lineage = '', at = ''] = name.split(' ');
      if (!holdsPrefix(lineages, { lineage, seq: Number(at) })) continue;
      if (hashOf((await this.#owner.document(this.#map, Number(at))).text) !== hash)
        problems.push(`S11: the map at ${at} is not what it was`);
    }
    problems.push(...(await this.sharing.problems()));
    const comments = log.flatMap(({ ops }) => ops).filter(({ kind }) => kind === 'comment').length;
    return { changes: log.length, comments, typed: this.#typist?.words ?? 0, problems };
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

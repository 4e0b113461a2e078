import { setTimeout as sleep } from 'node:timers/promises';
import type { Artist, Idea } from '../bough/artist.ts';
import { peopleInRooms } from '../bough/people.ts';
import { inLanes, Visitor } from '../bough/visitor.ts';
import type { GivenPerson } from '../k6/given.ts';
import { Errands } from './errands.ts';
import { aging, isAged, steadily } from './ideas.ts';
import { fillRecentFiles } from './recent-files.ts';
import { openTab } from './tabs.ts';

const ROOMS = 4;
/** Who writes in each room. */
const EACH = 3;
const DRAW_MS = 1_000;
/** Maps that nobody ever opens: what an idle Bough did for each document, it would do for all of these. */
export const SLEEPING = 200;
const LANES = 8;
const [AGING_MS, AGED_LONGEST_MS] = [40, 240_000];
const REST_LONGEST_MS = 60_000;

/** What people have done so far. */
export interface Acts {
  readonly changes: number;
  readonly comments: number;
  /** Requests that change something and are no changes of a map: links, copies, the trash. */
  readonly asks: number;
  readonly files: number;
  /** What those files are kept as. */
  readonly pieces: number;
  readonly emails: number;
  /** Maps that were removed forever. */
  readonly purges: number;
}

interface Room {
  readonly people: readonly GivenPerson[];
  readonly artists: readonly Artist[];
}

/** A few people who work on the same maps for hours, always as many and always as much; whatever else they make, they remove. */
export class Crowd {
  readonly #rooms: readonly Room[];
  readonly #errands: Errands;
  readonly #timers = new Map<Artist, NodeJS.Timeout>();
  #changes = 0;
  #comments = 0;

  private constructor(rooms: readonly Room[], errands: Errands) {
    this.#rooms = rooms;
    this.#errands = errands;
  }

  /** They come, and their maps become as old as maps get. */
  static async come(url: string): Promise<Crowd> {
    const given = await peopleInRooms(url, ROOMS, EACH);
    const rooms = await inLanes(ROOMS, ROOMS, async (n): Promise<Room> => {
      const people = given.slice(n * EACH, (n + 1) * EACH);
      const artists = await Promise.all(people.map(async (one, at) => await openTab(url, one, n * EACH + at + 1)));
      return { people, artists };
    });
    const errands = await Errands.of(
      url,
      rooms.flatMap(({ people: [owner] }) => (owner === undefined ? [] : [owner])),
    );
    const crowd = new Crowd(rooms, errands);
    try {
      await Promise.all(rooms.map(ageMap));
      await crowd.#makeSleeping(url);
      await fillRecentFiles(url);
    } catch (error) {
      crowd.stop();
      throw error;
    }
    return crowd;
  }

  begin(): void {
    for (const { artists } of this.#rooms) for (const one of artists) this.#draw(one, Math.random());
    this.#errands.begin();
  }

  get acts(): Acts {
    return { changes: this.#changes, comments: this.#comments, ...this.#errands.acts };
  }

  /** They finish what they do, and wait until each has everything. */
  async rest(): Promise<void> {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    await this.#errands.end();
    const fromMs = performance.now();
    while (!this.#rooms.every(isAtRest) && performance.now() - fromMs < REST_LONGEST_MS) await sleep(50);
  }

  /** What went wrong for them; to be asked when they rest. */
  get problems(): readonly string[] {
    const apart = this.#rooms.filter(
      (room) => !isAtRest(room) || new Set(room.artists.map(({ hash }) => hash)).size > 1,
    );
    return [
      ...this.#errands.problems,
      ...apart.map(({ people }) => `not everybody has the same map ${people[0]?.map ?? ''}`),
    ];
  }

  /** They close their tabs. */
  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const { artists } of this.#rooms) for (const one of artists) one.stop();
    this.#errands.stop();
  }

  #draw(artist: Artist, part: number): void {
    const timer = setTimeout(() => {
      const ops = artist.draw(steadily);
      if (ops.length > 0) this.#changes++;
      this.#comments += ops.filter(({ kind }) => kind === 'comment').length;
      this.#draw(artist, 0.5 + Math.random());
    }, DRAW_MS * part);
    this.#timers.set(artist, timer);
  }

  async #makeSleeping(url: string): Promise<void> {
    const owner = await Visitor.guest(url);
    await inLanes(SLEEPING, LANES, async (n) => await owner.makeMap(`Asleep ${n}`));
  }
}

/** The first of a room adds and removes until the map keeps as much as it ever will. */
async function ageMap(room: Room): Promise<void> {
  const [first] = room.artists;
  if (first === undefined) return;
  const idea = aging();
  let isDone = false;
  const age: Idea = (dice, map, memory) => {
    isDone = isAged(map);
    return isDone ? [] : idea(dice, map, memory);
  };
  const fromMs = performance.now();
  while (!isDone || !isAtRest(room)) {
    if (performance.now() - fromMs > AGED_LONGEST_MS)
      throw new Error('a map could not be aged: its changes are not kept');
    if (!isDone && first.isDone) first.draw(age);
    await sleep(AGING_MS);
  }
}

/** Everybody in the room has everything, and everything is with the server. */
function isAtRest({ artists }: Room): boolean {
  const seq = Math.max(...artists.map((one) => one.seq));
  return artists.every((one) => one.isDone && one.seq === seq);
}

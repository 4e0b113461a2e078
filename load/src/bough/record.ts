import { createHash } from 'node:crypto';
import type { GivenPerson, Tape, TapeLine } from '../k6/given.ts';
import { Artist } from './artist.ts';
import { peopleInRooms } from './people.ts';
import { inLanes, Visitor } from './visitor.ts';

/** A room with its people and what they are called inside. */
export interface Room {
  readonly people: readonly GivenPerson[];
  readonly persons: readonly string[];
}

const LANES = 4;
const PAUSE_MS = 300;
const PATIENCE_MS = 15_000;

/** Rooms with people; what they do is done on copies of these rooms' maps, so that it begins alike however often it is done. */
export async function openStudio(url: string, rooms: number, each: number): Promise<readonly Room[]> {
  const all = await peopleInRooms(url, rooms, each);
  return await inLanes(rooms, LANES, async (n) => {
    const people = all.slice(n * each, (n + 1) * each);
    return { people, persons: await inLanes(each, 1, async (at) => await personOf(url, people[at])) };
  });
}

/** The same people at a new copy of each room's map. */
export async function copyRooms(url: string, rooms: readonly Room[]): Promise<readonly Room[]> {
  return await inLanes(rooms.length, LANES, async (n) => {
    const { people, persons } = rooms[n] ?? { people: [], persons: [] };
    const [owner, ...others] = people.map((given) => visitorOf(url, given));
    if (owner === undefined) throw new Error('a room has people');
    const map = await owner.copyMap(people[0]?.map ?? '', `Room ${n}`);
    const secret = await owner.makeLink(map);
    for (const other of others) await other.join(secret);
    return { people: people.map((given) => ({ ...given, map })), persons };
  });
}

/** People draw in these rooms for a while; answers what each room's tape is. */
export async function record(url: string, rooms: readonly Room[], lengthMs: number): Promise<readonly Tape[]> {
  let beginMs = performance.now();
  const nowMs = (): number => performance.now() - beginMs;
  const artists = rooms.map(({ people, persons }, room) =>
    people.map((given, n) => new Artist(url, given, { person: persons[n] ?? '', seed: room * 100 + n, nowMs })),
  );
  const all = artists.flat();
  await until(() => all.every((artist) => artist.isLive));
  beginMs = performance.now();
  const timers = all.map((artist, n) => {
    let timer: NodeJS.Timeout;
    const again = (): void => {
      artist.draw();
      timer = setTimeout(again, PAUSE_MS * (0.5 + ((n * 7) % 10) / 10));
    };
    timer = setTimeout(again, (n * PAUSE_MS) / all.length);
    return () => clearTimeout(timer);
  });
  await new Promise((resolve) => setTimeout(resolve, lengthMs));
  for (const cancel of timers) cancel();
  await until(() =>
    artists.every((room) => room.every((artist) => artist.isDone && artist.seq === (room[0]?.seq ?? 0))),
  );
  const tapes = artists.map(tapeOf);
  for (const artist of all) artist.stop();
  return tapes;
}

/** What was sent, in the order in which the map has it; of what was refused nothing is in any map. */
function tapeOf(artists: readonly Artist[]): Tape {
  const seqs = artists[0]?.seqs ?? new Map<string, number>();
  const lines = artists.flatMap(({ client, sent }, person) =>
    sent.flatMap(({ atMs, base, changes }): TapeLine[] => {
      const kept = changes.filter(({ counter }) => seqs.has(`${client} ${counter}`));
      const [first, last] = [kept[0], kept.at(-1)];
      if (first === undefined || last === undefined) return [];
      const seq = seqs.get(`${client} ${first.counter}`) ?? 0;
      return [{ atMs, person, base, changes, kept: last.counter, seq }];
    }),
  );
  return {
    clients: artists.map(({ client }) => client),
    lines: lines.toSorted((a, b) => a.seq - b.seq),
    seq: artists[0]?.seq ?? 0,
  };
}

/** The same for maps that are equal but for the times of their comments. */
export async function hashOf(url: string, { people }: Room): Promise<string> {
  const [owner] = people;
  const document = await visitorOf(url, owner).ask('GET', `/api/maps/${owner?.map ?? ''}/document`);
  return createHash('sha256').update(JSON.stringify(document, withoutTimes)).digest('hex').slice(0, 16);
}

/** Comments stand by their time: two of one moment may stand the other way round where each has its own. */
function withoutTimes(key: string, value: unknown): unknown {
  if (key === 'at' && typeof value === 'number') return 0;
  if (!Array.isArray(value) || !value.every(isComment)) return value;
  return value.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function isComment(value: unknown): value is { readonly id: string; readonly at: number } {
  return typeof value === 'object' && value !== null && 'at' in value && 'id' in value && typeof value.id === 'string';
}

/** Who this is, as the server names them. */
export async function personOf(url: string, given: GivenPerson | undefined): Promise<string> {
  const text = JSON.stringify(await visitorOf(url, given).ask('GET', '/api/session'));
  const id = /"id":"([A-Za-z0-9_-]{22})"/.exec(text)?.[1];
  if (id === undefined) throw new Error(`a session of nobody: ${text}`);
  return id;
}

/** The person as a visitor. */
export function visitorOf(url: string, given: GivenPerson | undefined): Visitor {
  return Object.assign(new Visitor(url), { cookie: given?.cookie, csrf: given?.csrf });
}

/** Waits until this holds; throws after a while. */
export async function until(holds: () => boolean): Promise<void> {
  const fromMs = performance.now();
  while (!holds()) {
    if (performance.now() - fromMs > PATIENCE_MS) throw new Error('the people do not come to an end');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

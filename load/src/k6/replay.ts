import exec from 'k6/execution';
import { Counter, Trend } from 'k6/metrics';
import type { Options } from 'k6/options';
import { WebSocket } from 'k6/websockets';
import { type GivenPerson, type GivenReplay, readGiven, type Tape } from './given.ts';
import { askForTicket, VERSION } from './person.ts';

export { handleSummary } from './summary.ts';

// Recorded traffic, so many times as fast as it was. A message is due at its time, and goes when what came before it in the map's order
// is kept: faster, the same messages wait for each other, and their order stays the recorded one. A gateway gathers what several people
// write in one map (batching.ts), so one such message after the other goes no faster than its ticks. Each still names the number that its
// author had seen then, so that docstore has the same to reconcile.

const ARRIVE_MS = 3_000;
const END_MS = 20_000;
/** No message waits longer for the gateway's ticks. */
const TICKS_MS = 160;
const given = readGiven(open(__ENV['GIVEN'] ?? '')) as GivenReplay;
const lines = Math.max(...given.rooms.map(({ tape }) => tape.lines.length));
const lengthMs = Math.max(given.lengthMs / given.speed, lines * TICKS_MS);

export const options: Options = {
  scenarios: {
    rooms: {
      executor: 'per-vu-iterations',
      vus: given.rooms.length,
      iterations: 1,
      maxDuration: `${ARRIVE_MS + lengthMs + END_MS + 10_000}ms`,
      exec: 'play',
    },
  },
  // Every tag costs on every message.
  systemTags: [],
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max', 'count'],
};

const kept = new Counter('kept');
const refused = new Counter('refused');
const lost = new Counter('lost_sockets');
const unfinished = new Counter('unfinished_rooms');
const late = new Trend('late_ms');

/** When everybody begins: the same for all rooms. */
export function setup(): { readonly fromMs: number } {
  return { fromMs: Date.now() + ARRIVE_MS };
}

/** One room: its people arrive, its tape is played, everybody sees the end of it. */
export async function play({ fromMs }: { readonly fromMs: number }): Promise<void> {
  const room = given.rooms[exec.vu.idInTest - 1];
  if (room === undefined) return;
  const { people, tape } = room;
  const tickets = await Promise.all(people.map((person, n) => askForTicket(given.url, person, tape.clients[n] ?? '')));
  const timers: number[] = [];
  let isOver = false;
  const end = (): void => {
    if (isOver) return;
    if (seats.some((seat) => seat.seq < tape.seq)) unfinished.add(1);
    isOver = true;
    for (const timer of timers) clearInterval(timer);
    clearTimeout(latest);
    for (const seat of seats) seat.close();
  };
  const look = (): void => {
    player.look();
    if (seats.every((seat) => seat.seq >= tape.seq)) end();
  };
  const seats = people.map(
    (person, n) => new Seat(person, { client: tape.clients[n] ?? '', ticket: tickets[n] ?? null }, () => isOver, look),
  );
  const player = new Player(tape, seats, fromMs);
  setTimeout(() => player.next(), Math.max(1, fromMs - Date.now()));
  timers.push(Number(setInterval(() => seats.forEach((seat) => seat.send('{"kind":"ping","nonce":1}')), 5_000)));
  const latest = setTimeout(end, fromMs + lengthMs + END_MS - Date.now());
}

/** Sends the lines of a tape, each in its turn. */
class Player {
  readonly #tape: Tape;
  readonly #seats: readonly Seat[];
  readonly #fromMs: number;
  #at = 0;
  #isSent = false;

  constructor(tape: Tape, seats: readonly Seat[], fromMs: number) {
    this.#tape = tape;
    this.#seats = seats;
    this.#fromMs = fromMs;
  }

  /** Sends the next line when it is due. */
  next(): void {
    const line = this.#tape.lines[this.#at];
    if (line === undefined) return;
    const { person, base, changes, atMs } = line;
    const send = (): void => {
      this.#isSent = true;
      this.#seats[person]?.send(JSON.stringify({ kind: 'submit', base, changes }));
    };
    const waitMs = this.#fromMs + atMs / given.speed - Date.now();
    if (waitMs >= 1) setTimeout(send, waitMs);
    else send();
  }

  /** Somebody heard something: goes on when it was the line under way. */
  look(): void {
    const line = this.#tape.lines[this.#at];
    if (line === undefined || !this.#isSent || (this.#seats[line.person]?.kept ?? 0) < line.kept) return;
    late.add(Math.max(0, Date.now() - this.#fromMs - line.atMs / given.speed));
    kept.add(line.changes.length);
    this.#isSent = false;
    this.#at++;
    this.next();
  }
}

/** One person of the room on a socket. */
class Seat {
  /** The last number that was heard of. */
  seq = 0;
  /** The last own counter that was heard of. */
  kept = 0;
  readonly #client: string;
  readonly #socket: WebSocket;
  readonly #onHeard: () => void;

  constructor(
    person: GivenPerson,
    { client, ticket }: { readonly client: string; readonly ticket: string | null },
    isOver: () => boolean,
    onHeard: () => void,
  ) {
    this.#client = client;
    this.#onHeard = onHeard;
    const headers = { cookie: person.cookie, origin: given.url };
    const socket = new WebSocket(`${given.url.replace('http', 'ws')}/api/socket`, null, { headers });
    this.#socket = socket;
    socket.addEventListener('open', () => {
      socket.send(
        JSON.stringify({
          ...{ kind: 'hello', version: VERSION, map: person.map, client },
          ...{ person: null, ticket, since: 0, lineage: null },
        }),
      );
    });
    socket.addEventListener('message', (event) => {
      if ('data' in event && typeof event.data === 'string') this.#heard(event.data);
    });
    socket.addEventListener('close', () => {
      if (!isOver()) lost.add(1);
    });
  }

  send(text: string): void {
    if (this.#socket.readyState === 1) this.#socket.send(text);
  }

  close(): void {
    this.#socket.close();
  }

  #heard(text: string): void {
    if (text.startsWith('{"kind":"refused"')) refused.add(1);
    if (!text.startsWith('{"kind":"changes"')) return;
    const frame = JSON.parse(text) as { changes: { seq: number; client: string; counter: number }[] };
    for (const { seq, client, counter } of frame.changes) {
      this.seq = seq;
      if (client === this.#client) this.kept = counter;
    }
    this.#onHeard();
  }
}

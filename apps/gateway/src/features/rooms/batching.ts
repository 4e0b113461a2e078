import type { Clock, MapId, PeerId, PersonId, PrefixName } from '@bough/base';
import type { Change } from '@bough/map';
import { isSubmit } from '@bough/sync';

// How changes wait, from a socket to the call of docstore. Nothing else in the gateway makes a change wait.
//
//                        tick                          tick
//   time in ms     0      |40           80              |120
//                  +------+-------------+---------------+----->
//   anna, map 1    a1----------------------------------------> read and sent at once: she writes alone
//   ben,  map 1        b1 |                                     Ben writes within half a second of Anna: from
//   anna, map 1         a2|                                     now on what they submit is held as it came
//   cleo, map 2        c1 |                                     (so is what Cleo and Dora write together)
//   dora, map 2         d1|
//                         read b1 a2, then c1 d1                first every map reads what it held ...
//                         call(map 1: b1 a2, map 2: c1 d1)      ... then one call leaves for all of them (docstore-client.ts)
//
// Why: a change costs most in what surrounds it. Each frame that is read by itself wakes the process; each call costs a packet, a
// wake-up of docstore, a flush of its disk and the way back. At a tick all of that is paid once for everybody who writes, in whatever map.
// A tick is the same moment for all maps; a timer for each map, or one that starts with the first change, would wake the process as often
// as there are maps. Nobody waits longer for their own change, which stands on their screen already: what waits is what others
// see of it. The more people write in one map, the fewer ticks it takes: there is more to see at each.
//
// A map that docstore answered late the last time goes alone, so that it holds up no other: its storage is far, or it is being opened.
//
// Behind the call there are two more places that gather, both for one turn of the event loop or one write, and neither delays what could
// go: docstore's commit takes what came while the one before was being written, and a room sends what was kept to everybody as one frame.

/** From one tick to the next. Where two write in a map it takes each; see WriterCount. */
export const TICK_MS = 40;
/** Two write together when one follows the other within so long, and for so long after that. */
const TOGETHER_MS = 500;
/** So many who write together are a crowd. */
const CROWD = 6;
/** More frames of one map are not held, nor more characters of them. */
const HELD_MOST = 256;
const HELD_CHARACTERS_MOST = 1024 * 1024;
/** Most submits of one map in one call. */
const CALL_MOST = 32;
/** About so many characters go in one call of several maps. */
const CALL_CHARACTERS_MOST = 8 * 1024 * 1024;
/** A map that docstore answered within so long goes in one call with others. */
const SOON_MS = 30;

/** An append that waits for its call: changes of one writer, and who is to be told what became of them. */
export interface QueuedAppend<A> {
  readonly base: PrefixName;
  /** As in packages/sync's Writer. */
  readonly formerly: PersonId | null;
  /** As in packages/sync's Submitter. */
  readonly mayEdit: boolean;
  readonly changes: readonly Change[];
  readonly answer: A;
}

/** What leaves at one moment for one map. */
export interface MapBatch<A> {
  readonly map: MapId;
  readonly submits: readonly QueuedAppend<A>[];
  /** About how long they are together. */
  readonly characters: number;
  /** Whether docstore answered soon the last time. */
  readonly isSoon: boolean;
  /** Is told how long docstore took. */
  readonly took: (ms: number) => void;
}

/** Calls of docstore that take all of it, each of at most `mapsMost` maps. */
export function callsOf<A>(all: readonly MapBatch<A>[], mapsMost: number): readonly (readonly MapBatch<A>[])[] {
  const { soon = [], late = [] } = Object.groupBy(all, ({ isSoon }) => (isSoon ? 'soon' : 'late'));
  const calls: MapBatch<A>[][] = [];
  let characters = Infinity;
  for (const one of soon) {
    const last = calls.at(-1);
    characters += one.characters;
    if (last !== undefined && last.length < mapsMost && characters <= CALL_CHARACTERS_MOST) {
      last.push(one);
    } else {
      calls.push([one]);
      characters = one.characters;
    }
  }
  return [...calls, ...late.map((one) => [one])];
}

/** Takes to docstore what leaves at one moment: of different maps, each at most once. */
type SendAll<A> = (all: readonly MapBatch<A>[]) => void;

/** The ticks of one gateway, evenly spaced and the same for all maps. */
export class BatchSchedule<A> {
  readonly #clock: Clock;
  readonly #send: SendAll<A>;
  /** What is due, by the number of its tick. */
  readonly #due = new Map<number, Set<BatchQueue<A>>>();

  constructor(clock: Clock, send: SendAll<A>) {
    this.#clock = clock;
    this.#send = send;
  }

  /** Sends now what left its queue. */
  send(all: readonly MapBatch<A>[]): void {
    if (all.length > 0) this.#send(all);
  }

  /** Has it read and sent at the next tick whose number is a multiple of `ofEvery`. */
  plan(queue: BatchQueue<A>, ofEvery: number): void {
    const nowMs = this.#clock.monotonic();
    const tick = Math.ceil((Math.floor(nowMs / TICK_MS) + 1) / ofEvery) * ofEvery;
    const known = this.#due.get(tick);
    if (known !== undefined) {
      known.add(queue);
      return;
    }
    this.#due.set(tick, new Set([queue]));
    this.#clock.after(tick * TICK_MS - nowMs, () => this.#run(tick));
  }

  #run(tick: number): void {
    const due = [...(this.#due.get(tick) ?? [])];
    this.#due.delete(tick);
    try {
      for (const queue of due) queue.read();
    } finally {
      this.send(due.flatMap((queue) => queue.leave()));
    }
  }
}

export interface BatchQueueParts<A> {
  readonly clock: Clock;
  readonly schedule: BatchSchedule<A>;
  readonly map: MapId;
}

/** What is submitted to one map: frames that are not read yet, then submits that are not sent yet. */
export class BatchQueue<A> {
  readonly #schedule: BatchSchedule<A>;
  readonly #map: MapId;
  readonly #writers: WriterCount;
  #held: { readonly text: string; readonly read: (text: string) => void }[] = [];
  #characters = 0;
  #isReading = false;
  #submits: QueuedAppend<A>[] = [];
  /** How much was read into `#submits`. */
  #readCharacters = 0;
  #isSoon = false;
  readonly #took = (ms: number): void => {
    this.#isSoon = ms <= SOON_MS;
  };

  constructor({ clock, schedule, map }: BatchQueueParts<A>) {
    this.#schedule = schedule;
    this.#map = map;
    this.#writers = new WriterCount(clock);
  }

  /** Has a frame read at once or, where it is a submit that can wait, at a tick, after what its sender submitted before. */
  take(peer: PeerId, text: string, read: (text: string) => void): void {
    if (!isSubmit(text) || (!this.#writers.noteWriter(peer) && this.#held.length === 0)) {
      read(text);
      return;
    }
    this.#held.push({ text, read });
    this.#characters += text.length;
    if (this.#held.length >= HELD_MOST || this.#characters >= HELD_CHARACTERS_MOST) this.flush();
    else if (this.#held.length === 1) this.#schedule.plan(this, this.#writers.ticks);
  }

  /** Takes what was read on to docstore: at once, or, while held frames are being read, together with what is in them. */
  add(submit: QueuedAppend<A>): void {
    this.#submits.push(submit);
    if (!this.#isReading || this.#submits.length >= CALL_MOST) this.#send();
  }

  /** Reads and sends everything that waits, now. */
  flush(): void {
    if (this.#held.length === 0) return;
    try {
      this.read();
    } finally {
      this.#send();
    }
  }

  /** Reads what is held; what is submitted meanwhile waits for `leave`. */
  read(): void {
    const held = this.#held;
    this.#held = [];
    this.#readCharacters += this.#characters;
    this.#characters = 0;
    this.#isReading = true;
    try {
      for (const { text, read } of held) read(text);
    } finally {
      this.#isReading = false;
    }
  }

  /** What was submitted and has not left yet: one entry, or none. */
  leave(): readonly MapBatch<A>[] {
    const [submits, characters] = [this.#submits, this.#readCharacters];
    this.#submits = [];
    this.#readCharacters = 0;
    if (submits.length === 0) return [];
    return [{ map: this.#map, submits, characters, isSoon: this.#isSoon, took: this.#took }];
  }

  #send(): void {
    this.#schedule.send(this.leave());
  }
}

/** Who writes in one map together. */
class WriterCount {
  readonly #clock: Clock;
  /** Who wrote, and when: the last one last. */
  readonly #wrote = new Map<PeerId, number>();
  /** When somebody wrote soon after somebody else. */
  #togetherMs = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes that this one writes; answers whether others write, too. */
  noteWriter(peer: PeerId): boolean {
    const nowMs = this.#clock.monotonic();
    for (const [other, atMs] of this.#wrote) {
      if (nowMs - atMs < TOGETHER_MS) break;
      this.#wrote.delete(other);
    }
    this.#wrote.delete(peer);
    if (this.#wrote.size > 0) this.#togetherMs = nowMs;
    this.#wrote.set(peer, nowMs);
    return nowMs - this.#togetherMs < TOGETHER_MS;
  }

  /** Of how many ticks one is enough. */
  get ticks(): number {
    if (this.#wrote.size >= CROWD) return 4;
    return this.#wrote.size > 2 ? 2 : 1;
  }
}

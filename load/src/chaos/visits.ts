import { setTimeout as sleep } from 'node:timers/promises';
import { type AskedFile, becauseOf, fileProblems, type MissedFile, missedFiles } from './files.ts';
import type { Room } from './room.ts';
import type { Spans } from './spans.ts';

const LOOK_MS = 2_000;
/** From when everything runs again, every file is had within this; and who tries again waits as long. */
const WELL_MS = 5_000;
/** Beyond it nobody waits any more. */
const LONGEST_MS = 120_000;
const FORMATS = ['svg', 'mm', 'markdown', 'pdf'] as const;

/** What people do beside drawing: it may fail while something that it needs is away, and not else. */
export class Visits {
  readonly #rooms: readonly Room[];
  readonly #nowMs: () => number;
  readonly #spans: Spans;
  readonly #files: AskedFile[] = [];
  readonly #going: Promise<void>;
  #revoking: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(rooms: readonly Room[], spans: Spans, nowMs: () => number) {
    this.#rooms = rooms;
    this.#spans = spans;
    this.#nowMs = nowMs;
    this.#going = this.#go();
  }

  /** Each owner sends one away, and asks again until it is done. */
  async revokeAll(): Promise<void> {
    this.#revoking = Promise.all(this.#rooms.map((room) => insist(() => room.revoke()))).then(() => undefined);
    await this.#revoking;
  }

  /** How many were let into maps, and how many of them were sent away again. */
  get shared(): { readonly letIn: number; readonly sentAway: number } {
    const counts = this.#rooms.map((room) => room.sharing.counts);
    const sum = (of: 'letIn' | 'sentAway'): number => counts.reduce((all, one) => all + one[of], 0);
    return { letIn: sum('letIn'), sentAway: sum('sentAway') };
  }

  /** How many files were asked for, and those that were not had. */
  get files(): { readonly asked: number; readonly missed: readonly MissedFile[] } {
    return { asked: this.#files.length, missed: missedFiles(this.#files, this.#spans) };
  }

  /** What is not answered for so long that nobody waits for it is not had. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.race([Promise.all([this.#going, this.#revoking]), sleep(LONGEST_MS, undefined, { ref: false })]);
  }

  /** What went wrong that should not have; asks for every kind of file of every map once more, now that all is well. */
  async problems(): Promise<readonly string[]> {
    await sleep(WELL_MS);
    for (const room of this.#rooms) for (const format of FORMATS) await this.#save(room, format);
    return fileProblems(this.#files, this.#spans);
  }

  async #go(): Promise<void> {
    for (let n = 0; !this.#isOver; n++) {
      const room = this.#rooms[n % this.#rooms.length];
      const format = FORMATS[n % FORMATS.length];
      if (room === undefined || format === undefined) return;
      await this.#save(room, format);
      await room.look().catch(() => undefined);
      await room.sharing.step().catch(() => undefined);
      await Promise.all([room.intruders.step().catch(() => undefined), sleep(LOOK_MS)]);
    }
  }

  /** Asks for a file, and once more where nothing explains why it was not had. */
  async #save(room: Room, format: string, isLast = false): Promise<void> {
    const fromMs = this.#nowMs();
    const failure: unknown = await room.save(format).then(
      () => null,
      (cause: unknown) => cause,
    );
    const tried = { format, fromMs, toMs: this.#nowMs(), failure };
    const isTriedAgain = !isLast && failure !== null && becauseOf(this.#spans, tried).length === 0;
    this.#files.push({ ...tried, isTriedAgain });
    if (!isTriedAgain) return;
    await sleep(WELL_MS);
    await this.#save(room, format, true);
  }
}

/** Asks until it is done. */
async function insist(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch {
      await sleep(200);
    }
  }
}

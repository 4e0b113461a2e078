import type { MapId } from '@bough/base';
import { decodeMap, type MindMap } from '@bough/map';
import { matcherOf } from '../core/find.ts';
import type { FromPast, Look, PastAnswer, PastQuestion, PastState, ToPast } from './past-messages.ts';
import type { PastChange } from './sittings.ts';
import { Timeline } from './timeline.ts';

/** Changes of one answer, and of them so many at once, so that a look does not wait long. */
const PAGE = 2_000;
const SLICE = 500;
const READ_AT_ONCE = 20_000;

/** Where the past is read from, and how others get a turn in between. */
export interface PastSource {
  readonly readMoment: (
    map: MapId,
    at: number | null,
  ) => Promise<{ readonly seq: number; readonly text: string } | null>;
  readonly readChanges: (map: MapId, from: number, to: number) => Promise<readonly PastChange[] | null>;
  readonly rest: () => Promise<void>;
  /** A past of at most so many changes is read as soon as it is opened, a longer one once somebody goes through it. */
  readonly readAtOnce?: number;
}

/**
 * Somebody looks at the past of a map. What they want is answered from the changes that have been read, or by the server while they have
 * not; of several wishes the last one counts, and the next is answered once the last answer is drawn.
 */
export class PastSession {
  readonly #source: PastSource;
  readonly #tell: (message: FromPast) => void;
  #map: MapId | null = null;
  #last = 0;
  /** The map as it is now, until its changes are read. */
  #present: MindMap | null = null;
  #timeline: Timeline | null = null;
  #state: PastState = 'none';
  #wanted: Look | null = null;
  #isLooking = false;
  #isDrawn = true;
  #questions: { readonly id: number; readonly question: PastQuestion }[] = [];

  constructor(source: PastSource, tell: (message: FromPast) => void) {
    this.#source = source;
    this.#tell = tell;
  }

  async take(message: Exclude<ToPast, { kind: 'supply' }>): Promise<void> {
    switch (message.kind) {
      case 'open':
        return await this.#open(message.map);
      case 'look':
        this.#wanted = message.look;
        if (message.look.seq !== this.#last || message.look.compare !== null) void this.#read();
        return await this.#lookOn();
      case 'drawn':
        this.#isDrawn = true;
        return await this.#lookOn();
      case 'read':
        return await this.#read();
      case 'ask':
        this.#questions.push(message);
        void this.#read();
        return this.#answer();
    }
  }

  /** The map before its first change, and as it is: both are small beside what is between them. */
  async #open(map: MapId): Promise<void> {
    this.#map = map;
    const [beginning, now] = await Promise.all([this.#source.readMoment(map, 0), this.#source.readMoment(map, null)]);
    const [first, last] = [decoded(beginning?.text), decoded(now?.text)];
    if (first === null || last === null || now === null) return this.#tell({ kind: 'opened', last: null });
    this.#timeline = new Timeline(first);
    this.#present = last;
    this.#last = now.seq;
    this.#tell({ kind: 'opened', last: now.seq });
    if (now.seq <= (this.#source.readAtOnce ?? READ_AT_ONCE)) void this.#read();
  }

  /** Reads the past from its first change on, once. */
  async #read(): Promise<void> {
    const [map, timeline] = [this.#map, this.#timeline];
    if (map === null || timeline === null || this.#state === 'loading' || this.#state === 'there') return;
    this.#say('loading');
    let ahead = this.#page(map, timeline.last + 1);
    while (timeline.last < this.#last) {
      const page = await ahead;
      if (page === null || page.length === 0) {
        this.#say('failed');
        return await this.#lookOn();
      }
      ahead = this.#page(map, timeline.last + 1 + page.length);
      for (let from = 0; from < page.length; from += SLICE) {
        timeline.take(page.slice(from, from + SLICE));
        await this.#source.rest();
      }
      void this.#lookOn();
    }
    this.#present = null;
    this.#say('there');
    this.#answer();
    await this.#lookOn();
  }

  async #page(map: MapId, from: number): Promise<readonly PastChange[] | null> {
    if (from > this.#last) return [];
    return await this.#source.readChanges(map, from, Math.min(this.#last, from + PAGE - 1));
  }

  #say(state: PastState): void {
    this.#state = state;
    this.#tell({ kind: 'state', state });
  }

  async #lookOn(): Promise<void> {
    if (this.#isLooking || !this.#isDrawn || this.#timeline === null) return;
    this.#isLooking = true;
    const look = this.#wanted;
    const isMet = look === null || (await this.#look(look, this.#timeline));
    this.#isLooking = false;
    if (!isMet) return;
    if (this.#wanted === look) this.#wanted = null;
    else await this.#lookOn();
  }

  /** False: it has to wait until more is read. */
  async #look(look: Look, timeline: Timeline): Promise<boolean> {
    const { seq, compare } = look;
    const change = timeline.shownBy(seq);
    if (compare !== null) {
      if (Math.max(seq, compare.base) > timeline.last) {
        if (this.#state === 'failed') this.#tell({ kind: 'unread' });
        return this.#state === 'failed';
      }
      this.#show({ look, change, ...timeline.showBoth(compare.base, seq, compare.by) });
      return true;
    }
    if (seq <= timeline.last) this.#show({ look, change, patch: timeline.show(seq), comparison: null });
    else await this.#lookElsewhere(look, timeline);
    return true;
  }

  /** What is not read yet, the server knows. */
  async #lookElsewhere(look: Look, timeline: Timeline): Promise<void> {
    const { map, seq } = { map: this.#map, ...look };
    if (map === null) return;
    const [found, changes] = await Promise.all([
      this.#momentAt(map, seq),
      seq < 1 ? [] : this.#source.readChanges(map, seq, seq),
    ]);
    if (found === null) return this.#tell({ kind: 'unread' });
    const change = changes?.[0] ?? null;
    const by = change === null ? null : { seq, author: change.author, at: change.at };
    this.#show({ look, change: by, patch: timeline.showRead(seq, found), comparison: null });
  }

  async #momentAt(map: MapId, seq: number): Promise<MindMap | null> {
    if (seq === this.#last && this.#present !== null) return this.#present;
    return decoded((await this.#source.readMoment(map, seq))?.text);
  }

  #show(shown: Omit<Extract<FromPast, { kind: 'shown' }>, 'kind'>): void {
    this.#isDrawn = false;
    this.#tell({ kind: 'shown', ...shown });
  }

  #answer(): void {
    const timeline = this.#timeline;
    if (timeline === null || this.#state !== 'there') return;
    for (const { id, question } of this.#questions)
      this.#tell({ kind: 'answer', id, answer: answered(timeline, question) });
    this.#questions = [];
  }
}

function answered(timeline: Timeline, question: PastQuestion): PastAnswer<PastQuestion['kind']> {
  switch (question.kind) {
    case 'authorship':
      return timeline.authorship(question.item, question.seq);
    case 'removed': {
      const has = matcherOf(question.words);
      return timeline.removed(({ text, note }) => has(text) || has(note));
    }
    case 'hands':
      return timeline.hands(question.seq);
    case 'times':
      return timeline.times();
    case 'step':
      return { patch: timeline.step(question.from, question.to), change: timeline.shownBy(question.to) };
    case 'largeSteps':
      return timeline.largeSteps();
  }
}

function decoded(text: string | undefined): MindMap | null {
  const read = text === undefined ? null : decodeMap(text);
  return read?.ok === true ? read.value : null;
}

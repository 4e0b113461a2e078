import { must, parseMapId } from '@bough/base';
import { applyOps, decodeMap, emptyMap, encodeVisible, isRecoveredItem, type ItemId, type MindMap } from '@bough/map';
import { applyPatch } from '@bough/map/difference';
import { Dice, Memory, randomOps } from '@bough/map/testing';
import { expect, it } from 'vitest';
import type { FromPast, Look, ToPast } from './past-messages.ts';
import { PastSession } from './past-session.ts';
import type { PastChange } from './sittings.ts';

const MAP = parseMapId('AZNq0J9XcAC_gV0T3bYw1g') ?? expect.unreachable('a map id');
const { ids } = new Dice(1);
const [ANN, BEN] = [ids.long(), ids.long()] as [PastChange['author'], PastChange['author']];

/** A server with a map of a random past; requests wait where that is asked for. */
class Server {
  readonly texts: string[] = [encodeVisible(emptyMap())];
  readonly changes: PastChange[] = [];
  readonly asked: string[] = [];
  isBroken = false;
  #held: Promise<void> | null = null;
  #letGo: () => void = () => undefined;

  constructor(count: number) {
    const dice = new Dice(3);
    const memory = new Memory();
    const map = emptyMap();
    for (let seq = 1; seq <= count; seq++) {
      const author = seq % 3 === 0 ? BEN : ANN;
      const change = { seq, author, at: seq * 1_000, ops: randomOps(dice, map, memory) };
      applyOps(map, change);
      this.changes.push(change);
      this.texts.push(encodeVisible(map));
    }
  }

  /** Pages of changes wait until they are let go. */
  hold(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    this.#letGo = resolve;
  }

  letGo(): void {
    this.#held = null;
    this.#letGo();
  }

  readonly source = {
    readMoment: async (_map: unknown, at: number | null) => {
      this.asked.push(`moment ${at ?? 'now'}`);
      const seq = at ?? this.changes.length;
      const text = this.texts[seq];
      return this.isBroken || text === undefined ? null : { seq, text };
    },
    readChanges: async (_map: unknown, from: number, to: number) => {
      this.asked.push(`changes ${from}..${to}`);
      if (from !== to) await this.#held;
      return this.isBroken ? null : this.changes.slice(from - 1, to);
    },
    rest: () => Promise.resolve(),
  };
}

/** Somebody who draws what comes at once, or when `draw` is called. */
class Page {
  readonly map: MindMap = emptyMap();
  readonly heard: FromPast[] = [];
  readonly #session: PastSession;
  isSlow = false;

  constructor({ source }: Server, readAtOnce = 1_000) {
    this.#session = new PastSession({ ...source, readAtOnce }, (message) => this.#hear(message));
  }

  async say(message: Exclude<ToPast, { kind: 'supply' }>): Promise<void> {
    await this.#session.take(message);
  }

  async look(seq: number, compare: Look['compare'] = null): Promise<void> {
    await this.say({ kind: 'look', look: { seq, compare } });
  }

  get shown(): readonly Extract<FromPast, { kind: 'shown' }>[] {
    return this.heard.flatMap((message) => (message.kind === 'shown' ? [message] : []));
  }

  async isRead(): Promise<void> {
    await expect
      .poll(() => this.heard.some((message) => message.kind === 'state' && message.state === 'there'))
      .toBe(true);
  }

  #hear(message: FromPast): void {
    this.heard.push(message);
    if (message.kind !== 'shown') return;
    applyPatch(this.map, structuredClone(message.patch));
    if (!this.isSlow) void this.say({ kind: 'drawn' });
  }
}

it('[EDIT-93] a moment that is not read yet comes from the server, the map as it is now is not asked for twice, and later ones cost no request', async () => {
  const server = new Server(60);
  const page = new Page(server);
  server.hold();
  await page.say({ kind: 'open', map: MAP });
  expect(page.heard[0]).toEqual({ kind: 'opened', last: 60 });
  await page.look(60);
  await page.look(17);
  expect(encodeVisible(page.map)).toBe(server.texts[17]);
  expect(page.shown.at(-1)?.change).toEqual({ seq: 17, author: ANN, at: 17_000 });
  expect(server.asked.filter((what) => what.startsWith('moment'))).toEqual(['moment 0', 'moment now', 'moment 17']);
  server.letGo();
  await page.isRead();
  const before = server.asked.length;
  for (const seq of [40, 3, 60, 0, 17]) {
    await page.look(seq);
    expect(encodeVisible(page.map)).toBe(server.texts[seq]);
  }
  expect(page.shown.at(-1)?.look.seq).toBe(17);
  expect(server.asked.length).toBe(before);
});

it('[EDIT-93] of several wishes the last one counts, and nothing comes before what came last is drawn', async () => {
  const server = new Server(40);
  const page = new Page(server);
  await page.say({ kind: 'open', map: MAP });
  await page.isRead();
  page.isSlow = true;
  await page.look(40);
  for (const seq of [30, 20, 10]) await page.look(seq);
  expect(page.shown.map(({ look }) => look.seq)).toEqual([40]);
  await page.say({ kind: 'drawn' });
  expect(page.shown.map(({ look }) => look.seq)).toEqual([40, 10]);
  expect(encodeVisible(page.map)).toBe(server.texts[10]);
});

it('[EDIT-93] two moments are compared once what lies between is read, and the way back leads to a moment', async () => {
  const server = new Server(50);
  const page = new Page(server);
  server.hold();
  await page.say({ kind: 'open', map: MAP });
  await page.look(50, { base: 12, by: null });
  expect(page.shown).toEqual([]);
  server.letGo();
  await page.isRead();
  await expect.poll(() => page.shown.length).toBe(1);
  const [{ comparison } = {}] = page.shown;
  expect(comparison).toMatchObject({ from: 12, to: 50 });
  expect(new Set(comparison?.authors)).toEqual(new Set([ANN, BEN]));
  await page.look(31);
  expect(encodeVisible(page.map)).toBe(server.texts[31]);
});

it('[EDIT-93] what is asked of the whole past is answered once it is read', async () => {
  const server = new Server(30);
  const page = new Page(server);
  server.hold();
  await page.say({ kind: 'open', map: MAP });
  await page.say({ kind: 'ask', id: 5, question: { kind: 'times' } });
  await page.say({ kind: 'ask', id: 6, question: { kind: 'hands', seq: 30 } });
  expect(page.heard.filter(({ kind }) => kind === 'answer')).toEqual([]);
  server.letGo();
  await page.isRead();
  const answers = page.heard.flatMap((message) => (message.kind === 'answer' ? [message] : []));
  expect(answers.map(({ id }) => id)).toEqual([5, 6]);
  expect(answers[0]?.answer).toMatchObject(server.changes.map(({ at }) => ({ at })));
  // Nobody made what holds what was recovered.
  const items = [...must(decodeMap(server.texts[30])).items.keys()].filter((id) => !isRecoveredItem(id));
  const hands = new Map(answers[1]?.answer as readonly (readonly [ItemId, unknown])[]);
  expect(new Set(hands.keys())).toEqual(new Set(items));
});

it('[EDIT-93] a long past is read once somebody goes through it; what fails is said, and tried again with the next wish', async () => {
  const server = new Server(30);
  const page = new Page(server, 10);
  server.isBroken = true;
  await page.say({ kind: 'open', map: MAP });
  expect(page.heard).toEqual([{ kind: 'opened', last: null }]);
  server.isBroken = false;
  await page.say({ kind: 'open', map: MAP });
  await page.look(30);
  expect(encodeVisible(page.map)).toBe(server.texts[30]);
  expect(server.asked.filter((what) => what.includes('..') && what !== 'changes 30..30')).toEqual([]);
  server.isBroken = true;
  const failures = (): number => page.heard.filter(({ kind }) => kind === 'unread').length;
  await page.look(9);
  expect(failures()).toBe(1);
  await page.look(12, { base: 2, by: null });
  await expect.poll(failures).toBe(2);
  server.isBroken = false;
  await page.look(9);
  await page.isRead();
  expect(encodeVisible(page.map)).toBe(server.texts[9]);
});

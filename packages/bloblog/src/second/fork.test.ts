import { expect, test } from 'vitest';
import { areApart } from './fork.ts';
import { Mirror } from './mirror.ts';
import { createLog, openLog } from '../log/open-log.ts';
import { readHead } from '../log/read-log.ts';
import { reconcileLog } from './reconcile.ts';
import { renewLog } from '../upkeep/renew-log.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { MemoryStore, type Note, noteCodec, runVirtual, virtualPorts } from '../testing/index.ts';
import { note } from '../testing/log-world.ts';
import { verifyLog } from '../upkeep/verify.ts';

const BACKOFF = { firstMs: 10, longestMs: 100, giveUpMs: 200 };

/** Two locations with five changes; the first one is taken back to its first three, and what it had stays in the second. */
async function forked() {
  const ports = virtualPorts(31);
  const [first, second] = [new MemoryStore(ports.clock), new MemoryStore(ports.clock)];
  const mirror = new Mirror({ ports, first, second }, { backoff: BACKOFF });
  const run = <T>(work: Promise<T>): Promise<T> => runVirtual(ports.clock, work);
  const parts = { ports, store: first, codec: noteCodec, location: 'first', afterHead: mirror.copy.bind(mirror) };
  const log = await run(createLog<Note>(parts, DEFAULT_SETTINGS, 'doc', { entries: [note(1)], label: '' }));
  for (const n of [2, 3]) await run(log.append([note(n)], ''));
  const earlier = new Map(first.objects);
  for (const n of [4, 5]) await run(log.append([note(n)], ''));
  expect(mirror.reached('doc')).toBe(5);
  first.objects.clear();
  for (const [key, kept] of earlier) first.objects.set(key, kept);
  const fresh = new Mirror({ ports, first, second }, { backoff: BACKOFF });
  const append = async (...notes: readonly Note[]): Promise<void> => {
    const alone = { ports, store: first, codec: noteCodec, location: 'restored' };
    const opened = await run(openLog<Note>(alone, DEFAULT_SETTINGS, 'doc'));
    if (opened === null) throw new Error('the log is there');
    if (notes.length > 0) await run(opened.log.append(notes, ''));
  };
  const both = async () => ({
    first: await readHead({ ports, store: first }, 'doc'),
    second: await readHead({ ports, store: second }, 'doc'),
  });
  return { ports, first, second, fresh, run, append, both };
}

test('[LOG-110] a location that lost changes and went on without them is told as that, however far it came, and nothing is copied', async () => {
  // Shorter than what was lost, as long, longer; and ending with the very change that the other location has under that number.
  const others = [4, 5, 6].map((n) => note(n, 'bob'));
  for (const went of [[], others.slice(0, 1), others.slice(0, 2), others, [note(4, 'bob'), note(5)]]) {
    const w = await forked();
    await w.append(...went);
    const before = await w.both();
    const { head } = before.first ?? {};
    if (head === undefined) throw new Error('the log is there');
    await expect(w.run(w.fresh.copy(head))).rejects.toMatchObject({ code: 'bloblog/forked', kind: 'corrupt' });
    const findings = await w.run(verifyLog(w.ports, w, 'doc'));
    expect(findings).toEqual([expect.objectContaining({ kind: 'forked', where: 'second' })]);
    expect(findings[0]?.detail).toBe(
      'the first location lost the changes 4 to 5, which the second has, and went on from 3 under a new lineage',
    );
    expect(await w.run(reconcileLog({ ports: w.ports, first: w.first, second: w.second }, 'doc'))).toEqual({
      outcome: 'forked',
      broughtBack: [],
      sent: 0,
      lost: [],
    });
    expect(await w.both()).toEqual(before);
    expect(w.fresh.reached('doc')).toBe(0);
  }
});

test('[LOG-110] so is a second location that was run from, and went on, before the first came back', async () => {
  const w = await forked();
  await w.append(note(4, 'bob'));
  const findings = await w.run(verifyLog(w.ports, { first: w.second, second: w.first }, 'doc'));
  expect(findings.map(({ kind, detail }) => [kind, detail])).toEqual([
    [
      'forked',
      'the second location lost the changes 4 to 5, which the first has, and went on from 3 under a new lineage',
    ],
  ]);
});

test('[LOG-110] a renewal that lost nothing is no fork: the second location gets it', async () => {
  const w = await forked();
  w.first.objects.clear();
  for (const [key, kept] of w.second.objects) w.first.objects.set(key, kept);
  await w.append(note(6));
  const { first } = await w.both();
  if (first === null) throw new Error('the log is there');
  await w.run(w.fresh.copy(first.head));
  expect(first.head.lineages).toHaveLength(2);
  expect((await w.both()).second?.head).toEqual(first.head);
  await w.run(renewLog(w.ports, w.first, 'doc'));
  expect(await w.run(reconcileLog({ ports: w.ports, first: w.first, second: w.second }, 'doc'))).toMatchObject({
    outcome: 'copied',
  });
  expect(await w.run(verifyLog(w.ports, w, 'doc'))).toEqual([]);
});

test('[LOG-111] a log that the first location lost whole comes back under a new lineage', async () => {
  const w = await forked();
  w.first.objects.clear();
  const lost = (await w.both()).second?.head;
  expect(await w.run(reconcileLog({ ports: w.ports, first: w.first, second: w.second }, 'doc'))).toMatchObject({
    outcome: 'restored',
  });
  const { first, second } = await w.both();
  const { head } = first ?? {};
  expect(head).toMatchObject({ seq: 5, lineages: [...(lost?.lineages ?? []), { id: head?.writeId, from: 5 }] });
  expect(second?.head).toEqual(head);
});

test('[LOG-112] how far the second location has a log is what it was last seen with', async () => {
  const w = await forked();
  expect(w.fresh.reached('doc')).toBe(0);
  w.first.objects.clear();
  for (const [key, kept] of w.second.objects) w.first.objects.set(key, kept);
  const { first } = await w.both();
  if (first === null) throw new Error('the log is there');
  await w.run(w.fresh.copy(first.head));
  expect(w.fresh.reached('doc')).toBe(5);
});

test('[LOG-143] a log that went apart is told by its name, and is not counted as lag', async () => {
  const w = await forked();
  await w.append(note(4, 'bob'));
  const { first } = await w.both();
  w.fresh.note(first?.head ?? expect.unreachable('it is there'));
  await w.run(w.fresh.close());
  expect(w.fresh.lag()).toMatchObject({ logs: 0, changes: 0, oldestMs: 0, apart: ['doc'] });
  expect(await areApart(w, 'doc')).toBe(true);
  expect(await areApart({ ...w, second: w.first }, 'doc')).toBe(false);
});

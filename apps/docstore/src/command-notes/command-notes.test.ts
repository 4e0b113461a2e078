import { Failure } from '@bough/base';
import { VirtualClock } from '@bough/base/testing';
import type { BlobStore } from '@bough/bloblog';
import type { CommandNote } from '@bough/contracts';
import { platformIds } from '@bough/service';
import { expect, test } from 'vitest';
import { readNotes, removeNote, runNoted, writeNote } from './command-notes.ts';
import { commands } from '../commands/commands.ts';
import { type CommandWorld, commandWorld } from '../testing/command-world.ts';
import { ANN, mapNamed } from '../testing/test-maps.ts';

const [A, B] = [mapNamed('a'), mapNamed('b')];

/** What the notes say, and then they are taken away. */
async function taken(w: CommandWorld, stores = [w.parts.first.store]): Promise<readonly unknown[]> {
  const notes = await readNotes(stores);
  for (const { id } of notes) await removeNote(stores, id);
  return notes.map(({ command, outcome, maps }) => [command, outcome, maps]);
}

test('[DOC-59] a command that changes documents is noted with its options and its maps; one that only looks, or was not told to do it, is not', async () => {
  const w = await commandWorld(['a', 'b']);
  for (const looking of [
    ['verify'],
    ['lag'],
    ['failover'],
    ['rebuild-metadata'],
    ['doctor'],
    ['settle', A, '--keep', 'first'],
  ])
    await w.run(looking[0] ?? '', ...looking.slice(1));
  expect(await taken(w)).toEqual([]);
  await w.run('reconcile');
  await w.run('repair', A);
  await w.run('collect', '--hours', '0');
  await w.run('renew-lineages', A, B);
  await w.documents.trash(B, ANN);
  await w.documents.close();
  await w.run('empty-trash', '--days', '0');
  await w.run('settle', A, '--keep', 'second', '--yes');
  // Several within one millisecond come in any order.
  expect(new Set(await taken(w))).toEqual(
    new Set([
      ['reconcile', 'done', []],
      ['repair', 'done', [A]],
      ['collect --hours 0', 'done', []],
      ['renew-lineages', 'done', [A, B]],
      ['empty-trash --days 0', 'done', [B]],
      ['settle --keep second --yes', 'done', [A]],
    ]),
  );
  // What says nothing of itself only looks.
  const quiet = commands.filter(({ changes }) => changes === 'nothing').map(({ name }) => name);
  expect(quiet).toEqual(['verify', 'failover', 'lag', 'list-rows', 'rebuild-metadata', 'doctor']);
});

test('[DOC-59] going home is noted in both locations: either of them may be the first one next', async () => {
  const w = await commandWorld(['a']);
  await w.run('fail-back');
  const both = [w.parts.first.store, w.parts.second.store];
  const [first, second] = await Promise.all(both.map((store) => readNotes([store])));
  expect(first).toEqual(second);
  expect(await taken(w, both)).toEqual([['fail-back', 'done', []]]);
  expect(await readNotes(both)).toEqual([]);
});

test('[DOC-59] the beginning is noted before anything is done, and stays of a command that was killed', async () => {
  const { parts } = await commandWorld([]);
  const store = parts.first.store;
  const run = { ports: parts.ports, stores: [store], say: parts.say };
  let seen: readonly CommandNote[] = [];
  const never = runNoted(run, { command: 'repair', maps: [A] }, async () => {
    seen = await readNotes([store]);
    return await new Promise<number>(() => undefined);
  });
  await expect.poll(() => seen.length).toBe(1);
  expect(seen).toMatchObject([{ command: 'repair', outcome: 'begun', maps: [A] }]);
  expect(Math.abs((seen[0]?.at ?? 0) - Date.now())).toBeLessThan(60_000);
  expect(await Promise.race([never, Promise.resolve('killed')])).toBe('killed');
  expect(await readNotes([store])).toEqual(seen);
});

test('[DOC-59] a command that fails is noted as failed, and so is one that found what it could not mend', async () => {
  const w = await commandWorld(['a']);
  await expect(w.run('restore-map', B)).rejects.toThrow('There is no document');
  expect(await taken(w)).toEqual([['restore-map', 'failed', [B]]]);
  const run = { ports: w.parts.ports, stores: [w.parts.first.store], say: w.parts.say };
  expect(await runNoted(run, { command: 'repair', maps: [] }, async () => 1)).toBe(1);
  expect(await taken(w)).toEqual([['repair', 'failed', []]]);
});

class Refusal extends Failure {}
/** The store, some writes of which are refused, counted from 1. */
function refusing(inner: BlobStore, refused: readonly number[], code: 'blobs/full' | 'blobs/away'): BlobStore {
  let writes = 0;
  const put: BlobStore['put'] = async (...call) => {
    writes++;
    if (refused.includes(writes)) throw new Refusal('it was refused', { kind: 'unavailable', code });
    await inner.put(...call);
  };
  return { ...inner, put, get: inner.get.bind(inner), list: inner.list.bind(inner), remove: inner.remove.bind(inner) };
}

test('[DOC-59] where nothing can be noted nothing is done; but a full disk keeps nobody from making room, and what could not be noted is said', async () => {
  const { parts, said } = await commandWorld([]);
  const { store } = parts.first;
  const tried = async (refused: readonly number[], code: 'blobs/full' | 'blobs/away'): Promise<unknown> => {
    let isDone = false;
    const run = { ports: parts.ports, stores: [refusing(store, refused, code)], say: parts.say };
    const work = async (): Promise<number> => ((isDone = true), 0);
    const outcome = await runNoted(run, { command: 'collect', maps: [] }, work).catch(String);
    const notes = await readNotes([store]);
    for (const { id } of notes) await removeNote([store], id);
    return [isDone, outcome, notes.map((note) => note.outcome)];
  };
  expect(await tried([1], 'blobs/away')).toEqual([false, expect.stringContaining('it was refused'), []]);
  expect(await tried([1], 'blobs/full')).toEqual([true, 0, ['done']]);
  expect(said).toEqual([]);
  expect(await tried([1, 2], 'blobs/full')).toEqual([true, 1, []]);
  expect(said.splice(0)).toEqual([expect.stringContaining('This is not in the audit log: it was refused')]);
  expect(await tried([2], 'blobs/away')).toEqual([true, 1, ['begun']]);
  expect(said).toEqual([expect.stringContaining('The audit log says only that this began')]);
});

test('[DOC-59] notes come oldest first, each once and so many at a time; one that cannot be read is told, not passed over', async () => {
  const w = await commandWorld([]);
  const { first, second } = w.parts;
  const clock = new VirtualClock();
  const ports = { clock, ids: platformIds };
  const ids: string[] = [];
  const write = async (store: BlobStore, command: string): Promise<void> => {
    clock.advance(1);
    ids.push((await writeNote([store], ports, { command, maps: [] }, 'done')).id);
  };
  for (let n = 0; n < 130; n++) await write(first.store, `run ${n}`);
  await write(second.store, 'elsewhere');
  const both = [first.store, second.store];
  const page = await readNotes(both);
  expect(page.map(({ id }) => id)).toEqual(ids.slice(0, 100));
  for (const { id } of page) await removeNote(both, id);
  expect((await readNotes(both)).map(({ command }) => command)).toEqual([
    ...Array.from({ length: 30 }, (_, n) => `run ${n + 100}`),
    'elsewhere',
  ]);
  const damaged = `operator/${ids[120]}`;
  const kept = w.raw.first.objects.get(damaged) ?? expect.unreachable('it is there');
  w.raw.first.objects.set(damaged, { ...kept, bytes: kept.bytes.slice(0, -1) });
  await first.store.put(`operator/${ids[121]}`, new TextEncoder().encode('{"command":"of nobody"}'));
  const read = await readNotes(both);
  expect(read.slice(20, 22)).toMatchObject([
    { id: ids[120], command: 'unreadable', outcome: 'failed' },
    { id: ids[121], command: 'unreadable', outcome: 'failed' },
  ]);
  clock.advance(1);
  const many = Array.from({ length: 150 }, (_, n) => mapNamed(`m${n}`));
  await writeNote([second.store], ports, { command: 'empty-trash', maps: many }, 'done');
  expect((await readNotes([second.store])).at(-1)?.maps).toEqual(many.slice(0, 100));
});

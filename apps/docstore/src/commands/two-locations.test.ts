import { headKey, MirroredUntil, readHead, reconcileLog } from '@bough/bloblog';
import { expect, test } from 'vitest';
import { Documents } from '../documents/documents.ts';
import { DocstoreFailure } from '../failure.ts';
import { documentsSettings } from '../settings.ts';
import { type CommandWorld, commandWorld } from '../testing/command-world.ts';
import { add, ANN, change, mapNamed } from '../testing/test-maps.ts';
import { runCommand } from './commands.ts';

const A = mapNamed('a');

async function seqs({ parts }: CommandWorld, map = A): Promise<(number | undefined)[]> {
  const { ports, first, second } = parts;
  const heads = await Promise.all([first, second].map(({ store }) => readHead({ ports, store }, map)));
  return heads.map((found) => found?.head.seq);
}

/** The first location is back where it was before its last changes, and went on without them. */
async function wentApart(w: CommandWorld): Promise<Documents> {
  const { ports, first, second } = w.parts;
  const before = new Map(w.raw.first.objects);
  await w.documents.append(A, { base: 2, changes: [2, 3].map((n) => change('ann', n, add(`y${n}`, 'Y'))) });
  await reconcileLog({ ports, first: first.store, second: second.store }, A);
  w.raw.first.objects.clear();
  for (const [key, kept] of before) w.raw.first.objects.set(key, kept);
  const documents = new Documents(
    { ports, store: first.store },
    documentsSettings({ BOUGH_OPEN_MB: 64, BOUGH_WRITE_SPACING_MS: 0 }),
  );
  await documents.append(A, { base: 2, changes: [change('bea', 1, add('z', 'Z'))] });
  return documents;
}

test('[DOC-101] lag says how far the second location is behind, and what is noted of it while it cannot be reached', async () => {
  const w = await commandWorld(['a', 'b']);
  expect(await w.run('lag')).toBe(0);
  expect(w.said.at(-1)).toBe('0 documents behind in the second location by 0 changes');
  await w.documents.append(A, { base: 2, changes: [2, 3].map((n) => change('ann', n, add(`y${n}`, 'Y'))) });
  expect(await w.run('lag')).toBe(1);
  expect(w.said.at(-2)).toBe(`${A}: has 2 of 4 changes, behind since ${new Date(1_700_000_000_002).toISOString()}`);
  expect(w.said.at(-1)).toContain(
    '1 document behind in the second location by 2 changes, the first of them since 2023',
  );
  const secondTrouble = new DocstoreFailure('The second location cannot be used.', {
    kind: 'unavailable',
    code: 'docstore/location',
  });
  await w.parts.first.store.put(`behind/${A}`, new TextEncoder().encode('{"seq":1,"since":1700000000000}'));
  const away = async () => ({ ...w.parts, second: null, secondTrouble, close: () => undefined });
  const say = (line: string): void => void w.said.push(line);
  expect(await runCommand('lag', [], away, say)).toBe(1);
  expect(w.said).toContain(`${A}: has at least 1 of 4 changes, behind since 2023-11-14T22:13:20.000Z`);
  expect(w.said.at(-2)).toContain('at least 1 document behind in the second location by at least 3 changes');
  expect(w.said.join('\n')).toContain('The second location cannot be used. This is what is noted');
  await expect(runCommand('reconcile', [], away, say)).rejects.toBe(secondTrouble);
  expect(await runCommand('rebuild-metadata', [], away, say)).toBe(0);
});

test('[DOC-102] repair brings what rotted in the first location back from the second, and says what is whole nowhere', async () => {
  const w = await commandWorld(['a', 'b']);
  const [image, name] = [`logs/${A}/assets/${'0a'.repeat(32)}`, `logs/${A}/versions/1-abc`];
  for (const key of [image, name]) {
    for (const { store } of [w.parts.first, w.parts.second]) await store.put(key, new Uint8Array([1, 2, 3]));
  }
  const rot = (where: 'first' | 'second', key: string): void => {
    const kept = w.raw[where].objects.get(key);
    if (kept !== undefined) w.raw[where].objects.set(key, { ...kept, bytes: kept.bytes.slice(0, -1) });
  };
  for (const key of [image, name, headKey(A)]) rot('first', key);
  rot('second', name);
  expect(await w.run('repair')).toBe(1);
  expect(w.said.at(-1)).toBe('2 objects repaired, 1 could not be');
  expect(w.said).toContain(`${A}: ${image}: repaired`);
  expect(w.said.join('\n')).toContain(`${A}: its head was unreadable: it is as of change 2 now.`);
  expect([...((await w.parts.first.store.get(image))?.bytes ?? [])]).toEqual([1, 2, 3]);
  expect(await seqs(w)).toEqual([2, 2]);
});

for (const keep of ['first', 'second'] as const) {
  test(`[DOC-103] settle says what is lost when the ${keep} location is kept, and does it only when told to`, async () => {
    const w = await commandWorld(['a', 'b']);
    const documents = await wentApart(w);
    expect(await w.run('reconcile')).toBe(1);
    expect(await seqs(w)).toEqual([3, 4]);
    const objects = [new Map(w.raw.first.objects), new Map(w.raw.second.objects)];
    expect(await w.run('settle', A, '--keep', keep)).toBe(1);
    const [count, other] = keep === 'first' ? ['2 changes', 'second'] : ['1 change', 'first'];
    expect(w.said.join('\n')).toContain(`LOST: ${count} that only the ${other} location has, from number 3 on`);
    expect(w.said.join('\n')).toContain(ANN);
    expect([w.raw.first.objects, w.raw.second.objects]).toEqual(objects);
    expect(await w.run('settle', A, '--keep', keep, '--yes')).toBe(0);
    expect(await seqs(w)).toEqual(keep === 'first' ? [3, 3] : [4, 4]);
    expect(await w.run('verify')).toBe(0);
    // Numbers that the first location loses must never name other changes.
    const head = await readHead({ ports: w.parts.ports, store: w.parts.first.store }, A);
    expect(head?.head.lineages).toHaveLength(keep === 'first' ? 1 : 2);
    // Whoever had it open goes on, under the name that is right now.
    const next = { base: keep === 'first' ? 3 : 4, changes: [change('cid', 1, add('w', 'W'))] };
    expect(await documents.append(A, next)).toMatchObject({ outcomes: [{ kind: 'kept' }] });
  });
}

test('[DOC-230] what was not noted of a second location that is away is told as not known, never as nothing', async () => {
  const w = await commandWorld(['a', 'b']);
  const secondTrouble = new DocstoreFailure('The second location cannot be used: it is gone', {
    kind: 'unavailable',
    code: 'docstore/location',
  });
  const away = async () => ({
    ...w.parts,
    second: null,
    secondTrouble,
    secondPlace: 'there',
    close: () => undefined,
  });
  const say = (line: string): void => void w.said.push(line);
  const { clock } = w.parts.ports;
  expect(await runCommand('lag', [], away, say)).toBe(1);
  expect(w.said.at(-1)).toContain('2 more documents may lack something there, 4 changes at most');
  expect(w.said.join('\n')).toContain('it is gone. This is what is noted');
  await new MirroredUntil({ clock, first: w.parts.first.store, self: 'me', of: 'there' }).note(clock.now() + 3_600_000);
  expect(await runCommand('lag', [], away, say)).toBe(1);
  expect(w.said.at(-1)).toBe('at least 0 documents behind in the second location by at least 0 changes');
  // What is known of one second location says nothing of another.
  const elsewhere = async () => ({ ...(await away()), secondPlace: 'elsewhere' });
  expect(await runCommand('lag', [], elsewhere, say)).toBe(1);
  expect(w.said.at(-1)).toContain('2 more documents may lack something there');
});

test('[DOC-231] where the locations went apart every command names the one that helps, and none calls it lag or well', async () => {
  const w = await commandWorld(['a', 'b']);
  await wentApart(w);
  for (const command of ['lag', 'verify', 'reconcile', 'repair']) {
    w.said.length = 0;
    expect([command, await w.run(command)]).toEqual([command, 1]);
    expect(w.said.join('\n')).toContain(`npm run bough -- settle ${A} --keep first (or second)`);
    expect(w.said.join('\n')).not.toMatch(/Run verify|made anew/);
  }
  await w.run('lag');
  expect(w.said.at(-2)).toBe('0 documents behind in the second location by 0 changes');
  expect(w.said.at(-1)).toContain('1 document went apart');
  expect(await w.run('settle', A, '--keep', 'first', '--yes')).toBe(0);
  expect([await w.run('lag'), await w.run('repair')]).toEqual([0, 0]);
});

test('[DOC-103] a map that was written to meanwhile is not overwritten', async () => {
  const w = await commandWorld(['a']);
  const documents = await wentApart(w);
  const { replaceIf } = w.raw.first;
  w.raw.first.replaceIf = async (...call) => {
    w.raw.first.replaceIf = replaceIf;
    await documents.append(A, { base: 3, changes: [change('bea', 2, add('v', 'V'))] });
    return w.raw.first.replaceIf(...call);
  };
  await expect(w.run('settle', A, '--keep', 'second', '--yes')).rejects.toMatchObject({ code: 'bloblog/lost' });
  expect(await seqs(w)).toEqual([4, 4]);
  expect((await documents.facts(A)).seq).toBe(4);
});

test('[DOC-104] fail-back brings home what was made since the failover, and says what home had that never left it', async () => {
  const w = await commandWorld(['a', 'b', 'c']);
  await wentApart(w);
  await w.documents.append(mapNamed('b'), { base: 2, changes: [change('ann', 2, add('n', 'N'))] });
  expect(await w.run('fail-back')).toBe(1);
  expect(w.said.at(-2)).toBe('2 documents the same at home, 1 would lose changes there.');
  expect(w.said.join('\n')).toContain(`${A}: LOST: 2 changes that only the second location has`);
  expect(await seqs(w)).toEqual([3, 4]);
  expect(await seqs(w, mapNamed('b'))).toEqual([3, 3]);
  expect(await w.run('fail-back', '--yes')).toBe(0);
  expect(w.said.join('\n')).toContain('3 documents the same at home, 0 would lose changes there.');
  expect(await seqs(w)).toEqual([3, 3]);
  expect(await w.run('verify')).toBe(0);
});

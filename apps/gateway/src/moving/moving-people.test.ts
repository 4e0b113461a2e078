import { moveStorage, type Moving, platformClock, platformIds } from '@bough/service';
import { expect, test } from 'vitest';
import type { Metadata } from '../metadata/metadata.ts';
import { openSqlite } from '../metadata/sqlite/sqlite-metadata.ts';
import { AT, guest, newMapId } from '../testing/metadata-contract/fixtures.ts';
import { everything, fillAll } from '../testing/metadata-contract/records-contract.ts';
import { movingPeople } from './moving-people.ts';

const OLD = 'the old place';

async function moved(
  moving: Moving,
  step: 'plan' | 'begin' | 'all' = 'all',
  clock = platformClock,
): Promise<{ isDone: boolean; said: string }> {
  const said: string[] = [];
  const isDone = await moveStorage({ clock, ids: platformIds, say: (line) => void said.push(line) }, moving, step);
  return { isDone, said: said.join('\n') };
}

function movingOf(from: Metadata, to: Metadata): Moving {
  return movingPeople(platformClock, { name: OLD, metadata: from }, { name: 'the new place', metadata: to });
}

async function filled(): Promise<Metadata> {
  const metadata = openSqlite(':memory:');
  await fillAll(metadata);
  for (let at = 0; at < 600; at++) await metadata.addPerson({ ...guest() });
  return metadata;
}

test('[GW-570] every record is moved, and the new place has the same and nothing else; a look leaves nothing', async () => {
  const [from, to] = [await filled(), openSqlite(':memory:')];
  const before = await everything(from);
  const plan = await moved(movingOf(from, to), 'plan');
  expect(plan.said).toContain(`${before.length} records, `);
  expect(plan.said).toMatch(/About \d+ s of pause, as a sample of 500 took/);
  expect([await everything(to), await to.moveMark()]).toEqual([[], null]);
  const { isDone, said } = await moved(movingOf(from, to));
  expect([isDone, said]).toEqual([true, expect.stringContaining(`${before.length} records (`)]);
  expect(await everything(to)).toEqual(before);
  expect(await everything(from)).toEqual(before);
  expect([(await from.moveMark())?.state, (await to.moveMark())?.state]).toEqual(['moved', 'whole']);
  expect(await moved(movingOf(from, to))).toEqual({ isDone: true, said: expect.stringContaining('already') });
});

test('[GW-571] ended at any step and run again, after people went on in the old place where they could, nothing is lost and nothing too much', async () => {
  const steps = ['setMark', 'clear', 'fill', 'second fill', 'verify', 'moved', 'whole'] as const;
  for (const step of steps) {
    const [from, to] = [await filled(), openSqlite(':memory:')];
    const gone = (await from.peopleAfter(null, 1))[0];
    let fills = 0;
    const ending = (metadata: Metadata): Metadata => ({
      ...metadata,
      setMoveMark: async (mark) => {
        if (step === mark.state || (step === 'setMark' && mark.state === 'filling')) throw new Error('killed');
        await metadata.setMoveMark(mark);
      },
      clear: async () => {
        if (step === 'clear') throw new Error('killed');
        await metadata.clear();
      },
      fill: async (records) => {
        fills++;
        if (step === 'fill' || (step === 'second fill' && fills === 2)) throw new Error('killed');
        await metadata.fill(records);
      },
    });
    const moving = movingOf(ending(from), ending(to));
    const verify = step === 'verify' ? () => Promise.reject(new Error('killed')) : moving.verify;
    await expect(moved({ ...moving, verify }), step).rejects.toThrow('killed');
    if ((await from.moveMark())?.state !== 'moved') {
      await from.addMap({ id: newMapId(), title: 'made since', createdAt: AT }, gone?.id ?? expect.unreachable());
      await from.addPerson(guest());
    } else expect(step).toBe('whole');
    expect(await moved(movingOf(from, to)), step).toMatchObject({ isDone: true });
    expect(await everything(to), step).toEqual(await everything(from));
  }
});

test('[GW-571] of two runs at once the one that began last goes on, and what the other has ended is not written over', async () => {
  const [from, to] = [await filled(), openSqlite(':memory:')];
  const moving = movingOf(from, to);
  // The second begins while the first copies, comes to its end, and people go on in the new place.
  const copy: Moving['copy'] = async (mustBeOurs) => {
    expect(await moved(movingOf(from, to))).toMatchObject({ isDone: true });
    await to.addPerson(guest());
    await moving.copy(mustBeOurs);
  };
  let nowMs = 0;
  const slow = { ...platformClock, monotonic: () => (nowMs += 5_000) };
  await expect(moved({ ...moving, copy }, 'all', slow)).rejects.toThrow(
    'another migrate-storage fills the new place, or has filled it',
  );
  expect(await everything(to)).toHaveLength((await everything(from)).length + 1);
  expect([(await from.moveMark())?.state, (await to.moveMark())?.state]).toEqual(['moved', 'whole']);
});

test('[GW-571] before anything is moved the new place says that it will be filled, and the old one is as it was', async () => {
  const [from, to] = [await filled(), openSqlite(':memory:')];
  expect(await moved(movingOf(from, to), 'begin')).toEqual({ isDone: true, said: '' });
  expect([await from.moveMark(), (await to.moveMark())?.state, await everything(to)]).toEqual([null, 'filling', []]);
  expect(await moved(movingOf(from, to))).toMatchObject({ isDone: true });
  // Where it has ended before, it stays so.
  expect(await moved(movingOf(from, to), 'begin')).toEqual({ isDone: true, said: '' });
  expect((await to.moveMark())?.state).toBe('whole');
});

test('[GW-572] who writes meanwhile is noticed, and the old place is still the one to start with; one that has records is refused', async () => {
  const [from, to] = [await filled(), openSqlite(':memory:')];
  const moving = movingOf(from, to);
  const copy: Moving['copy'] = async (mustBeOurs) => {
    await moving.copy(mustBeOurs);
    await from.addPerson(guest());
  };
  await expect(moved({ ...moving, copy })).rejects.toThrow(
    /not the same in both places .* is Bough still running\?.* the old place is still/,
  );
  expect(await from.moveMark()).toBeNull();
  expect((await to.moveMark())?.state).toBe('filling');
  const other = await filled();
  const said = await everything(other);
  expect(await moved(movingOf(from, other))).toEqual({
    isDone: false,
    said: expect.stringContaining('the new place is not empty'),
  });
  expect(await everything(other)).toEqual(said);
  // One record of another content, or one in the place of another, is not the same.
  const [a, b] = [openSqlite(':memory:'), openSqlite(':memory:')];
  const person = guest();
  await a.addPerson(person);
  await b.addPerson({ ...person, name: 'another name' });
  await expect(movingOf(a, b).verify()).rejects.toThrow('1 records here, 1 there');
});

import { expect, test } from 'vitest';
import { Coalesced } from './index.ts';

/** Runs that end when they are told to; each answers its number. */
function runs() {
  const open: PromiseWithResolvers<number>[] = [];
  const work = new Coalesced(() => {
    const run = Promise.withResolvers<number>();
    open.push(run);
    return run.promise;
  });
  return { work, open, end: (n: number) => open[n]?.resolve(n) };
}

/** Long enough for every promise that can go on by itself. */
async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

test('[BASE-16] the first to ask begins at once, and all who ask meanwhile share the next run', async () => {
  const { work, open, end } = runs();
  expect(work.isIdle).toBe(true);
  const first = work.ask();
  const later = [work.ask(), work.ask(), work.ask()];
  await settled();
  expect(open.length).toBe(1);
  end(0);
  expect(await first).toBe(0);
  await settled();
  expect(open.length).toBe(2);
  const last = work.ask();
  end(1);
  expect(await Promise.all(later)).toEqual([1, 1, 1]);
  await settled();
  end(2);
  expect(await last).toBe(2);
  await settled();
  expect([work.isIdle, open.length]).toEqual([true, 3]);
});

test('[BASE-16] two runs never overlap, whenever somebody asks', async () => {
  let inside = 0;
  let most = 0;
  const work = new Coalesced(async () => {
    most = Math.max(most, ++inside);
    await settled();
    inside--;
  });
  const asked: Promise<void>[] = [];
  for (let turn = 0; turn < 200; turn++) {
    asked.push(work.ask());
    await Promise.resolve();
  }
  await Promise.all(asked);
  expect(most).toBe(1);
});

test('[BASE-16] a run that fails fails for those who asked for it alone', async () => {
  const { work, open, end } = runs();
  const first = work.ask();
  const second = work.ask();
  open[0]?.reject(new Error('the disk'));
  await expect(first).rejects.toThrow('the disk');
  await settled();
  end(1);
  expect(await second).toBe(1);
});

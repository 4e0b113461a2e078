import { expect, test } from 'vitest';
import type { Head } from '../objects/head.ts';
import { headKey } from '../objects/keys.ts';
import { openLog } from './open-log.ts';
import { SeenHeads } from './seen-heads.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { fill, world } from '../testing/log-world.ts';

test('[LOG-132] a head that is older than the one that was seen does not open, and the newer one does again', async () => {
  const w = await world();
  const parts = { ...w.parts, seen: new SeenHeads({ most: 10 }) };
  const older = w.store.objects.get(headKey('doc'))?.bytes ?? expect.unreachable('there is a head');
  await fill(w, 2, 3);
  const newer = w.store.objects.get(headKey('doc'))?.bytes ?? expect.unreachable('there is a head');
  expect((await openLog(parts, DEFAULT_SETTINGS, 'doc'))?.log.seq).toBe(3);
  await w.store.put(headKey('doc'), older);
  await expect(openLog(parts, DEFAULT_SETTINGS, 'doc')).rejects.toMatchObject({ code: 'bloblog/rolled-back' });
  // Not even as one that another location wrote, to be given a new lineage.
  const elsewhere = openLog({ ...parts, location: 'there' }, DEFAULT_SETTINGS, 'doc');
  await expect(elsewhere).rejects.toMatchObject({ code: 'bloblog/rolled-back' });
  await w.store.put(headKey('doc'), newer);
  expect((await openLog(parts, DEFAULT_SETTINGS, 'doc'))?.log.seq).toBe(3);
});

test('[LOG-132] what is told late takes nothing back, and so many logs are remembered', async () => {
  const { log } = await world();
  const seen = new SeenHeads({ most: 2 });
  const head = (name: string, seq: number): Head => ({ ...log.head, log: name, seq });
  seen.note(head('a', 5));
  seen.note(head('a', 4));
  expect(seen.of('a')?.seq).toBe(5);
  for (const name of ['b', 'a', 'c']) seen.note(head(name, 6));
  expect([seen.of('a')?.seq, seen.of('b'), seen.of('c')?.seq]).toEqual([6, null, 6]);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { encodeMap, mapHash } from '@bough/map';
import { expect, onTestFinished, test } from 'vitest';
import { hostOneMap, LINEAGES, MAP } from '../testing/one-map.ts';
import { fateProblems, shownProblems } from './oracles.ts';
import { Person } from './person.ts';

const LONGEST_MS = 10_000;

async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds() && waited < LONGEST_MS; waited += 20) await sleep(20);
}

test('[S1] somebody loses one page after the other, and everything that their browser kept is in the map, once', async () => {
  const { url, log, map, clients, counts, second, beginning } = await hostOneMap();
  const ann = await Person.come(url, { cookie: 'c', csrf: 'c', map: MAP }, 1);
  onTestFinished(() => ann.artist.stop());
  const first = ann.artist;
  await until(() => ann.artist.isLive);
  ann.draw(15, true);
  await until(() => counts.hellos >= 4 && log.length > 40);
  ann.rest();
  await until(() => ann.isDone && ann.artist.seq === log.length);
  // As long as the second location lacks something of theirs, the browser keeps it.
  expect([ann.isDone, ann.isTold, ann.left]).toEqual([true, false, []]);
  second.isBehind = false;
  await until(() => ann.isTold);
  await until(() => ann.left.length === 0);
  expect([ann.isTold, ann.left]).toEqual([true, []]);
  expect(ann.artist).not.toBe(first);
  expect([clients.size, ann.problems, ann.inferred.size]).toEqual([1, [], 0]);
  const ended = { beginning, log, lineages: LINEAGES, document: encodeMap(map) };
  expect(ann.witness.hash).toBe(mapHash(map));
  expect([...fateProblems(ended, ann.witness), ...shownProblems(ended, ann.witness)]).toEqual([]);
}, 30_000);

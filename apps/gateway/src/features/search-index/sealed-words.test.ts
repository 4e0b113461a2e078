import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Browser } from '../../testing/visitors/browser.ts';
import { signedIn } from '../../testing/visitors/mail.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { until } from '../../testing/until.ts';
import { newFolder, startedBough } from '../../testing/running/started-bough.ts';
import { WholeBough } from '../../testing/running/whole-bough.ts';
import { openSqliteFile } from '../../metadata/sqlite/sqlite-metadata.ts';
import { packLines } from './map-texts.ts';

// Who has the file of the metadata, and no key, reads no word of a map in it: whole processes, and the bytes that they leave.

const LONG_MS = 120_000;
const CANARY = 'chrysanthemum';

/** Whether these letters stand in anything that the metadata leaves on the disk. */
function isLeft(data: string, letters: string): boolean {
  const files = readdirSync(data).filter((name) => name.startsWith('metadata.sqlite'));
  expect(files).toContain('metadata.sqlite');
  return files.some((name) => readFileSync(join(data, name)).includes(letters));
}

async function found(browser: Browser, q: string): Promise<string[]> {
  const { results } = (await browser.must('GET', `/api/search?q=${q}`)).json;
  return results.map(({ map }: { readonly map: { readonly id: string } }) => map.id);
}

/** A map with a word that stands nowhere else, indexed; where it is. */
async function grown(bough: WholeBough): Promise<{ readonly ann: Browser; readonly id: string }> {
  const ann = await signedIn(bough, 'ann@example.test');
  const { id } = await ann.makeMap('Garden');
  const page = await PageSocket.join(ann, id);
  expect(await page.change([addItem(`the ${CANARY} in the corner`)])).toBe('kept');
  await page.close();
  return { ann, id };
}

test(
  '[GW-262] no word of a map stands in the index of words, whole or begun, and search finds all of them',
  async () => {
    const data = newFolder();
    const first = await startedBough(data);
    const { ann, id } = await grown(first);
    await first.end('SIGTERM');
    expect(isLeft(data, CANARY.slice(0, 6))).toBe(false);
    const second = await startedBough(data);
    const again = await signedIn(second, 'ann@example.test', ann.at(second.gateway));
    for (const q of [CANARY, 'chrys', 'chrysanthe', 'corner', `corner+${CANARY}`])
      expect([q, await found(again, q)]).toEqual([q, [id]]);
    for (const q of ['chrysalis', `${CANARY}x`, 'orner']) expect([q, await found(again, q)]).toEqual([q, []]);
  },
  LONG_MS,
);

test(
  '[GW-263] an index that an older Bough left unsealed is made again, sealed, and nothing of it stays in the file',
  async () => {
    const data = newFolder();
    const first = await startedBough(data);
    const { ann, id } = await grown(first);
    await first.end('SIGTERM');
    const older = openSqliteFile(data);
    const [map] = (await older.mapsOf((await personOf(older, 'ann@example.test')).id)).map((each) => each.id);
    if (map === undefined) throw new Error('Ann has a map');
    const texts = await packLines(JSON.stringify(['abc', CANARY]));
    await older.putWords({ map, lineage: 'of-before-it', seq: 1, words: [CANARY, 'corner'], texts });
    await older.close();
    expect(isLeft(data, CANARY)).toBe(true);
    const second = await startedBough(data);
    const again = await signedIn(second, 'ann@example.test', ann.at(second.gateway));
    expect(await found(again, CANARY)).toEqual([id]);
    const watching = openSqliteFile(data);
    onTestFinished(() => watching.close());
    await until(async () => (await watching.mapsBehind([map])).length === 0);
    await watching.close();
    await second.end('SIGTERM');
    expect(isLeft(data, CANARY)).toBe(false);
  },
  LONG_MS,
);

async function personOf(metadata: ReturnType<typeof openSqliteFile>, email: string) {
  return (await metadata.personByEmail(email)) ?? expect.unreachable('there is such a person');
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePersonId } from '@bough/base';
import { type ServiceProcess, watchThreads } from '@bough/house/servers';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteFile } from '../../metadata/sqlite/sqlite-metadata.ts';
import { deriveKeys } from '../../secrets/keys.ts';
import { Browser } from '../../testing/visitors/browser.ts';
import { gatewayProcess } from '../../testing/running/gateway-process.ts';
import { newMapId } from '../../testing/metadata-contract/fixtures.ts';
import { Neighbours } from '../../testing/running/neighbours.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { distinctWords, packLines, textsOf } from '../search-index/map-texts.ts';
import { sealedWords } from '../search-index/sealed-words.ts';

// Somebody with many large maps who searches all of them again and again, beside somebody who edits; the gateway as the process that it is.

const MAPS = 30;
const ITEMS = 10_000;
const SEARCHES = 4;
const LONG_MS = 240_000;

/** Gives the person large maps that are indexed, behind the back of the gateway. */
async function giveLargeMaps(folder: string, gateway: ServiceProcess, browser: Browser): Promise<void> {
  const cookieKeys = [gateway.environment['BOUGH_COOKIE_KEYS'] ?? ''];
  const metadata = openSqliteFile(folder);
  const words = sealedWords(metadata, deriveKeys(cookieKeys).words);
  const person = parsePersonId((await browser.person()).id) ?? expect.unreachable('a browser has a person');
  const items = Array.from({ length: ITEMS }, (_, n) => [`item-${n}`, `lorem ipsum dolor sit amet ${n % 90} consect`]);
  const lines = items.map((each) => JSON.stringify(each)).join('\n');
  const [distinct, texts] = [await distinctWords(textsOf(lines)), await packLines(lines)];
  for (let n = 0; n < MAPS; n++) {
    const map = newMapId();
    await metadata.addMap({ id: map, title: `Map ${n}`, createdAt: n + 1 }, person);
    await words.putWords({ map, lineage: 'abcdefghijkl', seq: 1, words: distinct, texts });
  }
  await metadata.close();
}

test('[GW-391] whole maps are searched beside the thread that everybody waits for', { timeout: LONG_MS }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bough-search-'));
  const neighbours = await Neighbours.start(['docstore']);
  const gateway = await gatewayProcess(neighbours, folder);
  onTestFinished(async () => {
    await gateway.end('SIGKILL');
    await neighbours.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  await gateway.start();
  const [reader, writer] = [await Browser.guest(gateway), await Browser.guest(gateway)];
  await giveLargeMaps(folder, gateway, reader);
  const search = async (q: string): Promise<number> => {
    const { results } = (await reader.must('GET', `/api/search?q=${q}`)).json;
    return results.length;
  };
  const socket = await PageSocket.join(writer, (await writer.makeMap()).id);
  // What is compiled once is not what is asked about.
  expect(await search('lorem')).toBe(20);
  const usedSince = watchThreads(gateway.pid);
  let isSearching = true;
  const searched = (async () => {
    for (let n = 0; n < SEARCHES; n++) expect(await search('lorem+consec')).toBe(20);
    isSearching = false;
  })();
  let edits = 0;
  while (isSearching) {
    expect(await socket.change([addItem('honest')])).toBe('kept');
    edits++;
  }
  await searched;
  const { allMs, mainShare } = usedSince();
  expect(edits).toBeGreaterThan(SEARCHES);
  expect(allMs).toBeGreaterThan(500);
  expect(mainShare).toBeLessThan(0.5);
});

import { openS3Store } from '@bough/blobs';
import type { BlobStore } from '@bough/bloblog';
import { docstoreRoutes } from '@bough/contracts';
import { describeWith } from '@bough/house/servers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parsed } from '@bough/map/testing';
import { DocstoreProcess } from '../testing/processes/docstore-process.ts';
import { runProgram } from '../testing/processes/run-program.ts';
import { StackLocations } from '../testing/processes/stack-locations.ts';
import { add, ANN, change, mapNamed } from '../testing/test-maps.ts';

const MAPS = ['versions', 'more'].map(mapNamed);
const CHANGES = 20;
const WAIT = { timeout: 20_000 };

/** All that the store has, by key. */
async function everythingIn(store: BlobStore): Promise<ReadonlyMap<string, string>> {
  const { entries } = await store.list('', { limit: 1_000 });
  const pairs = entries.map(async ({ key }) => {
    const blob = await store.get(key);
    return [key, Buffer.from(blob?.bytes ?? []).toString('base64')] as const;
  });
  return new Map(await Promise.all(pairs));
}

describeWith('versitygw', () => {
  const stack = new StackLocations();
  beforeAll(() => stack.start());
  afterAll(() => stack.stop());

  test('[DOC-243] whoever has taken docstore over destroys nothing that the second location has: it is brought back as it was', async () => {
    const settings = stack.docstoreSettings();
    const docstore = await DocstoreProcess.make(settings);
    await docstore.start();
    for (const map of MAPS) {
      const ops = parsed(add('root', 'Bough', null));
      await docstore.call(docstoreRoutes.createDocument, { params: {}, body: { map, by: ANN, ops } });
      for (let n = 1; n <= CHANGES; n++) {
        const body = { base: n, changes: [change('ann', n, add(`x${n}`, 'X'))] };
        await docstore.call(docstoreRoutes.appendChanges, { params: { map }, body });
      }
    }
    const behind = () => docstore.metric('bough_second_location_behind');
    await vi.waitFor(async () => expect(await behind()).toBe(0), WAIT);
    await docstore.stop();
    const thief = await openS3Store(stack.userAt('second'));
    const before = await everythingIn(thief);
    expect(before.size).toBeGreaterThan(3);
    const moment = Date.now();
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(moment), WAIT);

    for (const [i, key] of [...before.keys()].entries()) {
      if (i % 2 === 0) await thief.remove(key);
      else await thief.put(key, Buffer.from('nothing'));
    }
    await thief.put('heads/of-a-thief', Buffer.from('nothing'));
    expect(await everythingIn(thief)).not.toEqual(before);
    const asThief = stack.secretsOfUser('second');
    await expect(stack.script('second', 'forget-versions.mjs', ['0', 'once'], asThief)).rejects.toThrow(/403/);
    const versions = await stack.ask('second', 'GET /bough-second', { versions: '' }, `${stack.folder}/second`);
    const past = /<Key>(heads\/[^<]+)<\/Key>.*?<VersionId>([^<]+)<\/VersionId>/.exec(
      versions.slice(versions.indexOf('<Version>')),
    );
    const [, key = '', versionId = ''] = past ?? [];
    await expect(stack.ask('second', `DELETE /bough-second/${key}`, { versionId }, asThief)).rejects.toThrow(/403/);

    const words = [new Date(moment).toISOString()];
    expect(await stack.script('second', 'bring-back.mjs', words)).toContain(
      `${before.size} objects of bough-second are brought back as they were, 1 that came later are removed.`,
    );
    expect(await everythingIn(thief)).not.toEqual(before);
    await stack.script('second', 'bring-back.mjs', [...words, 'yes']);
    expect(await everythingIn(thief)).toEqual(before);
    expect(await stack.script('second', 'bring-back.mjs', words)).toMatch(/^0 objects .* 0 that came later/);
    const verified = await runProgram('commands', ['verify'], settings);
    expect(verified, verified.said).toMatchObject({ code: 0 });

    // In time what is past is gone, and what is there stays.
    const there = await everythingIn(thief);
    expect(await stack.script('second', 'forget-versions.mjs', ['1', 'once'])).toMatch(/^0 versions/);
    expect(await stack.script('second', 'forget-versions.mjs', ['0', 'once'])).not.toMatch(/^0 versions/);
    expect(await stack.script('second', 'forget-versions.mjs', ['0', 'once'])).toMatch(/^0 versions/);
    expect(await everythingIn(thief)).toEqual(there);
    thief.close();
  }, 120_000);
});

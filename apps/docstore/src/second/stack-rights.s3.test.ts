import { openS3Store } from '@bough/blobs';
import { docstoreRoutes } from '@bough/contracts';
import { describeWith } from '@bough/house/servers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parsed } from '@bough/map/testing';
import { DocstoreProcess } from '../testing/processes/docstore-process.ts';
import { LOCATIONS, StackLocations } from '../testing/processes/stack-locations.ts';
import { add, ANN, mapNamed } from '../testing/test-maps.ts';

const MAP = mapNamed('rights');

describeWith('versitygw', () => {
  const stack = new StackLocations();
  beforeAll(() => stack.start());
  afterAll(() => stack.stop());

  test('[DOC-217] docstore works, purges and is ready with the rights that the stack gives it, without the root of any location', async () => {
    const docstore = await DocstoreProcess.make(stack.docstoreSettings());
    await docstore.start();
    try {
      const ops = parsed(add('root', 'Bough', null));
      await docstore.call(docstoreRoutes.createDocument, { params: {}, body: { map: MAP, by: ANN, ops } });
      const stores = await Promise.all(LOCATIONS.map((name) => openS3Store(stack.userAt(name))));
      const kept = async (): Promise<readonly number[]> => {
        const lists = await Promise.all(stores.map((store) => store.list('', { limit: 1_000 })));
        return lists.map(
          ({ entries }) => entries.filter(({ key }) => key.includes(MAP) && !key.startsWith('purged/')).length,
        );
      };
      await vi.waitFor(async () => expect(await kept()).not.toContain(0), { timeout: 20_000 });
      await docstore.call(docstoreRoutes.trashDocument, { params: { map: MAP }, body: { by: ANN } });
      await docstore.call(docstoreRoutes.purgeDocument, { params: { map: MAP } });
      expect([await docstore.ready(), await kept()]).toEqual([expect.objectContaining({ ready: true }), [0, 0]]);
      for (const store of stores) store.close();
    } finally {
      await docstore.stop();
    }
  }, 60_000);

  test("[DOC-217] one location's user is nobody at the other, and gives nobody rights", async () => {
    const { accessKey, secretKey } = stack.userAt('first');
    const stranger = await openS3Store({ ...stack.userAt('second'), accessKey, secretKey });
    await expect(stranger.list('', { limit: 1 })).rejects.toMatchObject({ kind: 'denied' });
    stranger.close();
    await expect(stack.script('second', 'allow-docstore.mjs', [], stack.secretsOfUser('second'))).rejects.toThrow(
      /403/,
    );
  });
});

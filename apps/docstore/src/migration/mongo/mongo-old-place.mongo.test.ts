import { describeWith } from '@bough/house/servers';
import { openMongo } from '@bough/service/mongo';
import { expect, test } from 'vitest';
import { DocstoreFailure } from '../../failure.ts';
import { newMap, oldRows } from '../../testing/old-rows.ts';
import { ANN } from '../../testing/test-maps.ts';
import { BEFORE_ALL } from '../old-place.ts';
import { openMongoOldPlace } from './mongo-old-place.ts';

interface Row {
  readonly _id: unknown;
}

describeWith('mongodb', (server) => {
  const rowsIn = async (name: string) => {
    const url = new URL(server().url);
    url.pathname = `/${server().database}_${name}`;
    const part = { url: url.href, appName: 'test', steps: [], stepsIn: 'steps', indexes: [] };
    const { db, close } = await openMongo(
      part,
      (message) => new DocstoreFailure(message, { kind: 'unavailable', code: 'docstore/old-rows' }),
    );
    return { url: url.href, db, close };
  };

  test('[DOC-280] documents and changes of MongoDB are read in order, with who an author is in Bough', async () => {
    const { url, db, close } = await rowsIn('read');
    const [map, other] = [newMap(), newMap()];
    await db
      .collection<Row>('documents')
      .insertMany([
        { _id: 'rivers', map, owner: 'ann@example.org', title: 'Rivers' },
        { _id: other, owner: 'somebody' },
        { _id: 'nothing' },
      ] as Row[]);
    await db.collection<Row>('people').insertOne({ _id: 'somebody', person: ANN } as Row);
    const rows = oldRows(7);
    const written = rows.toReversed().map((row) => ({ ...row, document: 'rivers', author: 'somebody' }));
    await db.collection('changes').insertMany(written.map(({ at, ...row }) => ({ ...row, at: new Date(Number(at)) })));
    const place = await openMongoOldPlace(url);
    const all = await place.documents(null, 10);
    expect(all).toHaveLength(3);
    expect(all).toEqual(
      expect.arrayContaining([
        { name: 'rivers', map, owner: 'ann@example.org', title: 'Rivers' },
        { name: other, map: other, owner: ANN, title: '' },
        { name: 'nothing', map: null, owner: '', title: '' },
      ]),
    );
    expect(await place.documents(all[0]?.name ?? '', 10)).toEqual(all.slice(1));
    expect(await place.document(map)).toMatchObject({ name: 'rivers' });
    expect(await place.document(newMap())).toBeNull();
    expect(await place.changes('rivers', 2, 3)).toEqual(rows.slice(2, 5));
    expect(await place.size()).toMatchObject({ documents: 3, changes: 7, bytes: expect.any(Number) });
    // What does not count from 1 is seen, and is never removed with what does.
    const strays = [0, -3].map((seq) => ({ ...rows[0], seq, document: 'rivers' }));
    await db.collection('changes').insertMany(strays);
    expect((await place.changes('rivers', BEFORE_ALL, 3)).map(({ seq }) => seq)).toEqual([-3, 0, 1]);
    await place.removeChanges('rivers', 5);
    expect(await db.collection('changes').countDocuments({ seq: { $lt: 1 } })).toBe(2);
    expect(await place.changes('rivers', 0, 9)).toEqual(rows.slice(5));
    await place.close();
    await db.dropDatabase();
    await close();
  });

  test('[DOC-280] documents that are named by anything but text are refused before anything moves', async () => {
    const { url, db, close } = await rowsIn('unnamed');
    await db.collection<Row>('documents').insertMany([{ _id: 'one' }, { _id: 7 }]);
    await expect(openMongoOldPlace(url)).rejects.toMatchObject({ code: 'docstore/old-rows' });
    await db.dropDatabase();
    await close();
  });
});

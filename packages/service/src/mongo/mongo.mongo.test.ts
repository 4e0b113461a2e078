import { Failure } from '@bough/base';
import { describeWith } from '@bough/house/servers';
import { MongoServerError } from 'mongodb';
import { expect, test } from 'vitest';
import { mongoAsking, type MongoFails } from './asking.ts';
import { migrate } from './migrate.ts';
import { openMongo } from './open-mongo.ts';
import { checkRecords, schemaOf } from './records.ts';

class StoreFailure extends Failure {}
const fails: MongoFails = (message, details) =>
  new StoreFailure(message, { kind: 'unavailable', code: 'service-test/store', ...details });

describeWith('mongodb', (server) => {
  const opened = async (name: string, reach: Partial<Parameters<typeof openMongo>[0]> = {}) => {
    const url = new URL(server().url);
    url.pathname = `/${server().database}_${name}`;
    const plain = { url: url.href, appName: 'bough-test', steps: [], stepsIn: 'steps', indexes: [] };
    return await openMongo({ ...plain, ...reach }, fails);
  };

  test('[SVC-32] steps that were killed midway are taken up again, are done once, and take nothing away', async () => {
    const { db, close } = await opened('steps');
    await db.collection('kept').insertOne({ name: 'from before' });
    const said: string[] = [];
    let killedAt = 2;
    const step = (n: number) => async (): Promise<void> => {
      said.push(`step ${n}`);
      if (n === killedAt) throw new Error('killed');
      await db.collection('kept').updateOne({ name: 'from before' }, { $set: { [`step${n}`]: true } });
    };
    const all = { steps: [step(1), step(2), step(3)], collection: 'steps' };
    await expect(migrate(db, all, fails)).rejects.toThrow('killed');
    killedAt = 0;
    await Promise.all([migrate(db, all, fails), migrate(db, all, fails)]);
    await migrate(db, all, fails);
    expect(said.filter((each) => each === 'step 1')).toHaveLength(1);
    expect(await db.collection('kept').findOne()).toMatchObject({
      name: 'from before',
      step1: true,
      step2: true,
      step3: true,
    });
    // Two parts of one database count their steps apart.
    await migrate(db, { steps: [step(4)], collection: 'steps_of_others' }, fails);
    const older = { ...all, steps: all.steps.slice(0, 2) };
    await expect(migrate(db, older, fails)).rejects.toMatchObject({
      message: expect.stringContaining('newer version of Bough'),
    });
    await db.dropDatabase();
    await close();
  });

  test('[SVC-32] a database is opened with its indexes, and what its records must have is said to it once and again', async () => {
    const step = async (db: Awaited<ReturnType<typeof opened>>['db']): Promise<void> => {
      for (let i = 0; i < 2; i++) await checkRecords(db, 'things', schemaOf({ name: { bsonType: 'string' } }));
    };
    const part = { steps: [step], indexes: [['things', { name: 1 }, { unique: true }]] } as const;
    const { db, close } = await opened('opened', part);
    const { asked, unlessDuplicate, upserted } = mongoAsking(fails);
    const things = db.collection('things');
    const insert = () => unlessDuplicate(() => things.insertOne({ name: 'one' }));
    expect(await insert()).not.toBeNull();
    expect(await insert()).toBeNull();
    await upserted(() => things.updateOne({ name: 'two' }, { $set: { n: 1 } }, { upsert: true }));
    expect(await asked(() => things.countDocuments())).toBe(2);
    await expect(asked(() => Promise.reject(new RangeError('a bug')))).rejects.toThrow(RangeError);
    await db.dropDatabase();
    await close();
    await expect(asked(() => things.countDocuments())).rejects.toBeInstanceOf(StoreFailure);
  });

  test('[SVC-99] a server that does not know the user or the password was reached, and it is said what it refuses', async () => {
    const url = new URL(server().url);
    [url.username, url.password, url.pathname] = ['nobody', 'wrong', `/${server().database}_refused`];
    const refused = await opened('refused', { url: url.href }).catch((failure: unknown) => failure);
    expect(refused).toMatchObject({
      message: 'the database refuses this user and password',
      hint: expect.stringMatching(/BOUGH_MONGODB_URL.*authSource/),
    });
    expect(JSON.stringify(refused)).not.toContain('wrong');
    // A user who came in, and may not do what is needed there; then what else a server that was reached refuses.
    const refuses = (code: number, codeName: string) => (): Promise<never> =>
      Promise.reject(new MongoServerError({ message: 'not for eyes', code, codeName }));
    await expect(opened('refused', { steps: [refuses(13, 'Unauthorized')] })).rejects.toMatchObject({
      message: 'the database does not let this user read and write',
      hint: expect.stringContaining('BOUGH_MONGODB_URL'),
    });
    await expect(opened('refused', { steps: [refuses(85, 'IndexOptionsConflict')] })).rejects.toMatchObject({
      message: 'the database refuses to be opened (IndexOptionsConflict)',
    });
  });
});

test('[SVC-32] no server at the address is the failure, with a hint', async () => {
  const part = { url: 'mongodb://127.0.0.1:1', appName: 'x', steps: [], stepsIn: 'steps', indexes: [] };
  await expect(openMongo({ ...part, reachWithinMs: 200 }, fails)).rejects.toMatchObject({
    code: 'service-test/store',
    hint: expect.stringContaining('BOUGH_MONGODB_URL'),
  });
});

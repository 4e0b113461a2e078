import { readFileSync } from 'node:fs';
import { describeWith } from '@bough/house/servers';
import { type Document, MongoClient } from 'mongodb';
import { expect, test } from 'vitest';

// The steps that mongosh takes for the compose file, taken here by the driver.

const SCRIPT = readFileSync(new URL('../../../../infra/compose/mongodb-users.mjs', import.meta.url), 'utf8');
type Steps = Generator<[string, Document], void, Document>;

describeWith('mongodb', (server) => {
  test('[SVC-79] gateway and mailer get a user each for a database of its own, and an outbox from before moves there, once', async () => {
    // oxlint-disable-next-line typescript/no-implied-eval -- the script is for mongosh: it exports nothing
    const steps = new Function('connect', `${SCRIPT}; return steps`)() as (secret: (name: string) => string) => Steps;
    const client = await MongoClient.connect(server().url);
    const run = async (): Promise<void> => {
      const all = steps((name) => `the secret ${name}`);
      let step = all.next();
      while (step.done !== true) {
        const [database, command] = step.value;
        step = all.next(await client.db(database).command(command));
      }
    };
    await client.db('bough').collection('mails').insertOne({ subject: 'waits' });
    await client.db('bough').collection('people').insertOne({ name: 'Ann' });
    await run();
    await run();
    for (const [user, database] of [
      ['gateway', 'bough'],
      ['mailer', 'bough-mail'],
    ] as const) {
      const { users } = await client.db(database).command({ usersInfo: user });
      expect(users).toMatchObject([{ user, db: database, roles: [{ role: 'readWrite', db: database }] }]);
    }
    const count = (database: string, name: string): Promise<number> =>
      client.db(database).collection(name).countDocuments();
    expect([await count('bough-mail', 'mails'), await count('bough', 'mails'), await count('bough', 'people')]).toEqual(
      [1, 0, 1],
    );
    await client.close();
  });
});

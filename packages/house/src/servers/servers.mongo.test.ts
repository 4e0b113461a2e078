import { MongoClient } from 'mongodb';
import { expect, test } from 'vitest';
import { describeWith } from './describe-with.ts';

describeWith('mongodb', (server) => {
  test('[HOUSE-15] answers the driver and holds a unique index', async () => {
    const client = await MongoClient.connect(server().url);
    const people = client.db(server().database).collection('people');
    await people.createIndex({ mail: 1 }, { unique: true });
    await people.insertOne({ mail: 'ada@example.test' });
    await expect(people.insertOne({ mail: 'ada@example.test' })).rejects.toMatchObject({ code: 11000 });
    expect(await people.countDocuments()).toBe(1);
    await client.db(server().database).dropDatabase();
    await client.close();
  });
});

import { Failure } from '@bough/base';
import { expect, test } from 'vitest';
import { openMongo } from './open-mongo.ts';

class Refused extends Failure {}

test('[SVC-32] an address that is none of MongoDB is said with the setting to look at', async () => {
  const part = { url: 'postgres://db.example.org/bough', appName: 'test', steps: [], stepsIn: 'steps', indexes: [] };
  const opening = openMongo(
    part,
    (message, details = {}) => new Refused(message, { kind: 'unavailable', code: 'test/refused', ...details }),
  );
  await expect(opening).rejects.toMatchObject({
    code: 'test/refused',
    message: expect.stringContaining('the address of the database cannot be read: Invalid scheme'),
    hint: expect.stringContaining('BOUGH_MONGODB_URL'),
  });
});

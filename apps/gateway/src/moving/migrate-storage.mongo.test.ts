import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWith } from '@bough/house/servers';
import { expect, test } from 'vitest';
import { expectResidents, residentsOf, secretsOf, settingsFile } from '../testing/running/moved-bough.ts';
import { newFolder, startedBough } from '../testing/running/started-bough.ts';
import { operator } from '../testing/running/whole-bough.ts';

const AS_ROOT = new URL('../../../../infra/compose/as-root.mjs', import.meta.url).href;

describeWith('mongodb', (mongo) => {
  describeWith('versitygw', (s3) => {
    /** A bucket that is new. */
    const makeBucket = (name: string): void => {
      const { endpoint, accessKey, secretKey } = s3();
      const SECRETS = newFolder();
      writeFileSync(join(SECRETS, 'root-access-key'), accessKey);
      writeFileSync(join(SECRETS, 'root-secret-key'), secretKey);
      const script = `import { asRoot } from ${JSON.stringify(AS_ROOT)}; await asRoot(${JSON.stringify(endpoint)}, 'PUT', '/${name}')`;
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { env: { SECRETS } });
    };

    test('[GW-577] from SQLite and a folder to MongoDB and S3, and back to another folder: the same sessions find everything both times', async () => {
      const [data, home] = [newFolder(), newFolder()];
      makeBucket('bough-moved');
      const url = new URL(mongo().url);
      url.pathname = `/${mongo().database}_moved`;
      const { endpoint, region, accessKey, secretKey } = s3();
      const full = {
        ...{ BOUGH_METADATA: 'mongodb', BOUGH_MONGODB_URL: url.href },
        ...{ BOUGH_BLOBS: 's3', BOUGH_S3_ENDPOINT: endpoint, BOUGH_S3_REGION: region, BOUGH_S3_BUCKET: 'bough-moved' },
        ...{ BOUGH_S3_ACCESS_KEY: accessKey, BOUGH_S3_SECRET_KEY: secretKey },
      };
      const before = await startedBough(data);
      const residents = await residentsOf(before);
      const secrets = secretsOf(data);
      const there = ['migrate-storage', '--to', settingsFile(newFolder(), full)];
      expect(await operator(data, [...there, '--ahead'])).toMatchObject({
        code: 0,
        said: expect.stringContaining('copied and read back'),
      });
      await before.end('SIGTERM');
      const grown = await operator(data, [...there, '--yes']);
      expect(grown, grown.said).toMatchObject({ code: 0 });
      const stack = await startedBough(data, full);
      await expectResidents(stack, residents, 'of the stack');
      await stack.end('SIGTERM');
      expect(await operator(data, ['verify'])).toMatchObject({
        code: 1,
        said: expect.stringContaining('moved from here to s3'),
      });

      const small = { BOUGH_DATA: home, BOUGH_METADATA: 'sqlite', BOUGH_BLOBS: 'folder', ...secrets };
      const back = await operator(data, ['migrate-storage', '--to', settingsFile(newFolder(), small), '--yes'], full);
      expect(back, back.said).toMatchObject({ code: 0 });
      const after = await startedBough(home, secrets);
      await expectResidents(after, residents, 'at home again');
      const verified = await operator(home, ['verify'], secrets);
      expect(verified, verified.said).toMatchObject({
        code: 0,
        said: expect.stringContaining('2 documents read, 0 findings'),
      });
      // What is left in the full stack is not served from, and takes nothing more.
      const left = await operator(data, ['people'], full);
      expect(left).toEqual({
        code: 1,
        said: expect.stringContaining('People and lists were moved from here to SQLite'),
      });
      const onTo = await operator(home, ['migrate-storage', '--to', settingsFile(newFolder(), full)], secrets);
      expect(onTo).toEqual({ code: 1, said: expect.stringContaining('was moved from') });
    }, 300_000);
  });
});

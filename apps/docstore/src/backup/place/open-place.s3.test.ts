import { type BlobStore, DEFAULT_BACKOFF, retryingStore, sealedStore } from '@bough/bloblog';
import { MemoryStore } from '@bough/bloblog/testing';
import { nodeCiphers } from '@bough/blobs';
import { makeBucket } from '@bough/blobs/testing';
import { describeWith } from '@bough/house/servers';
import { backupSettings, platformClock, platformIds, platformRandom, readSettings } from '@bough/service';
import { must } from '@bough/base';
import { expect, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { Documents } from '../../documents/documents.ts';
import { logPorts } from '../../locations/locations.ts';
import { documentsSettings } from '../../settings.ts';
import { add, ANN, change, mapNamed } from '../../testing/test-maps.ts';
import { backUp } from '../write/back-up.ts';
import { backupView } from '../backup-view.ts';
import { checkBackup } from '../mend/check-backup.ts';
import { backupIds, newestReadable } from './manifest.ts';
import { openPlace, parseTarget, type Target } from './open-place.ts';
import { restoreDocuments } from '../mend/restore-documents.ts';
import { thinOut } from '../write/thin-out.ts';

const PORTS = { clock: platformClock, random: platformRandom, ids: platformIds };
const ports = logPorts(PORTS);
const keys = [{ kid: 'backup', key: platformRandom.bytes(32) }];

async function* none(): AsyncGenerator<string> {
  // No service tells anything.
}

function sealed(): BlobStore {
  const raw = retryingStore(new MemoryStore(ports.clock), PORTS, DEFAULT_BACKOFF);
  return sealedStore(raw, [{ id: 'one', bytes: platformRandom.bytes(32) }], { ...ports, ciphers: nodeCiphers });
}

test('[DOC-137] a target is a folder or a place in a bucket, and nothing else', () => {
  expect(parseTarget('s3://my-bucket/here/there')).toEqual({ kind: 's3', bucket: 'my-bucket', prefix: 'here/there/' });
  expect(parseTarget('s3://my-bucket/')).toEqual({ kind: 's3', bucket: 'my-bucket', prefix: '' });
  expect(parseTarget('/mnt/backups')).toEqual({ kind: 'folder', folder: '/mnt/backups' });
  expect(parseTarget('D:/backups')).toMatchObject({ kind: 'folder' });
  const buckets = ['s3://', 's3://My_Bucket/x', 's3://my-bucket/../x', 's3://my-bucket/.x', 's3://b/x'];
  for (const wrong of ['', '--yes', ...buckets, 'S3://my-bucket/x', 's3:/my-bucket/x', 'ftp://host/x']) {
    expect(parseTarget(wrong), wrong).toBeNull();
  }
});

describeWith('versitygw', (server) => {
  test('[DOC-137] backups stand in a bucket as in a folder, several below different names, and know nothing of each other', async () => {
    const { endpoint, region, accessKey, secretKey } = server();
    const { bucket } = await makeBucket(server(), 'backups');
    const environment = {
      BOUGH_BACKUP_S3_ENDPOINT: endpoint,
      BOUGH_BACKUP_S3_REGION: region,
      BOUGH_BACKUP_S3_ACCESS_KEY: accessKey,
      BOUGH_BACKUP_S3_SECRET_KEY: secretKey,
    };
    const settings = must(readSettings(backupSettings, { environment, readFile: () => '', readYaml: () => null }));
    const first = sealed();
    const documents = new Documents(
      { ports, store: first },
      documentsSettings({ BOUGH_OPEN_MB: 64, BOUGH_WRITE_SPACING_MS: 0 }),
    );
    const maps = ['a', 'b'].map(mapNamed);
    for (const map of maps) await documents.create({ map, by: ANN, ops: parsed(add('root', 'A', null)) });
    for (const folder of ['here', 'there']) {
      const target: Target = parseTarget(`s3://${bucket}/${folder}`) ?? expect.unreachable('it is a target');
      const place = await openPlace(PORTS, settings, { target, keys, how: 'new' });
      const own = { settings: [], secrets: null };
      for (let n = 1; n < 3; n++) {
        await backUp({ ports, first, second: null, place, say: () => undefined }, { lines: none(), own });
        await documents.append(mapNamed('a'), { base: n, changes: [change(folder, n, add(`${folder}${n}`, 'X'))] });
      }
      expect(await backupIds(place.store)).toHaveLength(2);
      expect((await thinOut({ ports, place, keep: 1 })).backups).toBe(1);
      const manifest = (await newestReadable(ports, place.store)).newest ?? expect.unreachable('there is one');
      expect(await checkBackup({ ports, place: place.store }, manifest, () => undefined)).toBe(0);
      const parts = { ports, from: backupView(place.store, manifest), first: sealed(), second: null };
      expect((await restoreDocuments({ ...parts, say: () => undefined }, maps)).toSorted()).toEqual(maps);
      place.close();
    }
  });
});

import { describeWith, ToxicWay } from '@bough/house/servers';
import { verifyLog } from '@bough/bloblog';
import { makeBucket } from '@bough/blobs/testing';
import { platformClock, platformIds, platformRandom } from '@bough/service';
import { describe, expect, test } from 'vitest';
import { logPorts, openLocation } from '../locations/locations.ts';
import { DocstoreProcess, newKeys } from '../testing/processes/docstore-process.ts';
import { killRun } from '../testing/processes/kill-run.ts';
import { s3Settings } from '../testing/processes/s3-settings.ts';

const KILLS = Number(process.env['BOUGH_KILLS'] ?? (process.env['CI'] === 'true' ? 70 : 3));
const PORTS = { clock: platformClock, random: platformRandom, ids: platformIds };

// Beside each other: such a run waits for its network most of the time.
describe.concurrent.each(['versitygw', 'minio'] as const)('on %s', (name) => {
  describeWith(name, (s3) => {
    describeWith('toxiproxy', (toxiproxy) => {
      test(
        '[DOC-32] killed on a bad network, with two buckets, nothing acknowledged is lost, and both agree',
        async () => {
          const { endpoint, region, accessKey, secretKey } = s3();
          await makeBucket(s3(), 'bough-one');
          await makeBucket(s3(), 'bough-two');
          const ways = [
            await ToxicWay.make(toxiproxy().url, `${name}-one`, endpoint),
            await ToxicWay.make(toxiproxy().url, `${name}-two`, endpoint),
          ];
          const keys = [newKeys('first'), newKeys('second')];
          const docstore = await DocstoreProcess.make({
            BOUGH_BLOBS: 's3',
            BOUGH_SECOND: 's3',
            BOUGH_SECOND_MODE: name === 'minio' ? 'sync' : 'async',
            ...s3Settings('BOUGH_', ways[0]?.endpoint, 'bough-one', keys[0], s3()),
            ...s3Settings('BOUGH_SECOND_', ways[1]?.endpoint, 'bough-two', keys[1], s3()),
          });
          const { problems, writers } = await killRun(docstore, KILLS, ways);
          expect(problems).toEqual([]);
          expect(writers.repeats).toBeGreaterThan(0);
          await docstore.stop();
          const at = { endpoint, region, accessKey, secretKey };
          const [first, second] = await Promise.all(
            ['bough-one', 'bough-two'].map((bucket, i) =>
              openLocation(PORTS, 'first', {
                kind: 's3',
                folder: '',
                s3: { ...at, bucket },
                keys: [parseKey(keys[i] ?? '')],
              }),
            ),
          );
          if (first === undefined || second === undefined) throw new Error('both were opened');
          const findings = await verifyLog(logPorts(PORTS), { first: first.store, second: second.store }, writers.map);
          expect(findings.filter((finding) => finding.kind !== 'orphan')).toEqual([]);
          first.close();
          second.close();
        },
        90_000 + KILLS * 20_000,
      );
    });
  });
});

function parseKey(text: string): { kid: string; key: Uint8Array } {
  const [kid = '', key = ''] = text.split(':');
  return { kid, key: Buffer.from(key, 'base64url') };
}

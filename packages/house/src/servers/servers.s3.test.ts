import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { describeWith } from './describe-with.ts';
import type { S3Running } from './server.ts';

const Bucket = 'bough-house';
const Key = 'greeting';

async function clientOf(server: S3Running): Promise<S3Client> {
  const client = new S3Client({
    endpoint: server.endpoint,
    region: server.region,
    forcePathStyle: true,
    credentials: { accessKeyId: server.accessKey, secretAccessKey: server.secretKey },
  });
  await client.send(new CreateBucketCommand({ Bucket }));
  await client.send(new PutObjectCommand({ Bucket, Key, Body: 'first' }));
  return client;
}

async function createAgain(server: S3Running): Promise<{ refused: boolean; kept: string | undefined }> {
  const client = await clientOf(server);
  const again = new PutObjectCommand({ Bucket, Key, Body: 'second', IfNoneMatch: '*' });
  const refused = await client.send(again).then(
    () => false,
    () => true,
  );
  const kept = await client.send(new GetObjectCommand({ Bucket, Key }));
  const body = await kept.Body?.transformToString();
  client.destroy();
  return { refused, kept: body };
}

for (const name of ['versitygw', 'minio'] as const) {
  describeWith(name, (server) => {
    test('[HOUSE-15] keeps objects and honours a conditional create', async () => {
      expect(await createAgain(server())).toEqual({ refused: true, kept: 'first' });
    });
  });
}

describeWith('s3rver', (server) => {
  test('[HOUSE-15] lies: it takes a conditional create for a plain one', async () => {
    expect(await createAgain(server())).toEqual({ refused: false, kept: 'second' });
  });
});

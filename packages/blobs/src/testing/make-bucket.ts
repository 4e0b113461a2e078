import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../s3/s3-store.ts';

/** Makes a bucket on a test server and answers how to reach it. */
export async function makeBucket(
  server: {
    readonly endpoint: string;
    readonly region: string;
    readonly accessKey: string;
    readonly secretKey: string;
  },
  bucket: string,
): Promise<S3Settings> {
  const { endpoint, region, accessKey, secretKey } = server;
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey };
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
  return { endpoint, region, bucket, accessKey, secretKey };
}

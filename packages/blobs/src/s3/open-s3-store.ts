import type { S3Settings, S3Store } from './s3-store.ts';

/** The bucket; nothing is sent before the first call. The client is loaded with the first bucket: many hosts have none. */
export async function openS3Store(settings: S3Settings): Promise<S3Store> {
  const { s3Store } = await import('./s3-store.ts');
  return s3Store(settings);
}

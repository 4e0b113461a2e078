import { BlobFailure } from '../failure.ts';

/** What services call a full disk or a spent quota: S3 itself has no code for it. Some answer 403 or 400 with it. */
const FULL_CODES: ReadonlySet<string> = new Set([
  'InsufficientStorage', // versitygw
  'InsufficientStorageSpace', // Huawei
  'QuotaExceeded', // versitygw, Ceph, Ozone
  'XMinioAdminBucketQuotaExceeded',
  'XMinioStorageFull',
]);
const INSUFFICIENT_STORAGE = 507;
/** What MinIO, and others in Go, pass on of a disk that got full during a write. */
const DISK_IS_FULL = /no space left on device|disk quota exceeded/i;

/** The HTTP status that an error of the SDK stands for, or null when no answer came. */
export function statusOf(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('$metadata' in error)) return null;
  const metadata: unknown = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return null;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : null;
}

/** What a write or a removal failed with, as a BlobFailure that says what to do about it. */
export function s3WriteFailure(key: string, error: unknown): BlobFailure {
  if (!isFull(error)) return s3Failure(key, error);
  return new BlobFailure(`there is no room left: ${key}: ${error.name}: ${error.message}`, {
    kind: 'unavailable',
    code: 'blobs/full',
    hint: 'Make room where the S3 service keeps its data, or raise the quota. Nothing was written, and nothing that was written before is lost.',
    cause: error,
  });
}

function isFull(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const status = statusOf(error) ?? 0;
  if (status === INSUFFICIENT_STORAGE || FULL_CODES.has(error.name)) return true;
  return status >= 500 && DISK_IS_FULL.test(error.message);
}

/** Another error of the SDK as a BlobFailure that says what to do about it. */
export function s3Failure(key: string, error: unknown): BlobFailure {
  if (error instanceof BlobFailure) return error;
  const name = error instanceof Error ? error.name : '';
  const message = `${key}: ${error instanceof Error ? `${name}: ${error.message}` : String(error)}`;
  const status = statusOf(error) ?? 0;
  if (name === 'AbortError')
    return new BlobFailure(message, { kind: 'cancelled', code: 'blobs/cancelled', cause: error });
  if (name === 'NoSuchBucket') {
    const hint = 'Make the bucket, or correct BOUGH_S3_BUCKET.';
    return new BlobFailure(message, { kind: 'absent', code: 'blobs/no-bucket', hint, cause: error });
  }
  if (status === 401 || status === 403) {
    const hint = 'Check the access key, the secret key, the region, and the rights on the bucket.';
    return new BlobFailure(message, { kind: 'denied', code: 'blobs/denied', hint, cause: error });
  }
  if (status === 400 || status === 405 || status === 501) {
    const hint =
      'The store does not know this request: is it an S3 service with conditional writes, and its clock right?';
    return new BlobFailure(message, { kind: 'invalid', code: 'blobs/not-understood', hint, cause: error });
  }
  return new BlobFailure(message, { kind: 'unavailable', code: 'blobs/unavailable', cause: error });
}

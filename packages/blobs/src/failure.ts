import { Failure, type FailureDetails } from '@bough/base';

/** What a folder or an S3 service can refuse; every code is explained in SPEC.md. */
export class BlobFailure extends Failure {
  override readonly code: BlobFailureCode;

  constructor(message: string, details: FailureDetails & { readonly code: BlobFailureCode }) {
    super(message, details);
    this.code = details.code;
  }
}

/** The codes of `BlobFailure`. */
export type BlobFailureCode =
  | 'blobs/bad-key' // a key that no store takes
  | 'blobs/unavailable' // the folder or the service did not do it
  | 'blobs/full' // the disk or the quota has no room for it; nothing was written
  | 'blobs/denied' // credentials or file rights do not allow it
  | 'blobs/cancelled' // the caller's signal was aborted
  | 'blobs/no-conditions' // the self-check found a store that ignores conditions
  | 'blobs/no-journal' // a folder has objects, and no journal that can be read
  | 'blobs/apart' // a folder's journal and its other files are of different moments
  | 'blobs/gone' // a folder that is open was removed, moved or replaced
  | 'blobs/no-bucket' // the bucket is not there
  | 'blobs/not-understood'; // the service refuses requests of this kind

export type {
  AbortSignal,
  Blob,
  BlobEntry,
  BlobStore,
  ByteRange,
  CallOptions,
  ETag,
  ListPage,
  PutOutcome,
} from './blob-store.ts';

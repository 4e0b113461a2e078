export { BlobFailure, type BlobFailureCode } from './failure.ts';
export { type FolderStore, openFolderStore } from './folder-store.ts';
export { nodeCiphers, nodeCompression, nodeDigest } from './node-ports.ts';
export { openS3Store } from './open-s3-store.ts';
export type { S3Settings, S3Store } from './s3-store.ts';
export { checkConditions } from './self-check.ts';

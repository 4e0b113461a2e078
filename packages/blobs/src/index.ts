export { BlobFailure, type BlobFailureCode } from './failure.ts';
export { type FolderStore, openFolderStore } from './folder-store.ts';
export { nodeCiphers, nodeCompression, nodeDigest } from './node-ports.ts';
export { openS3Store, type S3Settings, type S3Store } from './s3-store.ts';
export { checkConditions } from './self-check.ts';

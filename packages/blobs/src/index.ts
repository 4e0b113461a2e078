export { BlobFailure, type BlobFailureCode } from './failure.ts';
export { type FolderStore, openFolderStore } from './folder-store.ts';
export { nodeCiphers, nodeCompression, nodeDigest } from './node-ports.ts';

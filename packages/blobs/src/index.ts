export { acceptLoss, lossOf } from './folder-loss.ts';
export { openFolderStore } from './folder-store.ts';
export { holdsFiles } from './folder-whole.ts';
export { nodeCiphers, nodeCompression, nodeDigest } from './node-ports.ts';
export { openS3Store } from './open-s3-store.ts';
export type { S3Settings } from './s3-store.ts';
export { openReadOnlyFolder } from './read-only-folder.ts';
export { checkConditions } from './self-check.ts';

export { acceptLoss, lossOf } from './folder/folder-loss.ts';
export { isFolderInUse } from './folder/folder-in-use.ts';
export { openFolderStore } from './folder/folder-store.ts';
export { holdsFiles } from './folder/folder-whole.ts';
export { nodeCiphers, nodeCompression, nodeDigest } from './node-ports.ts';
export { openS3Store } from './s3/open-s3-store.ts';
export type { S3Settings } from './s3/s3-store.ts';
export { openReadOnlyFolder } from './folder/read-only-folder.ts';
export { checkConditions, hasRoom } from './self-check.ts';

export { type Backoff, backoffMs, DEFAULT_BACKOFF } from './backoff.ts';
export { isStoreFull } from './blob-store.ts';
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
export type { Folded } from './checkpoint.ts';
export { type Collected, collectLog } from './collect.ts';
export type { Counters, LastSeen } from './counters.ts';
export { DocumentLog, type LogParts } from './document-log.ts';
export { LogFailure, type LogFailureCode } from './failure.ts';
export { decodeHead, type Head, startSeq } from './head.ts';
export {
  apartPrefixes,
  headKey,
  HEADS,
  logPrefix,
  segmentKey,
  type SegmentRef,
  snapshotKey,
  type SnapshotRef,
} from './keys.ts';
export {
  meteredStore,
  MoneyMeter,
  type Prices,
  S3_STANDARD,
  type StoreCall,
  type StoreMeter,
} from './metered-store.ts';
export { type LogLineage, renewedHead } from './lineages.ts';
export { type LateMark, LateMarks } from './late-marks.ts';
export { copyObject, Mirror, type MirrorParts } from './mirror.ts';
export type { Lag } from './mirror-lane.ts';
export { objectsOf } from './objects-of.ts';
export { createLog, type FirstHead, type OpenedLog, openLog } from './open-log.ts';
export type { Ciphers, Compression, Digest, Entry, LineCodec, LogPorts } from './ports.ts';
export { purgeLog } from './purge-log.ts';
export { type LogSource, readChanges, readHead, readMoment, readStart, type Replay } from './read-log.ts';
export { copyApart, type Reconciled, reconcileLog } from './reconcile.ts';
export { type Repaired, repairLog } from './repair-log.ts';
export { relabelLog } from './relabel-log.ts';
export { renewLog } from './renew-log.ts';
export { resealAll } from './reseal.ts';
export { restoreLog } from './restore-log.ts';
export { retryingStore } from './retrying-store.ts';
export { checkKeys, sealedStore, type SealingKey, type SealingKeys } from './sealed-store.ts';
export { DEFAULT_SETTINGS, type LogSettings } from './settings.ts';
export { type Settlement, settlement } from './settle-log.ts';
export { type Snapshot, unpackState } from './snapshot.ts';
export { type Finding, logNames, verifyLog, type Where } from './verify.ts';

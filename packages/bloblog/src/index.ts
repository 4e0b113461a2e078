export { bringHome, type BroughtHome } from './bring-home.ts';
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
export { entriesBelow } from './entries-below.ts';
export { headlessLogs } from './headless.ts';
export { decodeHead, hasMore, type Head, startSeq } from './head.ts';
export {
  apartPrefixes,
  headKey,
  HEADS,
  logPrefix,
  LOGS,
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
export type { LogLineage } from './lineages.ts';
export { renewedHead } from './renewed-head.ts';
export { type LateMark, LateMarks } from './late-marks.ts';
export { MirroredUntil, unsureLogs } from './mirrored-until.ts';
export { copyObject, Mirror, type MirrorParts } from './mirror.ts';
export { areApart } from './fork.ts';
export type { Lag } from './mirror-lane.ts';
export { objectsOf } from './objects-of.ts';
export { createLog, type FirstHead, type OpenedLog, openLog } from './open-log.ts';
export type { Ciphers, Compression, Digest, Entry, LineCodec, LogPorts } from './ports.ts';
export { purgeLog } from './purge-log.ts';
export { type LogSource, readChanges, readHead, readMoment, readStart, type Replay } from './read-log.ts';
export { copyApart, type Reconciled, reconcileLog } from './reconcile.ts';
export { type Repaired, repairLog, repairObjects } from './repair-log.ts';
export { relabelLog } from './relabel-log.ts';
export { renewLog } from './renew-log.ts';
export { resealAll } from './reseal.ts';
export { restoreLog } from './restore-log.ts';
export { retryingStore } from './retrying-store.ts';
export { SeenHeads } from './seen-heads.ts';
export { checkKeys, sealedStore, type SealingKey, type SealingKeys } from './sealed-store.ts';
export { DEFAULT_SETTINGS, type LogSettings } from './settings.ts';
export { type GoingBack, goingBack, type Settlement, settlement } from './settle-log.ts';
export { type Snapshot, unpackState } from './snapshot.ts';
export { type Finding, logNames, verifyLog, type Where } from './verify.ts';

// Where a log's objects are. Heads stand together, so that one listing names every document; the rest of a document stands
// under its own prefix, so that one listing names all it has.
//
//   heads/<log>
//   logs/<log>/segments/<from>-<to>-<id>
//   logs/<log>/snapshots/<seq>-<id>
//   logs/<log>/<anything else>: what the application keeps beside the log
//
// In the first location alone:
//
//   behind/<log>
//   mirrored/<process>

/** The prefix of all heads. */
export const HEADS = 'heads/';

/** The prefix of all that logs have but their heads. */
export const LOGS = 'logs/';

/** The prefix of what is noted of logs that are behind in the second location. */
export const LATE = 'behind/';

/** The prefix of what processes note of the time up to which the second location is known to have everything. */
export const MIRRORED = 'mirrored/';

const [SEGMENTS, SNAPSHOTS] = ['segments/', 'snapshots/'] as const;
const OWN_FOLDERS = [SEGMENTS, SNAPSHOTS];

/** The head of a log. */
export function headKey(log: string): string {
  return `${HEADS}${log}`;
}

/** Everything of a log but its head. */
export function logPrefix(log: string): string {
  return `${LOGS}${log}/`;
}

/**
 * Whether the object stands apart from the log, below the log's prefix: the application's own. No head names it, collecting leaves it
 * alone, and what a key holds never changes.
 */
export function isApart(log: string, key: string): boolean {
  const prefix = logPrefix(log);
  return key.startsWith(prefix) && !OWN_FOLDERS.some((folder) => key.startsWith(folder, prefix.length));
}

/** Whether what the key holds never changes: a log's own objects, and those that stand apart from it. */
export function isLasting(key: string): boolean {
  return key.startsWith(LOGS);
}

/** Whether it is one of a log's own objects, which are there for as long as a head names them. */
export function isNamedByHead(key: string): boolean {
  return isLasting(key) && !isApart(logOf(key), key);
}

/** The log that the object belongs to. */
export function logOf(key: string): string {
  const [, log = ''] = key.split('/');
  return log;
}

/** A sealed segment. */
export function segmentKey(log: string, segment: SegmentRef): string {
  return `${logPrefix(log)}${SEGMENTS}${segment.from}-${segment.to}-${segment.id}`;
}

/** A snapshot object. */
export function snapshotKey(log: string, snapshot: SnapshotRef): string {
  return `${logPrefix(log)}${SNAPSHOTS}${snapshot.seq}-${snapshot.id}`;
}

/** A sealed segment: the changes `from`..`to`, both included; `size` in bytes as compressed. */
export interface SegmentRef {
  readonly from: number;
  readonly to: number;
  readonly id: string;
  readonly size: number;
}

/** A snapshot object: the state after change `seq`; `size` in bytes as compressed. */
export interface SnapshotRef {
  readonly seq: number;
  readonly id: string;
  readonly size: number;
}

import { type Backoff, DEFAULT_BACKOFF } from './backoff.ts';

/** How a log weighs writes against reads. */
export interface LogSettings {
  /** The tail is sealed once it is longer than this, in bytes of its lines; under a big snapshot it may grow to 8 times that. */
  readonly tailBytes: number;
  /** Snapshots up to this size, compressed, live in the head. */
  readonly inlineBytes: number;
  /** A snapshot object is made once the segments since the last one weigh this many times as much as it does. */
  readonly keyframeRatio: number;
  /** The least time between two writes of one head, for stores that limit writes per key; 0 for none. */
  readonly spacingMs: number;
  readonly backoff: Backoff;
}

/** What fits S3 and folders. */
export const DEFAULT_SETTINGS: LogSettings = {
  tailBytes: 64 * 1024,
  inlineBytes: 16 * 1024,
  keyframeRatio: 2,
  spacingMs: 0,
  backoff: DEFAULT_BACKOFF,
};

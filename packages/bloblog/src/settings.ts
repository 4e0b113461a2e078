import { type StoreBackoff, DEFAULT_BACKOFF } from './store/store-backoff.ts';

/** How a log weighs writes against reads. */
export interface LogSettings {
  /** The tail is sealed once it is longer than this, in bytes of its lines. */
  readonly tailBytes: number;
  /** Snapshots up to this size, compressed, live in the head. */
  readonly inlineBytes: number;
  /** Snapshots up to this size are made anew by each sealing, so that opening reads the head and one of them. */
  readonly freshBytes: number;
  /** A keyframe is made once the segment since the last one has this many bytes, compressed... */
  readonly spanBytes: number;
  /** ...and weighs this many times as much as the keyframe will. */
  readonly keyframeRatio: number;
  /** Between keyframes, a segment has a checkpoint about every so many bytes of it... */
  readonly checkpointBytes: number;
  /** ...but at most about so many for each keyframe's size. */
  readonly checkpoints: number;
  /** The least time between two writes of one head, for stores that limit writes per key; 0 for none. */
  readonly spacingMs: number;
  /** While several clients write, the least time between two writes of one head: it gathers what they say. */
  readonly gatherMs: number;
  readonly backoff: StoreBackoff;
}

/** What fits S3 and folders. */
export const DEFAULT_SETTINGS: LogSettings = {
  tailBytes: 64 * 1024,
  inlineBytes: 16 * 1024,
  freshBytes: 128 * 1024,
  spanBytes: 64 * 1024,
  keyframeRatio: 4 / 3,
  checkpointBytes: 32 * 1024,
  checkpoints: 12,
  spacingMs: 0,
  gatherMs: 50,
  backoff: DEFAULT_BACKOFF,
};

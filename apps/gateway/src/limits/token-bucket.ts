export interface BucketSettings {
  /** How many may come at once. */
  readonly burst: number;
  /** How many come back in a second. */
  readonly perSecond: number;
}
/** How full a bucket was, and when. */
export interface Bucket {
  readonly left: number;
  readonly atMs: number;
}

/** Takes `cost` out of the bucket as it is at `nowMs`; null: not enough is left. A bucket never seen is full. */
export function tryTake(bucket: Bucket | null, settings: BucketSettings, nowMs: number, cost = 1): Bucket | null {
  const grown = bucket === null ? settings.burst : bucket.left + ((nowMs - bucket.atMs) / 1_000) * settings.perSecond;
  const left = Math.min(settings.burst, grown) - cost;
  return left < 0 ? null : { left, atMs: nowMs };
}

/** Milliseconds until `cost` can be taken. */
export function waitMs(bucket: Bucket, settings: BucketSettings, nowMs: number, cost = 1): number {
  const grown = bucket.left + ((nowMs - bucket.atMs) / 1_000) * settings.perSecond;
  // A whole millisecond more than needed: sums of fractions fall a hair short.
  return grown >= cost ? 0 : Math.floor(((cost - grown) / settings.perSecond) * 1_000) + 1;
}

/** When the bucket is full again, and as good as one never seen. */
export function fullAtMs({ left, atMs }: Bucket, { burst, perSecond }: BucketSettings): number {
  return atMs + ((burst - left) / perSecond) * 1_000;
}

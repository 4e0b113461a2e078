import type { Cancel } from '@bough/base';

/**
 * What gateways say to one another. Messages reach every subscriber of the topic on every gateway, the sender's own
 * included, at most once and in the sender's order; they may be lost, and `onGap` tells when that can have happened.
 */
export interface Bus {
  /** Whether there may be other gateways; alone, nobody needs to be told. */
  readonly reachesOthers: boolean;
  /** Hands the message over; failures are counted and answered by `onGap`, never thrown. */
  publish(topic: string, message: string): void;
  /** Resolves when messages published from now on will come. */
  subscribe(topic: string, listen: (message: string) => void): Promise<Cancel>;
  /** Of all calls for one key within `forMs`, on all gateways, exactly one answers true. */
  tryClaim(key: string, forMs: number): Promise<boolean>;
  /** The how-manieth call for the key this is, on all gateways, since `forMs` after its first was over last. */
  count(key: string, forMs: number): Promise<number>;
  /** Calls `run` after messages can have been lost: whoever relies on them looks at the truth again. */
  onGap(run: () => void): Cancel;
  /** Resolves when the bus carries messages. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

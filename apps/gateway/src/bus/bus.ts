import type { Cancel } from '@bough/base';

/**
 * What gateways say to one another. Messages reach every subscriber of the topic on every gateway, the sender's own
 * included, at most once and in the sender's order; those for other gateways may be lost, and then `onGap` tells it. Nothing
 * waits for the bus without a bound, and nothing is refused because it is away.
 */
export interface Bus {
  /** What this gateway is called among all. */
  readonly name: string;
  /** Whether there may be other gateways; alone, nobody needs to be told. */
  readonly reachesOthers: boolean;
  /** Whether messages for others go anywhere at all, as far as is known. */
  readonly isUp: boolean;
  /**
   * Whether, as far as is known, every gateway hears what is said here, and is heard. While it is false messages are lost, and whoever relies
   * on them looks at the truth every now and then.
   */
  readonly isWhole: boolean;
  /** The other gateways that are heard now, by their names. */
  heard(): readonly string[];
  /** Hands the message over; never throws, never waits. While the bus is away only this gateway's own subscribers get it. */
  publish(topic: string, message: string): void;
  /** Resolves when messages published from now on will come, or soon where that cannot be known; a gap is told when it is. */
  subscribe(topic: string, listen: (message: string) => void): Promise<Cancel>;
  /** Of all calls for one key within `forMs`, on all gateways, exactly one answers true; while the bus is away, one on each. */
  tryClaim(key: string, forMs: number): Promise<boolean>;
  /** The how-manieth call for the key this is, on all gateways, since `forMs` after its first was over last; null: the bus is away. */
  count(key: string, forMs: number): Promise<number | null>;
  /**
   * Calls `run` when messages can have been lost: at once when the bus is found away, once when it is back, and when another
   * gateway says that its own were. Never once for each message that was lost.
   */
  onGap(run: () => void): Cancel;
  close(): Promise<void>;
}

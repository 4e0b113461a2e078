import { PROTOCOL_LIMITS } from '@bough/sync';

/** What one socket, and all sockets together, may do. */
export const SOCKET_LIMITS = {
  /** The largest message. Kinds other than submit are held to less by their parser. */
  maxPayload: PROTOCOL_LIMITS.submitBytes,
  /** The first message must come within. */
  helloMs: 5_000,
  /** A socket that says nothing is asked this often whether it is alive; one that misses two is gone. */
  heartbeatMs: 25_000,
  /** Frames: a burst, then a steady rate. Above it the socket is not read, so that the sender waits. */
  frames: { burst: 240, perSecond: 80 },
  /** Above this a socket is closed: frames that were read already come although it is not read on, and no honest client has so many. */
  flood: { burst: 400, perSecond: 100 },
  bytes: { burst: 4 * 1024 * 1024, perSecond: 512 * 1024 },
  perPerson: 50,
  /** Of guests; whoever has signed in is counted by themselves, however many are behind one address. */
  guestsPerNetwork: 2_000,
  all: 20_000,
  /** After a close that the other side does not answer. */
  closeMs: 2_000,
} as const;

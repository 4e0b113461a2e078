import type { Backoff } from '@bough/base';

/** Of a client that lost its gateway: short enough at the longest that everybody is back within ten seconds of the end of an outage. */
export const RECONNECT: Backoff = { firstMs: 300, longestMs: 4000 };

/** Of a room that lost its docstore. */
export const RETRY: Backoff = { firstMs: 100, longestMs: 2000 };

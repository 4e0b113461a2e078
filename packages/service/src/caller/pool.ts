import { Pool } from 'undici';

// The one pool of kept connections to a destination. A connection is given up here before the server gives it up (see
// KEEP_ALIVE_MS in server.ts), so that a request never meets a closing connection. HTTP/1.1 on purpose: between services on one
// network many connections cost less than the streams of one. Time limits come from each call's deadline alone.

const CONNECTIONS = 64;
const KEEP_ALIVE_MS = 30_000;
const CONNECT_TIMEOUT_MS = 2_000;

export interface PoolSettings {
  /** Most connections at once; calls beyond wait for one. */
  readonly connections?: number;
  /** The certificate authority to trust, as PEM; absent: the platform's. */
  readonly authority?: string;
}

/** A pool to the origin of this address. Its owner destroys it. */
export function createPool(url: string, settings: PoolSettings = {}): Pool {
  return new Pool(new URL(url).origin, {
    connections: settings.connections ?? CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...(settings.authority === undefined ? {} : { connect: { ca: settings.authority, timeout: CONNECT_TIMEOUT_MS } }),
  });
}

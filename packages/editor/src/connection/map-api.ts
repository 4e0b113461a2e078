import type { ClientId, PrefixName, Result } from '@bough/base';

/**
 * Why the server did not give what was asked: `unavailable` is tried again, as is `version` (it speaks another one); the others end
 * the connection.
 */
export interface MapTrouble {
  readonly kind: 'denied' | 'absent' | 'unavailable' | 'version';
  readonly detail: string;
}

/** What a connection asks of the server about its one map. The page brings it; a test brings its own. */
export interface MapApi {
  /** A fresh one-time ticket for a socket of this client. */
  ticket(client: ClientId): Promise<Result<string, MapTrouble>>;
  /** The whole map as text, with the name that says of which order it is, and up to which change. */
  document(): Promise<Result<PrefixName & { readonly text: string }, MapTrouble>>;
  /** Where the socket is: ws: or wss:. */
  readonly socketUrl: string;
}

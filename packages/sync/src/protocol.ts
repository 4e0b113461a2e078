// The rules of the socket that both ends share. Changing any number here is a change of the protocol for somebody: the
// hash of the schema and these limits is pinned by a test.

/** What both ends must agree on: a gateway says goodbye ('version') to a client that says another. */
export const PROTOCOL_VERSION = 1;

export const PROTOCOL_LIMITS = {
  /** Any frame from a client but a submit: cursors, pings and greetings are small. */
  frameBytes: 64 * 1024,
  /**
   * A submit: one change may be 256 KB (packages/map's limit), and travels whole, in one frame, with its envelope. This is
   * what a gateway sets as the socket's largest message; `parseClientFrame` holds every other kind to `frameBytes` before
   * it parses. Clients put several changes into one submit only as long as the frame stays below `frameBytes`.
   */
  submitBytes: 320 * 1024,
  /** Changes in one submit. */
  submitChanges: 200,
  /** Items in a shared selection. */
  selection: 200,
  /** A gap up to this is pushed to whoever joins; a larger one the client pulls page by page, or fetches the map anew. */
  gapPushed: 1000,
  /** Changes in one frame to a client. */
  pageChanges: 500,
  /** Unsent bytes on one socket: above the first presence is dropped, above the second the socket is closed. */
  presenceDroppedBytes: 1024 * 1024,
  closedBytes: 4 * 1024 * 1024,
} as const;

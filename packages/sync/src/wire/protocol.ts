// The rules of the socket that both ends share. Changing any number here is a change of the protocol for somebody:
// a test says the version anew after each.

/** What both ends must agree on, as a hash of it: a gateway says goodbye ('version') to a client that says another. */
export const PROTOCOL_VERSION = 0x68b05d73;

export const PROTOCOL_LIMITS = {
  /** Any frame from a client but a submit: cursors, pings and greetings are small. */
  frameBytes: 64 * 1024,
  /**
   * A submit: a change (256 Ki units in packages/map: 64 for each op, and its text) travels whole, in one frame, and as JSON in
   * UTF-8 it may be several times that. This is what a gateway sets as the socket's largest message; `parseClientFrame` holds
   * every other kind to `frameBytes` before it parses. A client puts several changes into one submit only as long as the
   * frame stays below `frameBytes`, and refuses an edit that would not fit here.
   */
  submitBytes: 1024 * 1024,
  /** Changes in one submit. */
  submitChanges: 200,
  /** The largest counter: far above what anybody can count to, and far below where counting ends. */
  counter: 2 ** 40,
  /** Items in a shared selection. */
  selection: 200,
  /** Items that are shown on their way under a pointer. */
  dragged: 50,
  /** A gap up to this is pushed to whoever joins; a larger one the client pulls page by page, or fetches the map anew. */
  gapPushed: 1000,
  /** Changes in one frame to a client. */
  pageChanges: 500,
  /** Unsent bytes on one socket: above the first presence is dropped, above the second the socket is closed. */
  presenceDroppedBytes: 1024 * 1024,
  closedBytes: 4 * 1024 * 1024,
} as const;

/** The bytes of the text in UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // Half a surrogate pair is two of the four bytes of its pair.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}

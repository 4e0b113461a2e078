/**
 * Text messages as RFC 6455 puts them on the wire: 0x81 (final, text), the length in 7, 7+16 or 7+64 bits, the bytes. What a
 * server sends is not masked, so one frame is the same bytes for every socket of a room: it is made once and written to each.
 */
export class TextFrames {
  #text = '';
  #frame = frameOf('');

  /** The frame with this text; the one that was asked for last is kept. Nobody may change its bytes. */
  of(text: string): Buffer {
    if (text !== this.#text) {
      this.#frame = frameOf(text);
      this.#text = text;
    }
    return this.#frame;
  }
}

function frameOf(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = 0x81;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}

import { deserialize, serialize } from 'node:v8';
import type { Readable, Writable } from 'node:stream';

// Messages between the service and a process that draws: each is its length, 4 bytes, and what `node:v8` makes of it.

const HEAD = 4;

/** Sends one message; what it holds must be what structured cloning takes. */
export function sendMessage(to: Writable, message: unknown): void {
  const body = serialize(message);
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(body.length);
  to.write(head);
  to.write(body);
}

/** All messages until the stream ends; half a message at its end is none. */
export async function* messagesFrom(from: Readable): AsyncGenerator {
  let chunks: Buffer[] = [];
  let length = 0;
  let wanted = HEAD;
  for await (const chunk of from) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('messages come in bytes');
    chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
    length += chunk.length;
    while (length >= wanted) {
      const all = Buffer.concat(chunks);
      const end = HEAD + all.readUInt32BE(0);
      wanted = end;
      chunks = [all];
      if (length < end) break;
      yield deserialize(all.subarray(HEAD, end));
      chunks = [all.subarray(end)];
      length -= end;
      wanted = HEAD;
    }
  }
}

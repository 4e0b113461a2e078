import { tryJson } from '@bough/base';
import { isUtf8 } from 'node:buffer';
import { strange } from '../caller/exchange.ts';

// What travels on a line: frames, each after its length in bytes as 4 bytes, big-endian. A frame is UTF-8: its head, a list as
// JSON on one line, a line feed, and the body, which may be empty.
//
//   to the server     ["token", authorization]                                   before the first call, and when there is a newer one
//                     ["call", id, route, params, deadlineMs, requestId, person | null, isShared, languages | null]   and the body
//                     ["leave", id]                                              nobody waits for this call any more
//   to the caller     ["answer", id, timing]                                     and the answer
//                     ["problem", id, timing]                                    and the problem
//                     ["goodbye"]                                                make no new calls here
//
// Frames of one turn of the event loop leave in one write, and many calls share one packet, one parser and two wake-ups.

/** The path of the upgrade that makes a connection a line, and what it is upgraded to. */
export const LINE = { path: '/line', protocol: 'bough-line' } as const;

/** One frame, read. */
export interface Frame {
  readonly head: readonly unknown[];
  readonly body: string;
}

/** The text of a frame. */
export function frameText(head: readonly unknown[], body = ''): string {
  return `${JSON.stringify(head)}\n${body}`;
}

/** The frames as they travel. */
export function packFrames(texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + length, 0));
  let at = 0;
  for (const [i, text] of texts.entries()) {
    const length = lengths[i] ?? 0;
    bytes.writeUInt32BE(length, at);
    bytes.write(text, at + 4);
    at += 4 + length;
  }
  return bytes;
}

/** Puts frames together from what a connection brings. A frame that is none, or too long, throws: then the line is of no use. */
export class FrameReader {
  readonly #longest: number;
  #chunks: Buffer[] = [];
  #length = 0;
  /** How many bytes are needed before there is anything to read. */
  #needed = 4;

  constructor(settings: { readonly longest: number }) {
    this.#longest = settings.longest;
  }

  /** The frames that are complete with this. */
  take(chunk: Buffer): readonly Frame[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#needed) return [];
    const [first = chunk] = this.#chunks;
    const bytes = this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks, this.#length);
    const frames: Frame[] = [];
    let at = 0;
    this.#needed = 4;
    while (bytes.length - at >= 4) {
      const length = bytes.readUInt32BE(at);
      if (length > this.#longest) throw strange(`a frame of ${length} bytes`);
      if (bytes.length - at - 4 < length) {
        this.#needed = 4 + length;
        break;
      }
      frames.push(readFrame(bytes.subarray(at + 4, at + 4 + length)));
      at += 4 + length;
    }
    this.#chunks = at === bytes.length ? [] : [bytes.subarray(at)];
    this.#length = bytes.length - at;
    return frames;
  }
}

function readFrame(bytes: Buffer): Frame {
  const end = bytes.indexOf(0x0a);
  if (end < 0 || !isUtf8(bytes)) throw strange('bytes that are no frame');
  return { head: readHead(bytes.toString('utf8', 0, end)), body: bytes.toString('utf8', end + 1) };
}

function readHead(text: string): readonly unknown[] {
  const head = tryJson(text);
  if (head === undefined) throw strange('a head that is not JSON');
  if (!Array.isArray(head)) throw strange('a head that is no list');
  return head;
}

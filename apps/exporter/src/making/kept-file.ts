import { createHash } from 'node:crypto';
import { tryUtf8Decode, utf8Encode } from '@bough/base';

// A file as docstore keeps it for the next who asks: a line of JSON that says what it is, then its bytes.

/** A file of a map, ready to be saved. */
export interface MadeFile {
  readonly seq: number;
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}
/** How a file was asked for, without what makes no difference to it. */
export type Options = Readonly<Record<string, string | number | null>>;

/** Raised when files come out otherwise than before: what was kept until then is never found again. */
const REVISION = 2;
const LINE_END = 0x0a;
const LONGEST_HEAD = 4_096;

/** The name under which a file of that number, asked for like that, is kept. */
export function nameOfKept(seq: number, options: Options): string {
  const said = JSON.stringify([REVISION, Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
  return `${seq}-${createHash('sha256').update(said).digest().subarray(0, 16).toString('base64url')}`;
}

export function encodeKept({ seq, name, type, bytes }: MadeFile): Uint8Array {
  return Buffer.concat([utf8Encode(`${JSON.stringify({ seq, name, type })}\n`), bytes]);
}

/** null when it is not what `encodeKept` makes. */
export function tryDecodeKept(kept: Uint8Array): MadeFile | null {
  const end = kept.subarray(0, LONGEST_HEAD).indexOf(LINE_END);
  const head = end < 0 ? null : tryUtf8Decode(kept.subarray(0, end));
  if (head === null) return null;
  let facts: unknown;
  try {
    facts = JSON.parse(head);
  } catch {
    return null;
  }
  if (typeof facts !== 'object' || facts === null || !('seq' in facts && 'name' in facts && 'type' in facts))
    return null;
  const { seq, name, type } = facts;
  if (typeof seq !== 'number' || typeof name !== 'string' || typeof type !== 'string') return null;
  return { seq, name, type, bytes: kept.subarray(end + 1) };
}

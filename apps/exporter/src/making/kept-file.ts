import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { isRecord, type PrefixName, prefixText, tryJson, tryUtf8Decode, utf8Encode } from '@bough/base';
import { EXPORT_BYTES, EXPORT_PIECE_BYTES, type ExportReport, exportReport } from '@bough/contracts';

// A file as docstore keeps it for the next who asks: a line of JSON that says what it is, then its bytes; cut into pieces. Two who
// make the same file at once may keep a piece each: so the line says what all bytes together come to.

/** A file of a map, ready to be saved. */
export interface MadeFile extends PrefixName {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  /** What of the map it does not hold. */
  readonly report: ExportReport;
}
/** How a file was asked for, without what makes no difference to it. */
export type Options = Readonly<Record<string, string | number | null>>;

/** Raised when files come out otherwise than before: what was kept until then is never found again. */
const REVISION = 8;
const LINE_END = 0x0a;
/** The report's notes are most of it. */
const LONGEST_HEAD = 128 * 1024;

/** The name under which a file of that prefix, asked for like that, is kept. */
export function nameOfKept(name: PrefixName, options: Options): string {
  const said = JSON.stringify([
    REVISION,
    prefixText(name),
    Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  return `${name.seq}-${createHash('sha256').update(said).digest().subarray(0, 16).toString('base64url')}`;
}

/** The file's pieces, in their order; none: it is too long to be kept. */
export function piecesOfKept({ lineage, seq, name, type, bytes, report }: MadeFile): readonly Uint8Array[] {
  const facts: Facts = { lineage, seq, name, type, length: bytes.length, sum: crc32(bytes), report };
  const head = utf8Encode(`${JSON.stringify(facts)}\n`);
  if (head.length + bytes.length > EXPORT_BYTES) return [];
  const first = EXPORT_PIECE_BYTES - head.length;
  const pieces: Uint8Array[] = [Buffer.concat([head, bytes.subarray(0, first)])];
  for (let at = first; at < bytes.length; at += EXPORT_PIECE_BYTES) {
    pieces.push(bytes.subarray(at, at + EXPORT_PIECE_BYTES));
  }
  return pieces;
}

/** Puts the pieces together again; null when one of them is none, or they are not what `piecesOfKept` makes. */
export async function tryReadKept(read: (piece: number) => Promise<Uint8Array | null>): Promise<MadeFile | null> {
  const first = await read(0);
  const head = first && tryHead(first);
  if (first === null || head === null) return null;
  const { lineage, seq, name, type, length, sum, report } = head.facts;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (let n = 0; at < length; n++) {
    const piece = n === 0 ? first.subarray(head.end) : await read(n);
    if (piece === null || piece.length === 0 || at + piece.length > length) return null;
    bytes.set(piece, at);
    at += piece.length;
  }
  return crc32(bytes) === sum ? { lineage, seq, name, type, bytes, report } : null;
}

interface Facts extends Omit<MadeFile, 'bytes'> {
  readonly length: number;
  readonly sum: number;
}

function tryHead(first: Uint8Array): { readonly facts: Facts; readonly end: number } | null {
  const end = first.subarray(0, LONGEST_HEAD).indexOf(LINE_END);
  const line = end < 0 ? null : tryUtf8Decode(first.subarray(0, end));
  if (line === null) return null;
  const said = tryJson(line);
  if (!isRecord(said)) return null;
  const { lineage, seq, name, type, length, sum } = said;
  if (typeof lineage !== 'string' || typeof seq !== 'number' || typeof name !== 'string' || typeof type !== 'string')
    return null;
  if (typeof length !== 'number' || !(length >= 0 && length <= EXPORT_BYTES) || typeof sum !== 'number') return null;
  const report = exportReport(said['report']);
  if (!report.ok) return null;
  return { facts: { lineage, seq, name, type, length, sum, report: report.value }, end: end + 1 };
}

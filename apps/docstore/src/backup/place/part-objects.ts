import { tryUtf8Decode, utf8Encode } from '@bough/base';
import type { BlobStore, LogPorts } from '@bough/bloblog';
import { type PartHead, readPartLine } from '@bough/service';
import { DocstoreFailure } from '../../failure.ts';
import { PARTS } from './layout.ts';
import type { BackedUpPart } from './manifest.ts';

const PIECE_CHARACTERS = 1024 * 1024;
const MOST_BYTES = 64 * 1024 * 1024;

type Ports = Pick<LogPorts, 'compression' | 'digest'>;
/** A part that was kept, with what its service sealed. */
export interface KeptPart {
  readonly part: BackedUpPart;
  readonly secrets: string | null;
}

/** Keeps the parts that stand in these lines, one after the other, and reads back what it wrote; throws when one has no end. */
export async function keepParts(
  ports: Ports,
  place: BlobStore,
  lines: AsyncIterable<string>,
): Promise<readonly KeptPart[]> {
  const kept: KeptPart[] = [];
  let [head, hashes, waiting, length]: [PartHead | null, string[], string[], number] = [null, [], [], 0];
  const flush = async (): Promise<void> => {
    if (waiting.length > 0) hashes.push(await keepPiece(ports, place, waiting.join('\n')));
    [waiting, length] = [[], 0];
  };
  for await (const line of lines) {
    const read = readPartLine(line);
    if (read?.kind === 'head') {
      if (head !== null) throw new Error(`The part of ${head.part} has no end.`);
      head = read.head;
    }
    if (head === null) throw new Error('No backup was made: a service did not tell its part.');
    // What is sealed with a passphrase stands for itself: it differs each time, and the rest often does not.
    waiting.push(read?.kind === 'head' ? JSON.stringify({ ...read.head, secrets: null }) : line);
    length += line.length;
    if (length >= PIECE_CHARACTERS) await flush();
    if (read?.kind !== 'end') continue;
    await flush();
    kept.push({ part: { lines: hashes, settings: head.settings, end: read.end }, secrets: head.secrets });
    [head, hashes] = [null, []];
  }
  if (head !== null) throw new Error(`The part of ${head.part} has no end: the process that wrote it was ended.`);
  return kept;
}

/** The lines of a part, as they were written. */
export async function* partLines(ports: Ports, place: BlobStore, part: BackedUpPart): AsyncGenerator<string> {
  for (const hash of part.lines) yield* (await readPiece(ports, place, hash)).split('\n');
}

async function keepPiece(ports: Ports, place: BlobStore, words: string): Promise<string> {
  const bytes = utf8Encode(words);
  const hash = Buffer.from(ports.digest.sha256(bytes)).toString('hex');
  const isThere = await readPiece(ports, place, hash).then(
    () => true,
    () => false,
  );
  if (isThere) return hash;
  await place.put(PARTS + hash, ports.compression.compress(bytes, 'small'));
  await readPiece(ports, place, hash);
  return hash;
}

async function readPiece(ports: Ports, place: BlobStore, hash: string): Promise<string> {
  const blob = await place.get(PARTS + hash);
  const bytes = blob && ports.compression.tryDecompress(blob.bytes, MOST_BYTES);
  const isRight = bytes !== null && Buffer.from(ports.digest.sha256(bytes)).toString('hex') === hash;
  const words = isRight ? tryUtf8Decode(bytes) : null;
  if (words !== null) return words;
  throw new DocstoreFailure(`${PARTS}${hash} is ${blob === null ? 'not there' : 'not what was written'}.`, {
    kind: 'corrupt',
    code: 'docstore/damaged',
    hint: 'Make another backup; an older one may be whole: --backup names it.',
  });
}

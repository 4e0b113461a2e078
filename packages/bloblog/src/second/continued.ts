import type { BlobStore } from '../store/blob-store.ts';
import { chainOver, isSameChain } from '../objects/chain.ts';
import type { Head } from '../objects/head.ts';
import { segmentKey } from '../objects/keys.ts';
import type { LogPorts } from '../ports.ts';
import { readSegment } from '../log/read-log.ts';
import { linesOf } from '../objects/segment.ts';

/** Whether the last change of `there` is the change of that number in `head`, which `store` has. */
export async function isContinued(ports: LogPorts, store: BlobStore, there: Head, head: Head): Promise<boolean> {
  const { line, chain } = await lastOf(ports, store, head, there.seq);
  const theirs = there.tail.at(-1);
  if (theirs !== undefined) return line === theirs;
  return chain === null || isSameChain(chain, there.sealedChain);
}

/** The line with that number, and the hash chain after it where it is sealed. */
async function lastOf(
  ports: LogPorts,
  store: BlobStore,
  head: Head,
  seq: number,
): Promise<{ readonly line: string | undefined; readonly chain: Uint8Array | null }> {
  if (seq > head.sealedTo) return { line: head.tail[seq - head.sealedTo - 1], chain: null };
  const ref = head.segments.find((segment) => segment.to >= seq);
  if (ref === undefined) return { line: undefined, chain: null };
  const segment = await readSegment({ ports, store }, head.log, ref);
  const lines = linesOf(ports, segmentKey(head.log, ref), segment, segment.from, seq);
  return { line: lines.at(-1), chain: chainOver(ports.digest, segment.before, lines) };
}

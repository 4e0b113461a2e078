import { Failure } from '@bough/base';
import { type BlobStore, headKey, type LogPorts, reconcileLog, restoreLog, verifyLog } from '@bough/bloblog';
import { eachDocument } from '../commands/each-document.ts';
import { inParallel } from '../in-parallel.ts';
import { purgedMarks, unmarkPurged } from './purged-marks.ts';

/** Where documents come from and where they go. */
export interface RestoreParts {
  readonly ports: LogPorts;
  /** A backup as a location has its documents. */
  readonly from: BlobStore;
  readonly first: BlobStore;
  readonly second: BlobStore | null;
  readonly say: (line: string) => void;
}

/** What became of a document, or would: only those that are missing are brought back. */
export type Fate =
  | 'missing' // it is brought back
  | 'there' // the first location has it: it is left alone
  | 'in second' // the second location has it, and newer: reconcile brings that one
  | 'purged'; // it was removed forever

/** What would become of these documents. */
export async function fatesOf(
  { first, second }: Pick<RestoreParts, 'first' | 'second'>,
  maps: readonly string[],
  { purged, withPurged }: { readonly purged: ReadonlySet<string>; readonly withPurged: boolean },
): Promise<ReadonlyMap<string, Fate>> {
  const gone = new Set([...purged, ...(await purgedMarks(first))]);
  const fates = new Map<string, Fate>();
  await inParallel(these(maps), async (map) => {
    if (await hasHead(first, map)) fates.set(map, 'there');
    else if (gone.has(map) && !withPurged) fates.set(map, 'purged');
    else fates.set(map, second !== null && (await hasHead(second, map)) ? 'in second' : 'missing');
  });
  return fates;
}

/** Brings these documents back, reads each back from the first location, and answers those that are there now. */
export async function restoreDocuments(parts: RestoreParts, maps: readonly string[]): Promise<readonly string[]> {
  const { ports, from, first, second, say } = parts;
  const there: string[] = [];
  const failed = (map: string, why: string): void => say(`${map} could not be brought back: ${why}`);
  await eachDocument(these(maps), failed, async (map) => {
    if (!(await restoreLog(ports, from, first, map))) return;
    await unmarkPurged(first, map);
    const findings = await verifyLog(ports, { first, second: null }, map);
    const worst = findings.find(({ kind }) => kind !== 'orphan');
    if (worst !== undefined) throw new Error(worst.detail);
    if (second !== null) await reconcileLog({ ports, first, second }, map);
    there.push(map);
  });
  return there;
}

/** What is there but cannot be read is verify's and reconcile's. */
async function hasHead(store: BlobStore, map: string): Promise<boolean> {
  try {
    return (await store.get(headKey(map))) !== null;
  } catch (failure) {
    if (failure instanceof Failure && failure.kind === 'corrupt') return true;
    throw failure;
  }
}

async function* these(maps: readonly string[]): AsyncGenerator<string> {
  yield* maps;
}

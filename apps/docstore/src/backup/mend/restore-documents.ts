import { Failure } from '@bough/base';
import { type BlobStore, headKey, type LogPorts, reconcileLog, restoreLog, verifyLog } from '@bough/bloblog';
import { eachDocument } from '../../commands/each-document.ts';
import { inParallel } from '../../in-parallel.ts';
import { type Mending, mendingOf } from './mend-document.ts';
import { purgedMarks, unmarkPurged } from '../place/purged-marks.ts';

/** Where documents come from and where they go. */
export interface RestoreParts {
  readonly ports: LogPorts;
  /** A backup as a location has its documents. */
  readonly from: BlobStore;
  readonly first: BlobStore;
  readonly second: BlobStore | null;
  readonly say: (line: string) => void;
}

/** What becomes of a document. */
export type Fate =
  | 'missing' // it is brought back
  | 'there' // the first location has it: it is left alone where it is whole
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

/** What would be done about those of these documents, which are there, that are damaged. */
export async function mendingsOf(
  parts: RestoreParts,
  maps: readonly string[],
): Promise<readonly (Pick<Mending, 'says' | 'loses'> & { readonly map: string; readonly isHopeless: boolean })[]> {
  const found: (Pick<Mending, 'says' | 'loses'> & { map: string; isHopeless: boolean })[] = [];
  const failed = (map: string, why: string): void =>
    void found.push({
      map,
      says: `it is damaged, and cannot be mended from this backup: ${why}`,
      loses: null,
      isHopeless: true,
    });
  await eachDocument(these(maps), failed, async (map) => {
    const mending = await mendingOf(parts, map);
    if (mending !== null) found.push({ map, says: mending.says, loses: mending.loses, isHopeless: false });
  });
  return found.toSorted((a, b) => (a.map < b.map ? -1 : 1));
}

/**
 * Brings these documents back, mends those that are there and damaged, reads each back from the first location, and answers those that
 * are there and whole now. Changes that are newer than what is brought back are lost only with `losesNewer`.
 */
export async function restoreDocuments(
  parts: RestoreParts,
  maps: readonly string[],
  losesNewer = false,
): Promise<readonly string[]> {
  const { ports, from, first, second, say } = parts;
  const there: string[] = [];
  const failed = (map: string, why: string): void => say(`${map} could not be brought back: ${why}`);
  await eachDocument(these(maps), failed, async (map) => {
    if (!(await mended(parts, map, losesNewer)) && !(await restoreLog(ports, from, first, map))) return;
    await unmarkPurged(first, map);
    const findings = await verifyLog(ports, { first, second: null }, map);
    const worst = findings.find(({ kind }) => kind !== 'orphan');
    if (worst !== undefined) throw new Error(worst.detail);
    there.push(map);
    if (second === null) return;
    const { outcome } = await reconcileLog({ ports, first, second }, map);
    if (outcome === 'ahead' || outcome === 'forked')
      say(`${map}: the second location has other changes. Choose: npm run bough -- settle ${map} --keep first|second`);
  });
  return there;
}

/** Whether it was there; then it is whole now. */
async function mended(parts: RestoreParts, map: string, losesNewer: boolean): Promise<boolean> {
  if (!(await hasHead(parts.first, map))) return false;
  const mending = await mendingOf(parts, map);
  if (mending === null) parts.say(`${map}: is there, and whole: nothing was done.`);
  else if (mending.loses !== null && !losesNewer)
    throw new Error(`${mending.says} ${mending.loses} It stays as it is without --lose-newer.`);
  else parts.say(`${map}: ${await mending.mend()}`);
  return true;
}

/** What cannot be read is there. */
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

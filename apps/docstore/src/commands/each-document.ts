import { Failure, inSentences } from '@bough/base';
import { inParallel } from '../in-parallel.ts';

/** So many in a row that meet no answer are a location that is away, and not documents that are rotten. */
const MOST_UNANSWERED = 32;

/** What a run over documents came to. */
export interface Run {
  /** The documents that could not be dealt with. */
  readonly failed: readonly string[];
}

/**
 * Does the work for every document, some at a time. One that fails is told with what was wrong, and the others go on. Ends early, by
 * throwing, only when the documents cannot be listed, or when none is answered any more.
 */
export async function eachDocument(
  documents: AsyncIterable<string>,
  tellFailed: (map: string, why: string) => void,
  work: (map: string) => Promise<void>,
): Promise<Run> {
  return await eachNamed(documents, (map) => map, tellFailed, work);
}

/** As `eachDocument`, of documents about which more is known than their name. */
export async function eachNamed<Document>(
  documents: AsyncIterable<Document>,
  nameOf: (document: Document) => string,
  tellFailed: (name: string, why: string) => void,
  work: (document: Document) => Promise<void>,
): Promise<Run> {
  const failed: string[] = [];
  let unanswered = 0;
  await inParallel(documents, async (document) => {
    try {
      await work(document);
      unanswered = 0;
    } catch (failure) {
      const name = nameOf(document);
      failed.push(name);
      tellFailed(name, inSentences(failure));
      unanswered = failure instanceof Failure && failure.kind === 'unavailable' ? unanswered + 1 : 0;
      if (unanswered >= MOST_UNANSWERED) throw failure;
    }
  });
  return { failed };
}

/** As `eachDocument`, told in lines: each failure as it happens, and at the end all documents that failed. */
export async function sayEachDocument(
  say: (line: string) => void,
  documents: AsyncIterable<string>,
  work: (map: string) => Promise<void>,
): Promise<Run> {
  const run = await eachDocument(documents, (map, why) => say(`${map}: failed: ${why}`), work);
  if (run.failed.length > 0) say(`${run.failed.length} failed, the others are done: ${run.failed.join(' ')}`);
  return run;
}

/** The exit code of a run that went well otherwise. */
export function codeOf({ failed }: Run): 0 | 1 {
  return failed.length === 0 ? 0 : 1;
}

import { docstoreRoutes } from '@bough/contracts';
import type { NumberedChange } from '@bough/map';
import { DocstoreProcess } from '../processes/docstore-process.ts';
import { add, change } from '../test-maps.ts';
import type { MapPromises } from './promised.ts';
import { powerSettings } from './recorded-docstore.ts';

/** Starts a docstore on what a power cut left below this folder, and answers what it does not have as it was promised. */
export async function problemsOfProcess(folder: string, promises: readonly MapPromises[]): Promise<readonly string[]> {
  const docstore = await DocstoreProcess.make(powerSettings(folder));
  try {
    await docstore.start();
    const problems: string[] = [];
    for (const promised of promises) {
      if (promised.purge !== 'no') continue;
      problems.push(...(await problemsOfMap(docstore, promised)));
    }
    return problems;
  } finally {
    await docstore.stop();
  }
}

async function problemsOfMap(docstore: DocstoreProcess, { map, numbers }: MapPromises): Promise<readonly string[]> {
  const { trash, seq } = await docstore.call(docstoreRoutes.documentFacts, { params: { map } });
  const found = new Map<string, number>();
  for (let from = 1; from <= seq; from = found.size + 1) {
    const page = await docstore.call(docstoreRoutes.readChanges, { params: { map, from, to: seq } });
    for (const each of page.changes) found.set(nameOf(each), each.seq);
    if (found.size < from) return [`${map}: a started docstore has only ${found.size} of ${seq} changes`];
  }
  const lost = [...numbers].filter(([name, number]) => found.get(name) !== number).map(([name]) => name);
  if (lost.length > 0) return [`${map}: a started docstore has lost ${lost.join(', ')}`];
  if (trash !== null) return [];
  const body = { base: seq, changes: [change('process', 1, add('process', 'after the power'))] };
  const { outcomes } = await docstore.call(docstoreRoutes.appendChanges, { params: { map }, body });
  return outcomes[0]?.kind === 'kept' ? [] : [`${map}: a started docstore did not keep a change`];
}

function nameOf({ client, counter }: NumberedChange): string {
  return `${client} ${counter}`;
}

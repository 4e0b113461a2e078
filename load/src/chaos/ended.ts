import type { Lineage } from '@bough/base';
import type { NumberedChange } from '@bough/map';
import type { Visitor } from '../bough/visitor.ts';
import type { Ended } from './oracles.ts';

const PAGE = 4_000;

/** A map as its owner reads it when everything has come to rest, with everything that was ever changed in it; `lineages` are what people were told. */
export async function readEnded(owner: Visitor, map: string, lineages: readonly Lineage[]): Promise<Ended> {
  const { seq, text } = await owner.document(map);
  const log = await changesUpTo(owner, map, seq);
  return { beginning: (await owner.document(map, 0)).text, log, lineages, document: text };
}

async function changesUpTo(owner: Visitor, map: string, last: number): Promise<readonly NumberedChange[]> {
  const all: NumberedChange[] = [];
  while (all.length < last) {
    const path = `/api/maps/${map}/changes?from=${all.length + 1}&to=${Math.min(last, all.length + PAGE)}`;
    const page = (await owner.ask('GET', path)) as { readonly changes: readonly NumberedChange[] };
    if (page.changes.length === 0) break;
    all.push(...page.changes);
  }
  return all;
}

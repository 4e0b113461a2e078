import { isShortId } from './ids.ts';

// The name of an order. Changes of a document are numbered, but a number alone names nothing: an order that lost its last changes
// (a failover, a restored backup) gives the same numbers to others. So an order has a lineage, an id, and gets a new one
// with the number from which it may differ from what anybody had of the one before. (lineage, number) names one prefix forever.

/** One stretch of an order: everything after `from` may be other than what lineages before it had there. */
export interface Lineage {
  readonly id: string;
  readonly from: number;
}

/** The name of the first `seq` changes of a document. Two prefixes that differ never have the same name. */
export interface PrefixName {
  readonly lineage: string;
  readonly seq: number;
}

/**
 * What of a document somebody is shown: all of it, with what was removed and what was said; what stands there, with the comments on
 * it; or without them. Changes are told accordingly, so that what is not shown is in no part of it.
 */
export type DocumentView = 'whole' | 'commented' | 'plain';

/** By how many letters its name is turned. */
const TURNS: Readonly<Record<DocumentView, number>> = { whole: 0, commented: 4, plain: 8 };

/**
 * The name of the order as it is shown in that view: prefixes that are shown otherwise are other prefixes, so they must not bear the
 * same name. `isBack` gives the order's own name again.
 */
export function lineageIn(view: DocumentView, lineage: string, isBack = false): string {
  return turned(lineage, isBack ? lineage.length - TURNS[view] : TURNS[view]);
}

/** Which of these lineages is the same as that one, in whichever view; itself, when none is. */
export function inTheirView(lineages: readonly Lineage[], lineage: string): string {
  const names = [0, 4, 8].map((turn) => turned(lineage, turn));
  return names.find((name) => lineages.some(({ id }) => id === name)) ?? lineage;
}

function turned(lineage: string, by: number): string {
  return lineage.slice(by) + lineage.slice(0, by);
}

/** How many lineages an order remembers; holders of older ones take the document anew. */
export const LINEAGES_MOST = 16;

/**
 * The last number up to which that prefix is one of the present order, whose lineages these are, oldest first; null when its
 * lineage is not among them, so that nothing is known.
 */
export function commonPrefix(lineages: readonly Lineage[], { lineage, seq }: PrefixName): number | null {
  const at = lineages.findIndex(({ id }) => id === lineage);
  if (at === -1) return null;
  return lineages.slice(at + 1).reduce((least, { from }) => Math.min(least, from), seq);
}

/** Whether that prefix is one of the present order: then its holder goes on, else they take the document anew. */
export function holdsPrefix(lineages: readonly Lineage[], name: PrefixName): boolean {
  return commonPrefix(lineages, name) === name.seq;
}

/** The lineage that numbers are given in now; throws when there is none, which no order ever has. */
export function presentLineage(lineages: readonly Lineage[]): string {
  const last = lineages.at(-1);
  if (last === undefined) throw new Error('an order without a lineage');
  return last.id;
}

/** The name as one text, for ETags and parameters: `<lineage>-seq-<number>`. */
export function prefixText({ lineage, seq }: PrefixName): string {
  return `${lineage}-seq-${seq}`;
}

/** The name that the text says, or null when it says none: a bare number, as pages of older versions have it, names nothing. */
export function parsePrefixName(text: string): PrefixName | null {
  const [, lineage, seq] = /^([A-Za-z0-9_-]{12})-seq-(0|[1-9][0-9]{0,14})$/.exec(text) ?? [];
  return isShortId(lineage) ? { lineage, seq: Number(seq) } : null;
}

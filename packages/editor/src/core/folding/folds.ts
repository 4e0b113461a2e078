import { tryJson } from '@bough/base';
import { type Item, type ItemId, parseItemId } from '@bough/map';

/**
 * What one person has folded for themself. It lies over the folds that belong to the map: where the person said something of an
 * item, that counts, else the map does.
 */
export interface Folds {
  /** True: folded; false: open. */
  readonly own: ReadonlyMap<ItemId, boolean>;
  /** `folded`: the map was so large that it opened folded, once; `whole`: it grew large before this person's eyes; `unkept`: nobody would remember. */
  readonly looked: 'never' | 'folded' | 'whole' | 'unkept';
  /** The map has opened folded, and the person has folded or opened nothing since. */
  readonly isNews: boolean;
}

/** Nobody remembers what is folded here, so all is as the map says. */
export const NO_FOLDS: Folds = { own: new Map(), looked: 'unkept', isNews: false };

/** Whether the person sees the item folded. */
export function isFoldedIn({ own }: Folds, { id, isFolded }: Pick<Item, 'id' | 'isFolded'>): boolean {
  return own.get(id) ?? isFolded;
}

/** With these folded (true) or open (false) too; the same when they are so already. */
export function withOwn(folds: Folds, wanted: Iterable<readonly [ItemId, boolean]>): Folds {
  const own = new Map(folds.own);
  let isOther = false;
  for (const [id, isFolded] of wanted) {
    isOther ||= own.get(id) !== isFolded;
    own.set(id, isFolded);
  }
  return isOther ? { ...folds, own } : folds;
}

/** The items of which they say something else. */
export function turnedBetween(before: Folds['own'], after: Folds['own']): ReadonlySet<ItemId> {
  return new Set([...before.keys(), ...after.keys()].filter((id) => before.get(id) !== after.get(id)));
}

/** What a device keeps when this changes there: another tab of the same person may have kept something since. */
export function keptAfter(kept: Folds, before: Folds, after: Folds): Folds {
  const own = new Map(kept.own);
  for (const id of turnedBetween(before.own, after.own)) {
    const isFolded = after.own.get(id);
    if (isFolded === undefined) own.delete(id);
    else own.set(id, isFolded);
  }
  return { ...after, own };
}

/** The folds as a device keeps them. */
export function writeFolds({ own, looked }: Folds): string {
  const those = (wanted: boolean): ItemId[] => [...own].flatMap(([id, isFolded]) => (isFolded === wanted ? [id] : []));
  return JSON.stringify({ looked, folded: those(true), open: those(false) });
}

/** What a device kept; what it cannot have written counts as nothing. */
export function readFolds(text: string | null): Folds {
  const kept: unknown = text === null ? null : tryJson(text);
  const own = new Map<ItemId, boolean>();
  let looked: Folds['looked'] = 'never';
  if (typeof kept === 'object' && kept !== null) {
    if ('looked' in kept && (kept.looked === 'folded' || kept.looked === 'whole')) looked = kept.looked;
    if ('folded' in kept) for (const id of idsIn(kept.folded)) own.set(id, true);
    if ('open' in kept) for (const id of idsIn(kept.open)) own.set(id, false);
  }
  return { own, looked, isNews: false };
}

function idsIn(list: unknown): ItemId[] {
  return Array.isArray(list) ? list.flatMap((one) => (typeof one === 'string' ? (parseItemId(one) ?? []) : [])) : [];
}

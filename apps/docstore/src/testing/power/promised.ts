import type { MapId } from '@bough/base';

/** What an answer of docstore promises. */
export type Answered =
  | { readonly kind: 'made'; readonly map: MapId }
  | {
      readonly kind: 'kept';
      readonly map: MapId;
      readonly client: string;
      readonly counter: number;
      readonly seq: number;
    }
  | { readonly kind: 'image'; readonly map: MapId; readonly hash: string }
  | { readonly kind: 'named'; readonly map: MapId; readonly version: string }
  /** `restoring` and `purging` are told before that is asked for: from then on it may have happened. */
  | { readonly kind: 'trashed' | 'restoring' | 'restored'; readonly map: MapId }
  | { readonly kind: 'purging' | 'purged'; readonly map: MapId };

/** What was promised of one map. */
export interface MapPromises {
  readonly map: MapId;
  /** By client and counter, the number. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly images: readonly string[];
  readonly versions: readonly string[];
  /** null: it may be there or not. */
  readonly isTrashed: boolean | null;
  readonly purge: 'no' | 'under way' | 'done';
}

/** What was promised until a moment, from the answers that left until then. */
export function promisesOf(answers: readonly Answered[]): readonly MapPromises[] {
  const made = answers.flatMap((each) => (each.kind === 'made' ? [each.map] : []));
  return made.map((map) => {
    const of = answers.filter((each) => each.map === map);
    const last = (kinds: readonly string[]): string | null =>
      of.findLast(({ kind }) => kinds.includes(kind))?.kind ?? null;
    const purge = last(['purging', 'purged']);
    const trash = last(['trashed', 'restoring', 'restored']);
    return {
      map,
      numbers: new Map(
        of.flatMap((each) => (each.kind === 'kept' ? [[`${each.client} ${each.counter}`, each.seq]] : [])),
      ),
      images: of.flatMap((each) => (each.kind === 'image' ? [each.hash] : [])),
      versions: of.flatMap((each) => (each.kind === 'named' ? [each.version] : [])),
      isTrashed: trash === 'trashed' ? true : trash === 'restored' ? false : null,
      purge: purge === null ? 'no' : purge === 'purged' ? 'done' : 'under way',
    };
  });
}

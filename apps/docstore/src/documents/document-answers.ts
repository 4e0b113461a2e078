import type { Lineage } from '@bough/base';
import type { NumberedChange } from '@bough/map';

/** A whole map as bytes: the text of `encodeMap` as one zstd frame, with its number and the lineages of its order. */
export interface PackedMap {
  readonly lineages: readonly Lineage[];
  readonly seq: number;
  readonly packed: Uint8Array;
}

/** Where a document stands while nobody writes it. */
export type Rest = Pick<DocumentNews, 'seq' | 'lineage'>;

/** The last number, and what leads to it. */
export interface DocumentNews {
  readonly seq: number;
  readonly lineage: string;
  readonly changes: readonly NumberedChange[];
}

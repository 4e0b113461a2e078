import { type DocumentView, type MapId, utf8Encode } from '@bough/base';
import type { Compression, Replay } from '@bough/bloblog';
import type { Change } from '@bough/map';
import { fold } from '../changes/fold.ts';
import { encodeIn } from '../reading/views.ts';

/** What an earlier moment of a map is made of. */
export interface Moment {
  readonly id: MapId;
  readonly replay: Replay<Change>;
  readonly view: DocumentView;
}
/** Makes it; rejects with a corrupt DocstoreFailure where what was read is no map. */
export type FoldMoment = (moment: Moment) => Promise<Uint8Array>;

/** The map as it was seen then, without what had been removed, packed. */
export function foldMoment(compression: Compression, { id, replay, view }: Moment): Uint8Array {
  const map = fold(compression, id, replay);
  return compression.compress(utf8Encode(encodeIn(view === 'plain' ? view : 'commented', map)), 'fast');
}

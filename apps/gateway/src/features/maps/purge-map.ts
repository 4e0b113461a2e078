import type { MapId } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import type { Caller, CallContext } from '@bough/service';
import type { Metadata } from '../../metadata/metadata.ts';
import type { DeferredIndexing } from '../search-index/deferred-indexing.ts';

export interface PurgeParts {
  readonly metadata: Pick<Metadata, 'removeMap'>;
  readonly docstore: Pick<Caller, 'call'>;
  readonly indexing: Pick<DeferredIndexing, 'removed'>;
}

/** Removes the map forever, with what is kept of it here and what waits to be. */
export async function purgeMap(
  { metadata, docstore, indexing }: PurgeParts,
  map: MapId,
  context: CallContext,
): Promise<void> {
  await docstore.call(docstoreRoutes.purgeDocument, { params: { map } }, context);
  await metadata.removeMap(map);
  indexing.removed(map);
}

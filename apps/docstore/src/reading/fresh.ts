import type { MapId } from '@bough/base';
import type { RequestContext } from '@bough/service';
import type { Documents } from '../documents/documents.ts';

/** Makes sure, for a caller who knows several docstores, that what is open here is what storage has. */
export function freshBy(
  documents: Pick<Documents, 'meetOthers'>,
): (map: MapId, context: Pick<RequestContext, 'isShared'>) => Promise<void> {
  return async (map, { isShared }) => {
    if (isShared) await documents.meetOthers(map);
  };
}

import type { MapId } from '@bough/base';
import type { RequestContext } from '@bough/service';
import type { Documents } from '../documents/documents.ts';

/** Makes sure, for a caller who knows several docstores, that what is open here is what storage has. */
export async function ensureCurrent(
  documents: Pick<Documents, 'ensureCurrent'>,
  map: MapId,
  { isShared }: Pick<RequestContext, 'isShared'>,
): Promise<void> {
  if (isShared) await documents.ensureCurrent(map);
}

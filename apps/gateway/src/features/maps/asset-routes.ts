import { docstoreRoutes } from '@bough/contracts';
import type { Caller } from '@bough/service';
import type { RateLimits } from '../../limits/rate-limits.ts';
import { type Handlers, mustBePerson } from '../../http/handlers.ts';

export interface AssetParts {
  readonly docstore: Pick<Caller, 'call'>;
  readonly limits: RateLimits;
}

/** Images of maps: kept by docstore, which decodes and encodes them anew; shown in the sandbox of every answer. */
export function assetRoutes({ docstore, limits }: AssetParts): Pick<Handlers, 'addAsset' | 'asset'> {
  return {
    addAsset: async ({ params, body, context, person }) => {
      const { map, of, original } = params;
      limits.mustTake(of === 'import' ? 'imported images by person' : 'images by person', mustBePerson(person));
      return await docstore.call(docstoreRoutes.keepAsset, { params: { map, original }, body }, context);
    },
    asset: async ({ params, request, context }) => {
      const etag = `"${params.hash}"`;
      // The name is the hash of the bytes: whoever has them has these.
      if (request.headers['if-none-match'] === etag) return { kind: 'unchanged', seq: null, etag };
      return await docstore.call(docstoreRoutes.readAsset, { params }, context);
    },
  };
}

import { type BytesAnswer, docstoreRoutes } from '@bough/contracts';
import { handle, type MountedRoute } from '@bough/service';
import type { Documents } from '../documents/documents.ts';
import { ensureCurrent } from '../reading/ensure-current.ts';
import type { Assets } from './assets.ts';

/** What docstore answers about images. */
export function assetRoutes(documents: Documents, assets: Assets): readonly MountedRoute[] {
  return [
    handle(docstoreRoutes.keepAsset, async ({ params, body, context }) => {
      await ensureCurrent(documents, params.map, context);
      return context.timing.measure('keep', () => assets.keep(params.map, body));
    }),
    handle(docstoreRoutes.readAsset, async ({ params }): Promise<BytesAnswer> => {
      const { bytes, type } = await assets.read(params.map, params.hash);
      return { kind: 'bytes', bytes, type, encoding: null, seq: null, etag: `"${params.hash}"`, fileName: null };
    }),
  ];
}

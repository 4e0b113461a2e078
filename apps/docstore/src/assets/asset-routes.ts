import { type AssetType, type BytesAnswer, docstoreRoutes } from '@bough/contracts';
import { handle, type MountedRoute } from '@bough/service';
import type { Documents } from '../documents/documents.ts';
import { ensureCurrent } from '../reading/ensure-current.ts';
import type { Assets } from './assets.ts';

/** What docstore answers about images. */
export function assetRoutes(documents: Documents, assets: Assets): readonly MountedRoute[] {
  return [
    handle(docstoreRoutes.keepAsset, async ({ params, body, context }) => {
      await ensureCurrent(documents, params.map, context);
      return context.timing.measure('keep', () => assets.keep(params.map, body, params.original ?? 0));
    }),
    handle(docstoreRoutes.drawPicture, async ({ body, context }): Promise<BytesAnswer> => {
      const { bytes, type } = await context.timing.measure('draw', () => assets.drawPicture(body));
      return answerOf(bytes, type, null);
    }),
    handle(docstoreRoutes.readAsset, async ({ params }): Promise<BytesAnswer> => {
      const { bytes, type } = await assets.read(params.map, params.hash);
      return answerOf(bytes, type, `"${params.hash}"`);
    }),
    handle(docstoreRoutes.listOriginals, async ({ params }) => ({ hashes: await assets.originals(params.map) })),
    handle(docstoreRoutes.readOriginal, async ({ params }): Promise<BytesAnswer> => {
      return answerOf(await assets.readOriginal(params.map, params.hash), 'application/octet-stream', null);
    }),
  ];
}

function answerOf(bytes: Uint8Array, type: AssetType | 'application/octet-stream', etag: string | null): BytesAnswer {
  return { kind: 'bytes', bytes, type, encoding: null, seq: null, etag, fileName: null };
}

import { type BytesAnswer, docstoreRoutes } from '@bough/contracts';
import { handle, type Mounted } from '@bough/service';
import type { Assets } from './assets.ts';

/** What docstore answers about images. */
export function assetRoutes(assets: Assets): readonly Mounted[] {
  return [
    handle(docstoreRoutes.keepAsset, ({ params, body, context }) =>
      context.timing.measure('keep', () => assets.keep(params.map, body)),
    ),
    handle(docstoreRoutes.readAsset, async ({ params }): Promise<BytesAnswer> => {
      const { bytes, type } = await assets.read(params.map, params.hash);
      return { kind: 'bytes', bytes, type, encoding: null, seq: null, etag: `"${params.hash}"`, fileName: null };
    }),
  ];
}

import { type BytesAnswer, docstoreRoutes } from '@bough/contracts';
import { handle, type MountedRoute } from '@bough/service';
import type { Documents } from '../documents/documents.ts';
import type { KeptExports } from './kept-exports.ts';

/** What docstore answers about files that were made of maps. */
export function exportRoutes(documents: Pick<Documents, 'state'>, exports: KeptExports): readonly MountedRoute[] {
  return [
    handle(docstoreRoutes.readExport, async ({ params }): Promise<BytesAnswer> => {
      const bytes = await exports.read(params.map, params.name, params.piece);
      const type = 'application/octet-stream';
      return { kind: 'bytes', bytes, type, encoding: null, seq: null, etag: null, fileName: null };
    }),
    handle(docstoreRoutes.keepExport, async ({ params, body, context }) => {
      // A file of a map that is gone must not come after it.
      await documents.state(params.map, null);
      const { map, name, piece } = params;
      await exports.keep(map, { name, piece, bytes: body, by: context.person });
      return undefined;
    }),
  ];
}

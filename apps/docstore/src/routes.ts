import { zstdDecompressSync } from 'node:zlib';
import { utf8Encode } from '@bough/base';
import { type BytesAnswer, docstoreRoutes } from '@bough/contracts';
import { handle, type Mounted } from '@bough/service';
import type { Assets } from './assets/assets.ts';
import type { Documents } from './documents.ts';

/** What docstore answers, route by route. */
export function documentRoutes(documents: Documents, assets: Assets): readonly Mounted[] {
  return [
    handle(docstoreRoutes.createDocument, ({ body }) => documents.create(body)),
    handle(docstoreRoutes.listDocuments, ({ params }) => documents.list(params.after, params.limit)),
    handle(docstoreRoutes.readDocument, async ({ params }): Promise<BytesAnswer> => {
      const { at, map } = params;
      const { seq, packed } = await (at === null ? documents.packed(map) : documents.packedAt(map, at));
      const etag = `"${seq}"`;
      if (params.known === seq) return { kind: 'unchanged', seq, etag };
      const isPacked = params.encoding === 'zstd';
      return {
        kind: 'bytes',
        bytes: isPacked ? packed : zstdDecompressSync(packed),
        type: 'application/json',
        encoding: isPacked ? 'zstd' : null,
        seq,
        etag,
        fileName: null,
      };
    }),
    handle(docstoreRoutes.readWords, async ({ params }): Promise<BytesAnswer> => {
      const { seq, text } = await documents.words(params.map, params.known);
      const etag = `"${seq}"`;
      if (text === null) return { kind: 'unchanged', seq, etag };
      const type = 'text/plain; charset=utf-8';
      return { kind: 'bytes', bytes: utf8Encode(text), type, encoding: null, seq, etag, fileName: null };
    }),
    handle(docstoreRoutes.documentFacts, ({ params }) => documents.facts(params.map)),
    handle(docstoreRoutes.documentState, ({ params }) => documents.state(params.map, params.client)),
    handle(docstoreRoutes.appendChanges, ({ params, body, context }) =>
      context.timing.measure('append', () => documents.append(params.map, body)),
    ),
    handle(docstoreRoutes.readChanges, async ({ params }) => ({
      changes: await documents.changes(params.map, params.from, params.to),
    })),
    handle(docstoreRoutes.copyDocument, async ({ params, body }) => {
      await assets.copyAll(params.map, body.to);
      return documents.copy(params.map, params.at, body.to);
    }),
    handle(docstoreRoutes.trashDocument, ({ params, body }) => documents.trash(params.map, body.by)),
    handle(docstoreRoutes.restoreDocument, ({ params }) => documents.restore(params.map)),
    handle(docstoreRoutes.listTrash, ({ params }) => documents.listTrash(params.after, params.limit)),
    handle(docstoreRoutes.purgeDocument, async ({ params }) => {
      await documents.purge(params.map);
      return undefined;
    }),
  ];
}

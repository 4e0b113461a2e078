import { docstoreRoutes, exporterRoutes, mailerRoutes } from '@bough/contracts';
import type { Caller } from '@bough/service';
import type { Request } from 'express';
import { GatewayFailure } from '../failure.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { isFromThisMachine } from './client-address.ts';
import type { Handlers } from './handlers.ts';

export interface DocumentParts {
  readonly docstore: Pick<Caller, 'call'>;
  readonly exporter: Pick<Caller, 'call' | 'stream'>;
  readonly mailer: Pick<Caller, 'call'>;
  readonly limits: RateLimits;
  readonly trustedProxies: number;
}
type Names = 'readMap' | 'readMapChanges' | 'exportMap' | 'prepareExport' | 'thumbnail' | 'outbox';

/** What passes through: bytes of documents, pages of history, exports, the outbox. */
export function documentRoutes(parts: DocumentParts): Pick<Handlers, Names> {
  const { docstore, exporter, mailer } = parts;
  return {
    readMap: async ({ params, request, context }) => {
      const known = params.known ?? (params.at === null ? numberOfETag(request.headers['if-none-match'], 'seq') : null);
      const query = { ...params, known, encoding: bestEncoding(request) };
      const answer = await docstore.call(docstoreRoutes.readDocument, { params: query }, context);
      const etag = answer.seq === null ? null : `W/"seq-${answer.seq}"`;
      return answer.kind === 'unchanged' ? { ...answer, etag } : { ...answer, etag, fileName: null };
    },
    readMapChanges: async ({ params, context }) => await docstore.call(docstoreRoutes.readChanges, { params }, context),
    exportMap: async ({ params, context, person, network }) => {
      parts.limits.mustTake('export by person', person ?? network);
      return await exporter.stream(exporterRoutes.exportMap, { params }, context);
    },
    prepareExport: async ({ params, context, person, network }) => {
      parts.limits.mustTake('export by person', person ?? network);
      return await exporter.stream(exporterRoutes.prepareExport, { params }, context);
    },
    thumbnail: async ({ params, request, context }) => {
      const known = numberOfETag(request.headers['if-none-match'], 'picture');
      const answer = await exporter.call(exporterRoutes.thumbnail, { params: { ...params, known } }, context);
      return { ...answer, etag: answer.seq === null ? null : `W/"picture-${answer.seq}"` };
    },
    outbox: async ({ params, request, context }) => {
      if (!isFromThisMachine(request, parts.trustedProxies)) {
        throw new GatewayFailure('absent', 'there is no outbox here');
      }
      return await mailer.call(mailerRoutes.listMails, { params }, context);
    },
  };
}

/** The number that our own ETag of that kind says; null for any other. */
function numberOfETag(header: string | undefined, kind: 'seq' | 'picture'): number | null {
  const [, said, seq] = /^(?:W\/)?"([a-z]+)-([0-9]{1,15})"$/.exec(header ?? '') ?? [];
  return said === kind ? Number(seq) : null;
}

function bestEncoding(request: Request): 'zstd' | 'br' | 'gzip' | null {
  const accepted = new Set(
    (request.headers['accept-encoding'] ?? '')
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]?.trim()),
  );
  return (['zstd', 'br', 'gzip'] as const).find((each) => accepted.has(each)) ?? null;
}

import { parsePrefixName, prefixText } from '@bough/base';
import { type BytesAnswer, docstoreRoutes, exporterRoutes, mailerRoutes } from '@bough/contracts';
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
      const known = params.known ?? (params.at === null ? nameOfETag(request.headers['if-none-match'], '') : null);
      const query = { ...params, known, encoding: bestEncoding(request) };
      const answer = await docstore.call(docstoreRoutes.readDocument, { params: query }, context);
      const etag = eTagOf(answer, '');
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
      const known = nameOfETag(request.headers['if-none-match'], PICTURE);
      const answer = await exporter.call(exporterRoutes.thumbnail, { params: { ...params, known } }, context);
      return { ...answer, etag: eTagOf(answer, PICTURE) };
    },
    outbox: async ({ params, request, context }) => {
      if (!isFromThisMachine(request, parts.trustedProxies)) {
        throw new GatewayFailure('absent', 'there is no outbox here');
      }
      return await mailer.call(mailerRoutes.listMails, { params }, context);
    },
  };
}

const PICTURE = 'picture-';

/** The name of a prefix that our own ETag of that kind says; null for any other. */
function nameOfETag(header: string | undefined, kind: '' | typeof PICTURE): string | null {
  const said = /^(?:W\/)?"([^"]*)"$/.exec(header ?? '')?.[1] ?? '';
  const name = said.startsWith(kind) ? parsePrefixName(said.slice(kind.length)) : null;
  return name === null ? null : prefixText(name);
}

/** Weak: the same document, compressed as each browser likes it. A number alone is no name (packages/base, lineage.ts). */
function eTagOf({ lineage, seq }: BytesAnswer, kind: '' | typeof PICTURE): string | null {
  return seq === null || typeof lineage !== 'string' ? null : `W/"${kind}${prefixText({ lineage, seq })}"`;
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

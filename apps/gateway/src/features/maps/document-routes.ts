import { type DocumentView, lineageIn, parsePrefixName, prefixText } from '@bough/base';
import { type BytesAnswer, docstoreRoutes, exporterRoutes, OF_NOBODY } from '@bough/contracts';
import type { Caller } from '@bough/service';
import type { Request } from 'express';
import type { RateLimits } from '../../limits/rate-limits.ts';
import { viewOf, withoutComments } from '../../access/shown.ts';
import type { Handlers } from '../../http/handlers.ts';
import { whileExporting } from './services-away.ts';

export interface DocumentParts {
  readonly docstore: Pick<Caller, 'call'>;
  readonly exporter: Pick<Caller, 'call' | 'stream'>;
  readonly limits: RateLimits;
}
type Names = 'readMap' | 'readMapChanges' | 'renewals' | 'exportMap' | 'exportReport' | 'prepareExport' | 'thumbnail';

/** What passes through: bytes of documents, pages of history, exports. */
export function documentRoutes(parts: DocumentParts): Pick<Handlers, Names> {
  const { docstore, exporter, limits } = parts;
  return {
    readMap: async ({ params, request, context, person, network, rights }) => {
      limits.mustTake(params.at === null ? 'documents by person' : 'old moments by person', person ?? network);
      const view = viewOf(rights.role);
      const said = params.known ?? (params.at === null ? nameOfETag(request.headers['if-none-match'], '') : null);
      const query = { ...params, known: ownName(said, view), view, encoding: bestEncoding(request) };
      const found = await docstore.call(docstoreRoutes.readDocument, { params: query }, context);
      const answer = { ...found, lineage: found.lineage == null ? null : lineageIn(view, found.lineage) };
      const etag = eTagOf(answer, '');
      return answer.kind === 'unchanged' ? { ...answer, etag } : { ...answer, etag, fileName: null };
    },
    readMapChanges: async ({ params, context, person, network, rights }) => {
      limits.mustTake('pages of history by person', person ?? network);
      const page = await docstore.call(docstoreRoutes.readChanges, { params }, context);
      return viewOf(rights.role) === 'plain' ? { ...page, changes: page.changes.map(withoutComments) } : page;
    },
    renewals: async ({ params, context }) => {
      const query = { params: { ...params, ...OF_NOBODY } };
      const { lineages } = await docstore.call(docstoreRoutes.documentState, query, context);
      // The first lineage is the order as it began.
      return { after: lineages.slice(1).map(({ from }) => from) };
    },
    exportMap: async ({ params, request, context, person, network, rights }) => {
      limits.mustTake('export by person', person ?? network);
      const order = { ...params, view: viewOf(rights.role) };
      const file = await whileExporting(exporter.stream(exporterRoutes.exportMap, { params: order }, context));
      return { ...file, describedBy: `${params.format}/report${queryOf(request)}` };
    },
    exportReport: async ({ params, context, person, network, rights }) => {
      limits.mustTake('export reports by person', person ?? network);
      const order = { ...params, view: viewOf(rights.role) };
      return await whileExporting(exporter.call(exporterRoutes.exportReport, { params: order }, context));
    },
    prepareExport: async ({ params, context, person, network, rights }) => {
      limits.mustTake('export by person', person ?? network);
      const order = { ...params, view: viewOf(rights.role) };
      return await whileExporting(exporter.stream(exporterRoutes.prepareExport, { params: order }, context));
    },
    thumbnail: async ({ params, request, context }) => {
      const known = nameOfETag(request.headers['if-none-match'], PICTURE);
      const answer = await exporter.call(exporterRoutes.thumbnail, { params: { ...params, known, as: null } }, context);
      return { ...answer, etag: eTagOf(answer, PICTURE) };
    },
  };
}

/** The request's query, in characters that a header may have. */
function queryOf(request: Request): string {
  return new URL(request.originalUrl, 'http://gateway').search;
}

const PICTURE = 'picture-';

/** The document's own name for what is shown as `said` in this view; null: it is none of this view, so that all is sent. */
function ownName(said: string | null, view: DocumentView): string | null {
  const name = parsePrefixName(said ?? '');
  return name === null ? null : prefixText({ ...name, lineage: lineageIn(view, name.lineage, true) });
}

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

import { type BytesAnswer, docstoreRoutes, exporterRoutes } from '@bough/contracts';
import { type Caller, handle, type Mounted } from '@bough/service';
import { ExporterFailure } from './exporter-failure.ts';
import type { Renderer } from './renderer.ts';

/** What exporter answers: a map, read from docstore, as a file to save. */
export function exportRoutes(docstore: Caller, renderer: Renderer): Mounted[] {
  return [
    handle(exporterRoutes.exportMap, async ({ params, context }): Promise<BytesAnswer> => {
      const { map, at, theme } = params;
      const document = await docstore.call(
        docstoreRoutes.readDocument,
        { params: { map, at, known: null, encoding: null } },
        context,
      );
      if (document.kind !== 'bytes') {
        throw new ExporterFailure('Docstore answered without a document.', {
          kind: 'corrupt',
          code: 'exporter/no-document',
        });
      }
      const startedMs = context.deadline.remainingMs();
      const { svg, title } = await renderer.render(
        { document: document.bytes, theme: theme ?? 'light' },
        context.signal,
      );
      context.timing.add('render', startedMs - context.deadline.remainingMs());
      return {
        kind: 'bytes',
        bytes: svg,
        type: 'image/svg+xml; charset=utf-8',
        encoding: null,
        seq: document.seq,
        etag: null,
        fileName: fileName(title),
      };
    }),
  ];
}

/** A name that every file system takes. */
export function fileName(title: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80)
    .trim()
    .toWellFormed();
  return `${plain === '' ? 'map' : plain}.svg`;
}

import { type BytesAnswer, docstoreRoutes, exporterRoutes } from '@bough/contracts';
import { type Caller, handle, type Mounted, type RequestContext } from '@bough/service';
import { ExporterFailure } from './exporter-failure.ts';
import type { RenderJob } from './render.ts';
import type { Renderer } from './renderer.ts';
import { Thumbnails } from './thumbnails.ts';

/** What exporter answers: a map, read from docstore, as a file to save. */
export function exportRoutes(docstore: Caller, renderer: Renderer): Mounted[] {
  const timed = async (job: RenderJob, context: RequestContext): ReturnType<Renderer['render']> => {
    const startedMs = context.deadline.remainingMs();
    const rendered = await renderer.render(job, context.signal);
    context.timing.add('render', startedMs - context.deadline.remainingMs());
    return rendered;
  };
  const thumbnails = new Thumbnails({ docstore, render: timed });
  return [
    handle(exporterRoutes.exportMap, async ({ params, context }): Promise<BytesAnswer> => {
      const { map, at, theme, transparent, ...wish } = params;
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
      const look = { theme: theme ?? 'light', part: 'whole', isTransparent: transparent === 'yes' } as const;
      const { bytes, title, extension, mediaType } = await timed(
        { document: document.bytes, ...look, ...wish },
        context,
      );
      return {
        kind: 'bytes',
        bytes,
        type: mediaType,
        encoding: null,
        seq: document.seq,
        etag: null,
        fileName: fileName(title, extension),
      };
    }),
    handle(exporterRoutes.thumbnail, async ({ params, context }) => await thumbnails.of(params, context)),
  ];
}

/** A name that every file system takes. */
export function fileName(title: string, extension: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80)
    .trim()
    .toWellFormed();
  return `${plain === '' ? 'map' : plain}.${extension}`;
}

import type { Clock } from '@bough/base';
import { exporterRoutes } from '@bough/contracts';
import { type Caller, handle, type MountedRoute, type StreamAnswer } from '@bough/service';
import type { Exports, ExportWish } from './making/exports.ts';
import type { MadeFile } from './making/kept-file.ts';
import { progressLines } from './making/progress-lines.ts';
import type { Progress, Renderer } from './making/renderer.ts';
import { readingRoute } from './reading/serve-reading.ts';
import { Thumbnails } from './thumbnails.ts';

export interface ExporterParts {
  readonly clock: Pick<Clock, 'after'>;
  readonly docstore: Pick<Caller, 'call'>;
  readonly renderer: Renderer;
  /** Reads files, beside what draws. */
  readonly reader: Pick<Renderer, 'read'>;
  readonly exports: Exports;
}
type Asked = Extract<ReturnType<typeof exporterRoutes.exportMap.params>, { readonly ok: true }>['value'];

/** What exporter answers: a map, read from docstore, as a file to save; and a file as maps. */
export function exportRoutes({ clock, docstore, renderer, reader, exports }: ExporterParts): MountedRoute[] {
  const thumbnails = new Thumbnails({
    docstore,
    render: (job, context) => renderer.render(job, { signal: context.signal, isUrgent: true }),
  });
  return [
    handle(exporterRoutes.exportMap, async ({ params, context }) => {
      const file = await context.timing.measure('make', () =>
        exports.of(wishOf(params), context, { signal: context.signal }),
      );
      return streamOf(file);
    }),
    handle(exporterRoutes.exportReport, async ({ params, context }) =>
      exports.report(wishOf(params), context, { signal: context.signal }),
    ),
    handle(exporterRoutes.prepareExport, ({ params, context }) => {
      const make = (onProgress: (progress: Progress) => void, signal: AbortSignal): Promise<MadeFile> =>
        exports.of(wishOf(params), context, { signal, onProgress });
      return progressLines(make, context, (ms, run) => clock.after(ms, run));
    }),
    readingRoute(reader),
    handle(exporterRoutes.thumbnail, async ({ params, context }) => thumbnails.of(params, context)),
  ];
}

function wishOf({ theme, tiles, transparent, outlined, images, ...wish }: Asked): ExportWish {
  const [isTransparent, isOutlined] = [transparent === 'yes', outlined === 'yes'];
  return { ...wish, theme: theme ?? 'light', isTiled: tiles === 'yes', isTransparent, isOutlined, imagesAs: images };
}

const PIECE = 256 * 1024;

/** In pieces: the next is sent when the one before is on its way, so that a slow reader takes no memory on any hop. */
function streamOf({ bytes, name, type, lineage, seq }: MadeFile): StreamAnswer {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
  }
  return { kind: 'stream', chunks: pieces(), type, fileName: name, lineage, seq, length: bytes.length };
}

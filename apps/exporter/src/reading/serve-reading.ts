import { exporterRoutes } from '@bough/contracts';
import { type CallContext, handle, type MountedRoute, type StreamAnswer } from '@bough/service';
import { ExporterFailure } from '../exporter-failure.ts';
import type { Renderer } from '../making/renderer.ts';
import type { FoundMaps, ReadJob } from './read-maps.ts';

/** Answers what a file gives, read in a process of `reader`: that is another one than draws, so that neither waits for the other. */
export function readingRoute(reader: Pick<Renderer, 'read'>): MountedRoute {
  return handle(exporterRoutes.readMaps, async ({ params, body, context }) => {
    const job = { name: params.name, file: body };
    return streamOf(await context.timing.measure('read', () => read(reader, job, context)));
  });
}

async function read(reader: Pick<Renderer, 'read'>, job: ReadJob, { signal, person }: CallContext): Promise<FoundMaps> {
  try {
    return await reader.read(job, { signal, by: person });
  } catch (failure) {
    throw failure instanceof ExporterFailure ? inWordsOfReading(failure) : failure;
  }
}

/** What ends a process that reads is in the file: to send it again would end the next one. */
function inWordsOfReading(cause: ExporterFailure): ExporterFailure {
  switch (cause.code) {
    case 'exporter/too-slow':
      return new ExporterFailure('Reading the file took too long.', {
        ...{ kind: 'invalid', code: 'exporter/slow-file', cause },
        hint: 'Split it, or save it in another format.',
      });
    case 'exporter/render-broke':
    case 'exporter/large-map':
      return new ExporterFailure('The file could not be read: it needs more memory than reading may take.', {
        ...{ kind: 'invalid', code: 'exporter/unread-file', cause },
        hint: 'Split it, or save it in another format.',
      });
    case 'exporter/busy':
      return new ExporterFailure('Too many imports are waiting.', {
        ...{ kind: 'unavailable', code: 'exporter/busy', cause },
        hint: 'Try again in a minute.',
      });
    default:
      return cause;
  }
}

const PIECE = 256 * 1024;

/** In pieces, as they are asked for. */
function streamOf({ parts }: FoundMaps): StreamAnswer {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (const part of parts) {
      for (let at = 0; at < part.length; at += PIECE) yield part.subarray(at, at + PIECE);
    }
  }
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return { kind: 'stream', chunks: pieces(), type: 'application/octet-stream', fileName: null, length };
}

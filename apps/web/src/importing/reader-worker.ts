import { browserIds, browserRandom } from '@bough/editor';
import { changesForMap, type Draft, filesInArchive, readForMap } from '@bough/formats';
import type { FromReader, ToReader, UnpackedFile } from './messages.ts';

// Reads files beside the page, so that a large one, or one that was made to harm, stops nothing but itself.

let draft: Draft | null = null;

interface Answer {
  readonly answer: FromReader;
  readonly files: readonly Uint8Array<ArrayBuffer>[];
}

addEventListener('message', ({ data }: MessageEvent<ToReader>) => {
  const { answer, files } = answerOf(data);
  postMessage(answer, { transfer: files.map((bytes) => bytes.buffer) });
});

function answerOf(data: ToReader): Answer {
  switch (data.kind) {
    case 'read':
      return readIt(data.name, data.bytes);
    case 'unpack':
      return unpack(data.bytes);
    case 'make': {
      if (draft === null) return refused('No file was read.');
      const made = changesForMap(draft, data.sources, FRESH);
      return made.ok ? { answer: { kind: 'made', ...made.value }, files: [] } : refused(made.error.message);
    }
  }
}

function readIt(name: string, bytes: Uint8Array): Answer {
  const read = readForMap(name, bytes, FRESH);
  if (!read.ok) return refused(read.error.message);
  const { draft: found, title, report, images, absent } = read.value;
  draft = found;
  return { answer: { kind: 'read', title, report, images, absent }, files: images.map((image) => image.bytes) };
}

const FRESH = { ids: browserIds, random: browserRandom };

function unpack(bytes: Uint8Array): Answer {
  const found = filesInArchive(bytes);
  const files =
    found?.files.map(({ name, bytes: unpacked }): UnpackedFile =>
      unpacked.ok
        ? { name, bytes: Uint8Array.from(unpacked.value), refusal: '' }
        : { name, bytes: null, refusal: unpacked.error.message },
    ) ?? null;
  const moved = (files ?? []).flatMap((file) => (file.bytes === null ? [] : [file.bytes]));
  return { answer: { kind: 'unpacked', files, others: found?.others ?? [] }, files: moved };
}

function refused(message: string): Answer {
  return { answer: { kind: 'refused', message }, files: [] };
}

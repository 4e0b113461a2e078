import { err, type Result } from '@bough/base';
import { browserIds, browserRandom } from '@bough/editor';
import {
  changesOf,
  type Draft,
  type DraftChanges,
  filesInArchive,
  imagesOf,
  readFile,
  type ReportNote,
  withoutLostImages,
} from '@bough/formats';
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
      const made = changesFrom(draft, data.sources);
      return made.ok ? { answer: { kind: 'made', ...made.value }, files: [] } : refused(made.error);
    }
  }
}

function readIt(name: string, bytes: Uint8Array): Answer {
  const read = readFile(name, bytes);
  if (!read.ok) return refused(read.error.message);
  draft = read.value.draft;
  const { images, absent } = imagesOf(draft);
  // Made once to see what a map cannot take: that is told before anything is made.
  const kept = Object.fromEntries(images.map((image) => [image.name, ANYWHERE]));
  const made = changesFrom(draft, kept);
  if (!made.ok) return refused(made.error);
  const { tally, notes } = read.value.report;
  const report = { tally, notes: [...notes, ...made.value.notes.filter(isNoImage)] };
  const title = draft.settings.title ?? '';
  return { answer: { kind: 'read', title, report, images, absent }, files: images.map((image) => image.bytes) };
}

const ANYWHERE = `asset:${'0'.repeat(64)}`;

/** Images that are missing are told by their names. */
function isNoImage({ what }: ReportNote): boolean {
  return what !== 'An image that is not in the file.';
}

function changesFrom(from: Draft, sources: Readonly<Record<string, string>>): Result<DraftChanges, string> {
  const place = (name: string): string | null => sources[name] ?? null;
  const made = changesOf(withoutLostImages(from, sources), { ids: browserIds, random: browserRandom, place });
  return made.ok ? made : err(made.error.message);
}

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

import { browserIds, browserRandom } from '@bough/editor';
import { changesOf, type Draft, readFile } from '@bough/formats';
import type { FromReader, ToReader } from './messages.ts';

// Reads files beside the page, so that a large one, or one that was made to harm, stops nothing but itself.

let draft: Draft | null = null;

addEventListener('message', ({ data }: MessageEvent<ToReader>) => {
  const { answer, files } = answerOf(data);
  postMessage(answer, { transfer: files.map((bytes) => bytes.buffer) });
});

function answerOf(data: ToReader): { answer: FromReader; files: readonly Uint8Array<ArrayBuffer>[] } {
  if (data.kind === 'read') {
    const read = readFile(data.name, data.bytes);
    if (!read.ok) return { answer: { kind: 'refused', message: read.error.message }, files: [] };
    draft = read.value.draft;
    const files = [...draft.files].map(([name, bytes]) => ({ name, bytes: Uint8Array.from(bytes) }));
    const title = draft.settings.title ?? '';
    return {
      answer: { kind: 'read', title, report: read.value.report, files },
      files: files.map(({ bytes }) => bytes),
    };
  }
  if (draft === null) return { answer: { kind: 'refused', message: 'No file was read.' }, files: [] };
  const sources = new Map(Object.entries(data.sources));
  const place = (name: string): string | null => sources.get(name) ?? null;
  const made = changesOf(draft, { ids: browserIds, random: browserRandom, place });
  if (!made.ok) return { answer: { kind: 'refused', message: made.error.message }, files: [] };
  return { answer: { kind: 'made', ...made.value }, files: [] };
}

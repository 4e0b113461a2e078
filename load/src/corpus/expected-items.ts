import { tryUtf8Decode } from '@bough/base';
import { unzipSync } from 'fflate';

// How many items a file has, counted without the readers: by its text alone, as somebody would with a search.

/** The number, or null when a file of this format tells it to nobody but a reader. */
export function expectedItems(format: string, bytes: Uint8Array): number | null {
  const text = tryUtf8Decode(bytes) ?? '';
  switch (format) {
    case 'mm':
      return count(text, /<(?:node|x-coggle-rootnode)[\s/>]/g);
    case 'opml':
      return count(text, /<outline[\s/>]/gi);
    case 'canvas':
      return count(text, /"type"\s*:\s*"(?:text|file|link|group)"/g);
    case 'xmind':
      return ofXmind(bytes);
    default:
      return null;
  }
}

function ofXmind(bytes: Uint8Array): number {
  const entries = unzipSync(bytes, { filter: ({ name }) => name === 'content.json' || name === 'content.xml' });
  const json = entries['content.json'];
  if (json !== undefined) return topicsIn(JSON.parse(tryUtf8Decode(json) ?? 'null'));
  return count(tryUtf8Decode(entries['content.xml'] ?? new Uint8Array()) ?? '', /<topic[\s/>]/g);
}

/** Every object below `rootTopic` or `children` that has a title, or an id and a class of its own. */
function topicsIn(content: unknown): number {
  let found = 0;
  const work: { readonly value: unknown; readonly isTopic: boolean }[] = [{ value: content, isTopic: false }];
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const { value, isTopic } = next;
    if (Array.isArray(value)) for (const one of value) work.push({ value: one, isTopic });
    else if (typeof value === 'object' && value !== null) {
      if (isTopic && 'id' in value) found++;
      for (const [name, member] of Object.entries(value)) {
        const isPlace = name === 'rootTopic' || name === 'children' || (isTopic && !('id' in value));
        if (isPlace || !isTopic) work.push({ value: member, isTopic: isPlace });
      }
    }
  }
  return found;
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}

import { LIMITS } from '@bough/map';
import type { DraftItem } from './draft.ts';
import { plainWords } from './text/plain-words.ts';

/** What a map is called whose file does not say: the first line of its first item, without Markdown's marks. */
export function titleOf(items: readonly DraftItem[]): string {
  return plainWords(items[0]?.fields.text.split('\n')[0]?.slice(0, LIMITS.text) ?? '').trim();
}

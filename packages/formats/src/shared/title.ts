import type { DraftItem } from './draft.ts';

/** What a map is called whose file does not say: the first line of its first item, without Markdown's marks. */
export function titleOf(items: readonly DraftItem[]): string {
  const line = items[0]?.fields.text.split('\n')[0] ?? '';
  return line
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/\*\*|__|~~|`|^#{1,3} /g, '')
    .trim();
}

import { childrenOf, type ItemId, type MindMap } from '@bough/map';

/**
 * All words of a map, for searching: a line of JSON for each text, `[item, text]`. Its title comes first, with null in the place of
 * the item, then every item in reading order, each with its note below it. null: they have more than `most` letters, and
 * were not made to their end.
 */
export function searchTextOf(map: MindMap, most: number): string | null {
  const title = lineOf(null, map.settings.title);
  const lines = [title];
  let letters = title.length;
  const waiting: ItemId[] = childrenOf(map, null).toReversed();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const item = map.items.get(id);
    if (item === undefined) continue;
    for (const text of item.note === '' ? [item.text] : [item.text, item.note]) {
      const line = lineOf(id, text);
      // With the end of the line before it.
      letters += line.length + 1;
      if (letters > most) return null;
      lines.push(line);
    }
    for (const child of childrenOf(map, id).toReversed()) waiting.push(child);
  }
  return lines.join('\n');
}

function lineOf(item: ItemId | null, text: string): string {
  return JSON.stringify([item, text]);
}

import { childrenOf, type ItemId, type MindMap } from '@bough/map';

/**
 * All words of a map, for searching: a line of JSON for each text, `[item, text]`. Its title comes first, with null in the place of
 * the item, then every item in reading order, each with its note below it.
 */
export function searchTextOf(map: MindMap): string {
  const lines = [lineOf(null, map.settings.title)];
  const waiting: ItemId[] = childrenOf(map, null).toReversed();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const item = map.items.get(id);
    if (item === undefined) continue;
    lines.push(lineOf(id, item.text));
    if (item.note !== '') lines.push(lineOf(id, item.note));
    for (const child of childrenOf(map, id).toReversed()) waiting.push(child);
  }
  return lines.join('\n');
}

function lineOf(item: ItemId | null, text: string): string {
  return JSON.stringify([item, text]);
}

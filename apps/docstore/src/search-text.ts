import { childrenOf, type ItemId, type MindMap } from '@bough/map';

/** All words of a map, for searching: its title, then every item in reading order, each with its note below it. */
export function searchTextOf(map: MindMap): string {
  const lines = [map.settings.title];
  const waiting: ItemId[] = childrenOf(map, null).toReversed();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const item = map.items.get(id);
    if (item === undefined) continue;
    lines.push(item.text);
    if (item.note !== '') lines.push(item.note);
    for (const child of childrenOf(map, id).toReversed()) waiting.push(child);
  }
  return lines.join('\n');
}

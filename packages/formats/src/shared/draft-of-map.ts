import { childrenOf, EMPTY_FIELDS, EMPTY_SETTINGS, type ItemFields, type ItemId, type MindMap } from '@bough/map';
import type { Draft, DraftItem, DraftLink } from './draft.ts';
import type { Tally } from './report.ts';

const FIELDS = Object.keys(EMPTY_FIELDS) as readonly (keyof ItemFields)[];

/** Everything of the map that can be seen, but for comments, as a draft whose keys are the map's ids. */
export function draftOf(map: MindMap, branch: ItemId | null = null): Draft {
  const items: DraftItem[] = [];
  const inside = new Set<string>();
  const roots = branch === null ? childrenOf(map, null) : [branch];
  const work = roots.map((id) => ({ id, level: 1 })).reverse();
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const item = map.items.get(next.id);
    if (item === undefined) continue;
    items.push({ level: next.level, key: item.id, fields: setFields(item) });
    inside.add(item.id);
    const level = next.level + 1;
    for (const id of childrenOf(map, next.id).toReversed()) work.push({ id, level });
  }
  const links: DraftLink[] = [];
  for (const { from, to, label, colour, arrow, points } of map.links.values()) {
    if (inside.has(from) && inside.has(to)) links.push({ from, to, label, colour, arrow, points });
  }
  const settings: Record<string, unknown> = {};
  for (const name of Object.keys(EMPTY_SETTINGS) as readonly (keyof typeof EMPTY_SETTINGS)[]) {
    if (map.settings[name] !== EMPTY_SETTINGS[name]) settings[name] = map.settings[name];
  }
  return { settings, items, links, files: new Map() };
}

/** What somebody has set, and always the text. */
function setFields(item: ItemFields): DraftItem['fields'] {
  const fields: Record<string, unknown> = { text: item.text };
  for (const name of FIELDS) if (item[name] !== EMPTY_FIELDS[name]) fields[name] = item[name];
  return fields as unknown as DraftItem['fields'];
}

/** How much there is of what a person looks for. */
export function tallyOf(draft: Draft): Tally {
  let [roots, notes, icons, images, links] = [0, 0, 0, 0, draft.links.length];
  for (const { level, fields } of draft.items) {
    if (level === 1) roots++;
    if ((fields.note ?? '') !== '') notes++;
    if (fields.icon !== undefined && fields.icon !== null) icons++;
    if (fields.image !== undefined && fields.image !== null) images++;
    if (fields.href !== undefined && fields.href !== null) links++;
  }
  return { items: draft.items.length, roots, links, notes, icons, images };
}

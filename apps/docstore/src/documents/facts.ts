import type { Head } from '@bough/bloblog';
import { type DocumentFacts, instant, personId, type Trashing } from '@bough/contracts';
import { type Lineage, type MapId, presentLineage, tryJson } from '@bough/base';
import { childrenOf, type MindMap } from '@bough/map';

const LONGEST_TITLE = 200;

// The label of a head: what a listing shows of a document without opening it, as JSON: [title, items], and in the trash a third
// entry, [when, who], with a fourth in it, true, once it is condemned: then it is being purged and cannot come back.

/** What a listing shows of a document, kept in its head beside the log. */
export interface Label {
  readonly title: string;
  readonly items: number;
  /** null: it is not in the trash. */
  readonly trash: Trashing | null;
  /** Whether it is being purged. */
  readonly isCondemned: boolean;
}

/** The label of a map: its own title, else the first line of its first root. */
export function labelOf(map: MindMap, trash: Trashing | null = null): Label {
  const [first] = childrenOf(map, null);
  const root = first === undefined ? '' : (map.items.get(first)?.text ?? '');
  const title = map.settings.title.trim() === '' ? (root.trim().split('\n', 1)[0] ?? '') : map.settings.title.trim();
  return {
    title: title.slice(0, LONGEST_TITLE).toWellFormed(),
    items: map.items.size,
    trash,
    isCondemned: false,
  };
}

/** The label as the head keeps it. */
export function encodeLabel({ title, items, trash, isCondemned }: Label): string {
  if (trash === null) return JSON.stringify([title, items]);
  return JSON.stringify([title, items, isCondemned ? [trash.at, trash.by, true] : [trash.at, trash.by]]);
}

/** The label of a document that is in the trash and is being purged, as the head keeps it. */
export function encodeCondemned(label: Label): string {
  return encodeLabel({ ...label, isCondemned: true });
}

/** The label that the head's words are; an empty one when they are none. */
export function decodeLabel(text: string): Label {
  const [title, items, trash] = listOf(tryJson(text));
  return {
    title: typeof title === 'string' ? title : '',
    items: typeof items === 'number' ? items : 0,
    ...tryTrash(trash),
  };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function tryTrash(value: unknown): Pick<Label, 'trash' | 'isCondemned'> {
  const [when, who, condemned] = listOf(value);
  const [at, by] = [instant(when), personId(who)];
  if (!at.ok || !by.ok) return { trash: null, isCondemned: false };
  return { trash: { at: at.value, by: by.value }, isCondemned: condemned === true };
}

/** What a listing shows, from the head. */
export function factsOf(map: MapId, head: Head): DocumentFacts {
  const { title, items, trash } = decodeLabel(head.label);
  const { seq, createdAt, changedAt } = head;
  return { map, seq, lineage: presentLineage(head.lineages), title, items, createdAt, changedAt, trash };
}

/** The lineages of a head as they are told: only the log itself needs their hashes. */
export function lineagesOf(head: Head): readonly Lineage[] {
  return head.lineages.map(({ id, from }) => ({ id, from }));
}

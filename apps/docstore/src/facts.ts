import { childrenOf, type MindMap } from '@bough/map';

const LONGEST_TITLE = 200;

/** What a listing shows of a document, kept in its head beside the log. */
export interface Label {
  readonly title: string;
  readonly items: number;
}

/** The label of a map: its own title, else the first line of its first root. */
export function labelOf(map: MindMap): Label {
  const [first] = childrenOf(map, null);
  const root = first === undefined ? '' : (map.items.get(first)?.text ?? '');
  const title = map.settings.title.trim() === '' ? (root.trim().split('\n', 1)[0] ?? '') : map.settings.title.trim();
  return { title: title.slice(0, LONGEST_TITLE).toWellFormed(), items: map.items.size };
}

/** The label as the head keeps it. */
export function encodeLabel(label: Label): string {
  return JSON.stringify([label.title, label.items]);
}

/** The label that the head's words are; an empty one when they are none. */
export function decodeLabel(text: string): Label {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    return { title: '', items: 0 };
  }
  if (!Array.isArray(value)) return { title: '', items: 0 };
  const title: unknown = value[0];
  const items: unknown = value[1];
  return { title: typeof title === 'string' ? title : '', items: typeof items === 'number' ? items : 0 };
}

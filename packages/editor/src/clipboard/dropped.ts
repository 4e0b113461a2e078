/** What a dropped or pasted file becomes: an image of an item, a map of another program, a tree of items, or nothing that Bough understands. */
export type Dropped = 'image' | 'map' | 'outline' | 'unknown';

const IMAGES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']);
const MAPS = /\.(?:mm|opml|xmind|md|markdown|mmd|canvas|bough\.json)$/i;
const OUTLINES = /\.(?:txt|text|tsv)$/i;

/** Told from the type that the browser names and, where it names none, from the file's name. */
export function droppedAs(file: { readonly type: string; readonly name: string }): Dropped {
  if (IMAGES.has(file.type)) return 'image';
  if (MAPS.test(file.name)) return 'map';
  if (file.type.startsWith('text/') || OUTLINES.test(file.name)) return 'outline';
  return 'unknown';
}

/** The web address that was dropped alone, as browsers write it (`text/uri-list`), or null. */
export function addressIn(uriList: string): string | null {
  const [first] = uriList.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  return first !== undefined && /^(?:https?:\/\/|mailto:)\S+$/.test(first) ? first : null;
}

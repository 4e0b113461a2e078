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

/** The size at which an image stands on the map at first: as it is, but never larger than this. */
export function sizeOnMap(
  width: number,
  height: number,
  most = 320,
): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, most / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The web address that was dropped alone, as browsers write it (`text/uri-list`), or null. */
export function addressIn(uriList: string): string | null {
  const [first] = uriList.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  return first !== undefined && /^(?:https?:\/\/|mailto:)\S+$/.test(first) ? first : null;
}

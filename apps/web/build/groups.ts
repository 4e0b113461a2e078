// What a screen needs before its first picture comes in few files: cut by who needs what, and not by what happens to be shared between
// panels that are fetched later.

/** The screens whose first picture is waited for, by the module that begins each. */
export const SCREENS = { map: 'src/map/map-screen.tsx', home: 'src/home/home-screen.tsx' } as const;
/** What comes before a screen: React around all of them, and what paints a map, or lists the maps at home, before React has come. */
export const BEFORE = {
  frame: 'src/shell/draw.tsx',
  editor: 'src/map/first-picture.ts',
  maps: 'src/home/first-picture.tsx',
} as const;

/** What every part that has words of its own calls: were it in the file of one screen, all of them would fetch that screen. */
const FOR_ALL_WORDS = 'src/words/screens/said.ts';

/** As much of a chunk as tells who needs it. */
export interface BuiltChunk {
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly facadeModuleId: string | null;
  readonly imports: readonly string[];
  readonly moduleIds: readonly string[];
  /** Its style sheets, once they are written. */
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}

/** For each module that a first picture needs the name of the file that it goes into: of all pages, of one screen, or of both. */
export function groupsOf(chunks: readonly BuiltChunk[]): ReadonlyMap<string, string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const needed = (isBegun: (chunk: BuiltChunk) => boolean): ReadonlySet<BuiltChunk> => {
    const found = new Set<BuiltChunk>();
    const follow = (chunk: BuiltChunk | undefined): void => {
      if (chunk === undefined || found.has(chunk)) return;
      found.add(chunk);
      for (const name of chunk.imports) follow(byName.get(name));
    };
    for (const chunk of chunks) if (isBegun(chunk)) follow(chunk);
    return found;
  };
  const page = needed(({ isEntry, facadeModuleId }) => isEntry && facadeModuleId?.endsWith('/index.html') === true);
  const begunBy = (source: string) => needed(({ facadeModuleId }) => facadeModuleId?.endsWith(source) === true);
  const [frame, editor, maps] = [begunBy(BEFORE.frame), begunBy(BEFORE.editor), begunBy(BEFORE.maps)];
  const [map, home] = [begunBy(SCREENS.map), begunBy(SCREENS.home)];
  const groups = new Map<string, string>();
  for (const chunk of chunks) {
    const by = { page, frame, editor, maps, map, home };
    // What begins the page stays its beginning.
    const name = chunk.isEntry ? null : groupOf((one) => by[one].has(chunk));
    for (const id of chunk.moduleIds) {
      // What is around a map, and home, bring their own sheets; all else that comes first is one sheet, and so one request.
      if (id.endsWith('.css') && (name !== null || page.has(chunk))) {
        groups.set(id, name === 'map' || name === 'home' ? name : 'page');
      } else if (id.endsWith(FOR_ALL_WORDS)) groups.set(id, 'page');
      else if (name !== null) groups.set(id, name);
    }
  }
  return groups;
}

type Part = keyof typeof SCREENS | keyof typeof BEFORE | 'page';

function groupOf(isNeededBy: (part: Part) => boolean): string | null {
  const [isMap, isHome] = [isNeededBy('map'), isNeededBy('home') || isNeededBy('maps')];
  const [isFrame, isEditor] = [isNeededBy('frame'), isNeededBy('editor')];
  if (isNeededBy('page') || (isEditor && (isFrame || isHome))) return 'page';
  // What home needs before React, and what is around all screens needs too.
  if (isHome && (isFrame || isMap)) return 'parts';
  if (isFrame) return 'frame';
  if (isEditor) return 'editor';
  if (isMap) return 'map';
  return isHome ? 'home' : null;
}

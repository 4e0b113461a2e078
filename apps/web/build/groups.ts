// What a screen needs before its first picture comes in few files: cut by who needs what, and not by what happens to be shared between
// panels that are fetched later.

/** The screens whose first picture is waited for, by the module that begins each. */
export const SCREENS = { map: 'src/map/map-screen.tsx', home: 'src/home/home-screen.tsx' } as const;
export type ScreenName = keyof typeof SCREENS;

/** As much of a chunk as tells who needs it. */
export interface BuiltChunk {
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly facadeModuleId: string | null;
  readonly imports: readonly string[];
  readonly moduleIds: readonly string[];
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
  const begun = (name: ScreenName) => needed(({ facadeModuleId }) => facadeModuleId?.endsWith(SCREENS[name]) === true);
  const [map, home] = [begun('map'), begun('home')];
  const groups = new Map<string, string>();
  for (const chunk of chunks) {
    // What begins the page stays its beginning.
    const name = chunk.isEntry
      ? null
      : groupOf({ isPage: page.has(chunk), isMap: map.has(chunk), isHome: home.has(chunk) });
    if (name !== null) for (const id of chunk.moduleIds) groups.set(id, name);
  }
  return groups;
}

function groupOf(by: { readonly isPage: boolean; readonly isMap: boolean; readonly isHome: boolean }): string | null {
  if (by.isPage) return 'page';
  if (by.isMap && by.isHome) return 'screens';
  if (by.isMap) return 'map';
  return by.isHome ? 'home' : null;
}

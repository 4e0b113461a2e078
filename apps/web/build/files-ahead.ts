import { BEFORE, type BuiltChunk } from './groups.ts';

/** What stands first on each screen: what paints it, before React and all that it draws. */
const FIRST = { map: BEFORE.editor, home: BEFORE.maps, frame: BEFORE.frame } as const;

/** The files that each screen needs before its first picture, and that the document does not name: `map /assets/a.js /assets/b.js;home ...`. `frame`: React. */
export function filesOf(chunks: readonly BuiltChunk[], document: string): string {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const lists = Object.entries(FIRST).map(([screen, source]) => {
    const [files, sheets] = [new Set<string>(), new Set<string>()];
    const follow = (name: string): void => {
      if (files.has(name) || !byName.has(name)) return;
      files.add(name);
      for (const sheet of byName.get(name)?.viteMetadata?.importedCss ?? [])
        if (!document.includes(sheet)) sheets.add(sheet);
      for (const one of byName.get(name)?.imports ?? []) follow(one);
    };
    for (const chunk of chunks) if (chunk.moduleIds.some((id) => id.endsWith(source))) follow(chunk.fileName);
    return [screen, ...[...sheets, ...files].map((name) => `/${name}`)].join(' ');
  });
  return lists.join(';');
}

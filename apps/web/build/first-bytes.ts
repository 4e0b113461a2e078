import type { build, InlineConfig, Plugin } from 'vite';
import { BEFORE, type BuiltChunk, SCREENS } from './groups.ts';

const SOURCE = 'src/opening/first-bytes.ts';
const BEFORE_SCRIPT = /<script type="module"/;
/** What stands first on each screen: of a map the editor, which paints it, before all that stands around it. */
const FIRST = { map: BEFORE.editor, home: SCREENS.home } as const;

/** Puts the script that asks for things at once into the document, with the names of the files of each screen. */
export function firstBytes(buildBy: typeof build, config: InlineConfig): Plugin {
  return {
    name: 'bough-first-bytes',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset' || typeof page.source !== 'string' || !BEFORE_SCRIPT.test(page.source)) {
          throw new Error('the build has no document with a script of its own');
        }
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        // The gateway reads it too, and says in its answer's headers what the screen will need.
        const files = `<meta name="bough-screens" content="${filesOf(chunks, page.source)}">`;
        const script = `<script>${await scriptOf(buildBy, config)}</script>`;
        page.source = page.source.replace(BEFORE_SCRIPT, (tag) => `${files}\n    ${script}\n    ${tag}`);
      },
    },
  };
}

/** The files that each screen needs before its first picture, and that the document does not name: `map /assets/a.js /assets/b.js;home ...`. */
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

async function scriptOf(buildBy: typeof build, { root, build: settings }: InlineConfig): Promise<string> {
  const output = { format: 'iife' } as const;
  const built = await buildBy({
    ...{ root, configFile: false, logLevel: 'error', publicDir: false },
    build: {
      target: settings?.target ?? 'es2023',
      write: false,
      minify: true,
      rolldownOptions: { input: SOURCE, output },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const script = first !== undefined && 'output' in first ? first.output[0].code.trim() : '';
  if (script === '' || script.includes('</')) throw new Error('the first script of the document has another form');
  return script;
}

import type { build, InlineConfig, Plugin } from 'vite';
import { type BuiltChunk, SCREENS } from './groups.ts';

const SOURCE = 'src/opening/first-bytes.ts';
const PLACE = '__SCREEN_FILES__';
const BEFORE = /<script type="module"/;

/** Puts the script that asks for things at once into the document, with the names of the files of each screen. */
export function firstBytes(buildBy: typeof build, config: InlineConfig): Plugin {
  return {
    name: 'bough-first-bytes',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset' || typeof page.source !== 'string' || !BEFORE.test(page.source)) {
          throw new Error('the build has no document with a script of its own');
        }
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const script = (await scriptOf(buildBy, config)).replace(PLACE, filesOf(chunks));
        page.source = page.source.replace(BEFORE, (tag) => `<script>${script}</script>\n    ${tag}`);
      },
    },
  };
}

/** The files that each screen needs before its first picture: `map /assets/a.js /assets/b.js;home ...`. */
export function filesOf(chunks: readonly BuiltChunk[]): string {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const lists = Object.entries(SCREENS).map(([screen, source]) => {
    const files = new Set<string>();
    const follow = (name: string): void => {
      if (files.has(name) || !byName.has(name)) return;
      files.add(name);
      for (const one of byName.get(name)?.imports ?? []) follow(one);
    };
    for (const chunk of chunks) if (chunk.moduleIds.some((id) => id.endsWith(source))) follow(chunk.fileName);
    return [screen, ...[...files].map((name) => `/${name}`)].join(' ');
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
  if (!script.includes(PLACE) || script.includes('</'))
    throw new Error('the first script of the document has another form');
  return script;
}

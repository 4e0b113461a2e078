import type { build, InlineConfig, Plugin } from 'vite';
import { filesOf } from './files-ahead.ts';

const SOURCE = 'src/opening/first-bytes.ts';
const BEFORE_SCRIPT = /<script type="module"/;

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

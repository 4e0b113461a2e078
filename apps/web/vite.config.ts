import react from '@vitejs/plugin-react';
import { build, defineConfig, type InlineConfig, type ResolveModulePreloadDependenciesFn } from 'vite';
import { fewFiles } from './build/few-files.ts';
import { firstBytes } from './build/first-bytes.ts';
import { measuredGroups } from './build/measured-groups.ts';
import { pageFiles } from './build/page-files.ts';
import { readWhole } from './build/read-whole.ts';
import { startInPage } from './build/start-in-page.ts';

const root = import.meta.dirname;
const target = 'es2023';
const input = { index: 'index.html', 'service-worker': 'src/offline/service-worker.ts' };
const entryFileNames = ({ name }: { readonly name: string }) =>
  name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js';

/**
 * What a part that is fetched later needs besides itself is found by its own imports, one round trip later and only before the service
 * worker has it; its styles must be there first. Lists of both would be a hundred names in the first load of every map.
 */
const stylesAlone: ResolveModulePreloadDependenciesFn = (_file, needed, { hostType }) =>
  hostType === 'html' ? needed : needed.filter((name) => name.endsWith('.css'));

/** Built once to see who needs what. */
const measured: InlineConfig = {
  root,
  plugins: [react()],
  worker: { format: 'es' },
  build: { target, assetsInlineLimit: 0, rolldownOptions: { input, output: { entryFileNames } } },
};

export default defineConfig(async ({ command }) => {
  const groups = command === 'build' ? await measuredGroups(build, measured) : new Map<string, string>();
  return {
    plugins: [react(), fewFiles(), readWhole(), firstBytes(build, measured), startInPage(), pageFiles()],
    // In parts, like the page: what a worker does not use stays where it is.
    worker: { format: 'es' },
    build: {
      target,
      // The page's policy allows no data: addresses, so nothing may be inlined into one.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false, resolveDependencies: stylesAlone },
      sourcemap: true,
      rolldownOptions: {
        input,
        output: {
          entryFileNames,
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ debugName: 'first pictures', name: (id: string) => groups.get(id) ?? null }],
          },
        },
      },
    },
  };
});

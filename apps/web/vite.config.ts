import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageFiles } from './build/page-files.ts';

export default defineConfig({
  plugins: [react(), pageFiles()],
  // In parts, like the page: what a worker does not use stays where it is.
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    // The page's policy allows no data: addresses, so nothing may be inlined into one.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: true,
    rolldownOptions: {
      input: { index: 'index.html', 'service-worker': 'src/offline/service-worker.ts' },
      output: {
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});

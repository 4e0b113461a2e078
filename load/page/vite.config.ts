import { defineConfig } from 'vite';

export default defineConfig({
  build: { minify: false, target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 10_000 },
});

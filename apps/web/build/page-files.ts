import type { Plugin } from 'vite';

/** Larger files, and letters of other scripts, are kept by the service worker once somebody needed them. */
const LARGEST_KEPT = 400_000;
const ONLY_FOR_FORMULAS = /\/node_modules\/.*mathjax/;
/** Parts of a worker's program come here as finished files. */
const PART_OF_WORKER = /(?<!-worker-[\w-]{8})\.js$/;
const KEPT_NAME = /\.(?:js|css)$|-latin-(?:wght|standard)[^/]*\.woff2$/;

/** Writes the names of this build's files into the service worker. */
export function pageFiles(): Plugin {
  return {
    name: 'bough-page-files',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.values(bundle)
          .filter((file) => file.fileName.startsWith('assets/') && KEPT_NAME.test(file.fileName))
          .filter((file) =>
            file.type === 'chunk'
              ? !file.moduleIds.some((id) => ONLY_FOR_FORMULAS.test(id))
              : !PART_OF_WORKER.test(file.fileName),
          )
          .filter((file) => (file.type === 'chunk' ? file.code : file.source).length < LARGEST_KEPT)
          .map((file) => `/${file.fileName}`)
          .toSorted();
        // The page's own start stands in the document.
        const page = bundle['index.html'];
        const version = await hashOf([...files, page?.type === 'asset' ? page.source : ''].join('\n'));
        const worker = bundle['service-worker.js'];
        if (worker?.type !== 'chunk' || !worker.code.includes('__PAGE_FILES__')) {
          throw new Error('the build has no service worker to write its files into');
        }
        worker.code = worker.code.replace('__PAGE_FILES__', [version, ...files].join(' '));
      },
    },
  };
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest, 0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

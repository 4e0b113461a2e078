import type { Plugin } from 'vite';
import type { Built } from './few-files.ts';

// The module that begins the page is small, and a file of its own would be a request more, one of the six that a browser has on their way at a
// time: so it stands in the document. The page's policy (the gateway's) takes what stands there by its hash.

const TAG = /<script type="module" crossorigin src="\/assets\/([^"]+)"><\/script>/;

/** Puts the page's first module into the document. */
export function startInPage(): Plugin {
  return {
    name: 'bough-start-in-page',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const name of putStart(bundle)) delete bundle[name];
      },
    },
  };
}

/** Writes the module into the document, and answers the files that are then not needed any more. */
export function putStart(files: Built): readonly string[] {
  const page = files['index.html'];
  const [tag = '', name = ''] = (page?.type === 'asset' && TAG.exec(String(page.source))) || [];
  const path = `assets/${name}`;
  const start = files[path];
  if (page?.type !== 'asset' || start?.type !== 'chunk')
    throw new Error('the build has no document that begins with a module');
  for (const [other, file] of Object.entries(files)) {
    if (file.type === 'chunk' && other !== path && file.code.includes(name))
      throw new Error(`${other} needs the start of the page`);
  }
  const code = start.code
    .replaceAll(/\b(from|import\(?)\s*(["'`])\.\//g, '$1$2/assets/')
    .replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '')
    .trim();
  if (/<\/script|<!--|import\.meta|["'`]\.\//.test(code))
    throw new Error('the start of the page cannot stand in the document');
  page.source = String(page.source).replace(tag, () => `<script type="module">${code}</script>`);
  return [path, `${path}.map`];
}

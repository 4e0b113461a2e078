import { openJournals } from '@bough/editor/open-journals';
import { askEarly, type EarlyPlace } from './early-questions.ts';
import { restAhead, screenAhead } from './screen-ahead.ts';

// The script in the document itself: build/first-bytes.ts puts it there. It asks for what the screen will need, so that all of it comes at
// once instead of one after the other as each file is read.

let keptMaps = '';
try {
  keptMaps = localStorage.getItem('bough.map') ?? '';
} catch {
  // A browser that keeps nothing has no map.
}
const boughEarly = askEarly({
  path: location.pathname,
  keptMaps,
  fetch: (path, how) => fetch(path, how),
  openJournals: () => openJournals(globalThis),
});
Object.assign(globalThis, { boughEarly } satisfies EarlyPlace);

/** The build writes the files of each screen beside this script, by the screen's name. */
const files = document.querySelector('meta[name=bough-screens]')?.getAttribute('content') ?? '';
for (const file of screenAhead(files, location.pathname)) fetchAhead(file);
void boughEarly.isSomebody.then((isHere) => {
  if (!isHere) for (const file of restAhead(files, location.pathname)) fetchAhead(file);
});

/** A browser fetches no file twice. */
function fetchAhead(file: string): void {
  const link = document.createElement('link');
  if (file.endsWith('.css')) {
    link.rel = 'preload';
    link.as = 'style';
  } else link.rel = 'modulepreload';
  link.crossOrigin = '';
  link.href = file;
  document.head.append(link);
}

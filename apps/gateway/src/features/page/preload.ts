// The answer with the page says, in its headers, which files the page will need: a browser (and a proxy that sends 103 Early
// Hints from it) asks for them before the first byte of HTML has been read.

const TAG = /<(script|link)\b[^>]*>/gi;

/** The screens whose files the build lists in the document, by their address. */
export type ListedScreen = 'map' | 'home';

/** The screen that stands at the path, if the build lists its files. */
export function listedScreen(path: string): ListedScreen | null {
  if (path.startsWith('/m/')) return 'map';
  return path === '/' ? 'home' : null;
}

/**
 * The `Link` header of a built page: its module scripts and style sheets, in their order, then what the screen needs before it can be seen;
 * empty when it has none.
 */
export function preloadLinks(html: string, screen: ListedScreen | null = null): string {
  const links: string[] = [];
  for (const [tag, name = ''] of html.matchAll(TAG)) {
    const address = attribute(tag, name.toLowerCase() === 'script' ? 'src' : 'href');
    const how = address?.startsWith('/') === true ? howOf(tag, name.toLowerCase()) : null;
    if (address !== null && how !== null)
      links.push(`<${address}>; ${how}${/\scrossorigin\b/.test(tag) ? '; crossorigin' : ''}`);
  }
  for (const address of filesOf(html, screen)) {
    const how = address.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload';
    const link = `<${address}>; ${how}; crossorigin`;
    if (!links.includes(link)) links.push(link);
  }
  return links.join(', ');
}

/** The scripts and sheets that the build lists for the screen: `map /assets/a.js /assets/b.js;home /assets/c.js`. */
function filesOf(html: string, screen: ListedScreen | null): readonly string[] {
  const lists = /<meta name="bough-screens" content="([^"]*)"/.exec(html)?.[1]?.split(';') ?? [];
  const [, ...files] = lists.map((list) => list.split(' ')).find(([name]) => name === screen) ?? [];
  return files.filter((file) => file.startsWith('/'));
}

function howOf(tag: string, name: string): string | null {
  if (name === 'script') return attribute(tag, 'type') === 'module' ? 'rel=modulepreload' : null;
  switch (attribute(tag, 'rel')) {
    case 'modulepreload':
      return 'rel=modulepreload';
    case 'stylesheet':
      return 'rel=preload; as=style';
    default:
      return null;
  }
}

function attribute(tag: string, name: string): string | null {
  return new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? null;
}

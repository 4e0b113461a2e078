// The answer with the page says, in its headers, which files the page will need: a browser (and a proxy that sends 103 Early
// Hints from it) asks for them before the first byte of HTML has been read.

const TAG = /<(script|link)\b[^>]*>/gi;

/** The `Link` header of a built page: its module scripts and style sheets, in their order; empty when it has none. */
export function preloadLinks(html: string): string {
  const links: string[] = [];
  for (const [tag, name = ''] of html.matchAll(TAG)) {
    const address = attribute(tag, name.toLowerCase() === 'script' ? 'src' : 'href');
    const how = address?.startsWith('/') === true ? howOf(tag, name.toLowerCase()) : null;
    if (address !== null && how !== null)
      links.push(`<${address}>; ${how}${/\scrossorigin\b/.test(tag) ? '; crossorigin' : ''}`);
  }
  return links.join(', ');
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

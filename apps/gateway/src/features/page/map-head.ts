import type { MapHead } from '../maps/lists/map-lists.ts';

const TITLE = /<title>[^<]*<\/title>/i;

/** The page with the map's own title and what other sites show when somebody links to it. */
export function withHead(html: string, { title, url, by }: MapHead): string {
  const name = title === '' ? 'Bough' : title;
  const says = by === null ? 'A mind map.' : `A mind map by ${by}.`;
  const tags = [
    `<title>${escaped(name)}</title>`,
    `<meta name="description" content="${escaped(says)}">`,
    `<meta property="og:title" content="${escaped(name)}">`,
    `<meta property="og:description" content="${escaped(says)}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:url" content="${escaped(url)}">`,
    `<link rel="canonical" href="${escaped(url)}">`,
  ];
  return html.replace(TITLE, () => tags.join(''));
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

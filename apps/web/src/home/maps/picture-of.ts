import type { MapId } from '@bough/base';
import { fileRoutes } from '@bough/contracts';
import { addressOf } from '../../api/api.ts';

// A card's picture is drawn by the server as SVG. It stands in the page itself and not in an image, since only so its words are in
// the page's typeface. Of what the server sent only shapes and words are taken over, each attribute by name: whatever else
// might ever stand in it, it does not come in.

const KEPT_MOST = 300;
const SVG = 'http://www.w3.org/2000/svg';
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  rect: ['x', 'y', 'width', 'height', 'rx', 'fill'],
  path: [
    'd',
    'fill',
    'fill-opacity',
    'stroke',
    'stroke-width',
    'stroke-linecap',
    'stroke-linejoin',
    'stroke-dasharray',
  ],
  text: ['x', 'y', 'font-size', 'font-weight', 'font-style', 'fill', 'fill-opacity', 'text-decoration', 'direction'],
};
const WITH_LENGTH = ['textLength', 'lengthAdjust', 'stroke-opacity'];

const kept = new Map<string, SVGSVGElement>();

/** The picture of the map's card, if it was here before: the page shows it at once, and asks whether it is still good. */
export function keptPicture(map: MapId, theme: 'light' | 'dark'): SVGSVGElement | null {
  return kept.get(keyOf(map, theme)) ?? null;
}

/** The picture of the map's card as it is now; null when it cannot be had. */
export async function askPicture(
  map: MapId,
  theme: 'light' | 'dark',
  signal: AbortSignal,
): Promise<SVGSVGElement | null> {
  try {
    const address = addressOf(fileRoutes.thumbnail, { map, theme });
    // Without a server the browser's copy is shown, however old it is.
    const old = () => fetch(address, { signal, cache: 'force-cache' });
    let answer = await fetch(address, { signal }).catch(old);
    if (answer.status >= 500) answer = await old();
    if (!answer.ok) return null;
    const picture = pictureFrom(await answer.text());
    if (picture !== null) keep(keyOf(map, theme), picture);
    return picture;
  } catch {
    return null;
  }
}

function keyOf(map: MapId, theme: string): string {
  return `${theme} ${map}`;
}

function keep(key: string, picture: SVGSVGElement): void {
  kept.delete(key);
  kept.set(key, picture);
  const [oldest] = kept.keys();
  if (kept.size > KEPT_MOST && oldest !== undefined) kept.delete(oldest);
}

function pictureFrom(text: string): SVGSVGElement | null {
  const source = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const view = source.getAttribute('viewBox');
  if (source.localName !== 'svg' || view === null) return null;
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('viewBox', view);
  picture.setAttribute('preserveAspectRatio', 'xMidYMid slice');
  for (const element of source.querySelectorAll('rect, path, text')) {
    const copy = document.createElementNS(SVG, element.localName);
    for (const name of [...(ATTRIBUTES[element.localName] ?? []), ...WITH_LENGTH]) {
      const value = element.getAttribute(name);
      if (value !== null) copy.setAttribute(name, value);
    }
    if (element.localName === 'text') copy.textContent = element.textContent;
    picture.append(copy);
  }
  return picture;
}

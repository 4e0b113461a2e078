import { type MapId, parseMapId } from '@bough/base';

/** Which screen an address means. Secrets stand in the fragment, which never leaves the browser. */
export type Screen =
  | { readonly kind: 'home' }
  | { readonly kind: 'map'; readonly map: MapId }
  | { readonly kind: 'join'; readonly secret: string }
  | { readonly kind: 'sign-in'; readonly secret: string }
  | { readonly kind: 'outbox' }
  | { readonly kind: 'nowhere' };

/** Reads an address; everything unknown is nowhere. */
export function screenOf(path: string, fragment: string): Screen {
  const [first = '', second = '', ...rest] = path.split('/').slice(1);
  if (rest.length > 0) return { kind: 'nowhere' };
  if (first === 'm') {
    const map = parseMapId(second);
    return map === null ? { kind: 'nowhere' } : { kind: 'map', map };
  }
  const secret = fragment.replace(/^#?(secret=)?/, '');
  if (first === 'sign-in' && second === 'confirm') return { kind: 'sign-in', secret };
  if (second !== '') return { kind: 'nowhere' };
  if (first === '') return { kind: 'home' };
  if (first === 'join') return { kind: 'join', secret };
  if (first === 'outbox') return { kind: 'outbox' };
  return { kind: 'nowhere' };
}

/** The address of a map. */
export function mapAddress(map: MapId): string {
  return `/m/${map}`;
}

import { type MapId, parseMapId } from '@bough/base';

/** A place at home: what the list shows. */
export type Place =
  | { readonly kind: 'all' | 'starred' | 'recent' | 'shared' | 'trash' }
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'tag'; readonly tag: string };

/** A place in a map: an item, a comment on it, or the slide that it is. */
export interface MapPlace {
  readonly item: string;
  readonly comment: string | null;
  readonly isSlide: boolean;
}

/** The chat of a map, and the message of it that is meant; null: none. */
export interface ChatPlace {
  readonly message: string | null;
}

/** What an address opens over a map: who may open it, its history, or what developers look at. */
export type MapOpens = (typeof OPENS)[number];

/** Which screen an address means. Secrets stand in the fragment, which never leaves the browser. */
export type Screen =
  | { readonly kind: 'home'; readonly place: Place; readonly query: string }
  | {
      readonly kind: 'map';
      readonly map: MapId;
      readonly at: MapPlace | ChatPlace | null;
      readonly opens: MapOpens | null;
    }
  | { readonly kind: 'join' | 'sign-in' | 'reset' | 'email' | 'owner' | 'not-me'; readonly secret: string }
  | { readonly kind: 'provider'; readonly provider: string; readonly answer: string }
  | { readonly kind: 'public'; readonly map: MapId }
  | { readonly kind: 'account' | 'outbox' | 'code' | 'nowhere' };

const NOWHERE: Screen = { kind: 'nowhere' };
const OPENS = ['share', 'history', 'developers'] as const;
const PLACES = ['starred', 'recent', 'shared', 'trash'] as const;

/** Reads an address as the router says it: path, query and fragment; everything unknown is nowhere. */
export function screenOf(address: string): Screen {
  const { pathname, search, hash } = new URL(address, 'http://here');
  const [first = '', second = '', ...rest] = pathname.split('/').slice(1);
  if (first === 'sign-in' && second === 'provider' && rest.length <= 1) {
    // The provider that there was before there were several has no name in the path.
    return { kind: 'provider', provider: decode(rest[0] ?? 'provider'), answer: search.slice(1) };
  }
  if (rest.length > 0) return NOWHERE;
  const secret = hash.replace(/^#?(secret=)?/, '');
  const query = new URLSearchParams(search).get('q') ?? '';
  const home = (place: Place): Screen => ({ kind: 'home', place, query });
  if (second !== '') return deepScreen(first, decode(second), { secret, hash, home });
  const simple = PLACES.find((each) => each === first);
  if (simple !== undefined) return home({ kind: simple });
  if (first === '') return home({ kind: 'all' });
  if (first === 'set-up') return { kind: 'owner', secret };
  if (first === 'join') return { kind: 'join', secret };
  if (first === 'account' || first === 'outbox') return { kind: first };
  return NOWHERE;
}

interface Parts {
  readonly secret: string;
  readonly hash: string;
  readonly home: (place: Place) => Screen;
}

function deepScreen(first: string, second: string, { secret, hash, home }: Parts): Screen {
  if (first === 'm') {
    const map = parseMapId(second);
    return map === null ? NOWHERE : { kind: 'map', map, at: placeIn(hash), opens: opensIn(hash) };
  }
  if (first === 'folders') return home({ kind: 'folder', folder: second });
  if (first === 'tags') return home({ kind: 'tag', tag: second });
  if (first === 'p') {
    const map = parseMapId(second);
    return map === null ? NOWHERE : { kind: 'public', map };
  }
  switch (`${first}/${second}`) {
    case 'sign-in/confirm':
      return { kind: 'sign-in', secret };
    case 'sign-in/code':
      return { kind: 'code' };
    case 'sign-in/not-me':
      return { kind: 'not-me', secret };
    case 'sign-in/reset':
      return { kind: 'reset', secret };
    case 'account/email':
      return { kind: 'email', secret };
    default:
      return NOWHERE;
  }
}

function placeIn(hash: string): MapPlace | ChatPlace | null {
  const chat = /^#chat(?:=([\w-]{1,32}))?$/.exec(hash);
  if (chat !== null) return { message: chat[1] ?? null };
  const [, kind, item, comment = null] = /^#(item|slide)=([\w-]{1,32})(?:&comment=([\w-]{1,32}))?$/.exec(hash) ?? [];
  return item === undefined ? null : { item, comment, isSlide: kind === 'slide' };
}

function opensIn(hash: string): MapOpens | null {
  return OPENS.find((each) => hash === `#${each}`) ?? null;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** The address of a map, at one of its items if one is named. */
export function mapAddress(map: MapId, item: string | null = null): string {
  return item === null ? `/m/${map}` : `/m/${map}#item=${item}`;
}

/** The address of a message in the chat of a map. */
export function messageAddress(map: MapId, message: string): string {
  return `/m/${map}#chat=${message}`;
}

/** The address of a place at home. */
export function placeAddress(place: Place, query = ''): string {
  const search = query === '' ? '' : `?q=${encodeURIComponent(query)}`;
  switch (place.kind) {
    case 'all':
      return `/${search}`;
    case 'folder':
      return `/folders/${encodeURIComponent(place.folder)}${search}`;
    case 'tag':
      return `/tags/${encodeURIComponent(place.tag)}${search}`;
    default:
      return `/${place.kind}${search}`;
  }
}

/** The address of a map's public page. */
export function publicAddress(map: MapId): string {
  return `/p/${map}`;
}

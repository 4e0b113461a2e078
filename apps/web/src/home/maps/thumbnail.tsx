import type { MapId } from '@bough/base';
import { useEffect, useRef } from 'react';
import { useTheme } from '../../shell/theme.ts';
import { askPicture, keptPicture } from './picture-of.ts';

/** How long a card must stay before it is worth asking for its picture: many fly by while a long list is scrolled. */
const STAYS_MS = 90;

/** The map itself on paper; plain paper while it is on its way, or when it cannot be had. */
export function Thumbnail({ map }: { readonly map: MapId }) {
  const place = useRef<HTMLSpanElement>(null);
  const { theme } = useTheme();
  useEffect(() => {
    const show = (picture: SVGSVGElement | null) => {
      // One picture may be on two cards: a search's and a list's.
      if (picture !== null) place.current?.replaceChildren(picture.cloneNode(true));
    };
    place.current?.replaceChildren();
    const known = keptPicture(map, theme);
    show(known);
    const leaving = new AbortController();
    const timer = setTimeout(
      () => void askPicture(map, theme, leaving.signal).then((picture) => !leaving.signal.aborted && show(picture)),
      STAYS_MS,
    );
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [map, theme]);
  return <span ref={place} className="thumbnail" aria-hidden="true" />;
}

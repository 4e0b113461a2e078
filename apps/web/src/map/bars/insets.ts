import type { EditorSettings } from '@bough/editor';

type Insets = EditorSettings['insets'];

/** A rectangle of the page, in CSS pixels. */
interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What stands at the map's edges. */
const CHROME = '.map-head, .zoom-bar, .minimap, .phone-bar, .side-sheet, .find-bar, .present-bar';
/** Between chrome and what is shown beside it. */
const GAP = 8;
/** At edges where no chrome stands. */
const BARE = 12;

/**
 * How far chrome covers the map from each edge. What is higher than wide covers a side; all else the top or the bottom, whichever it
 * is nearer to. What is not shown (of no size) covers nothing.
 */
export function insetsOf(map: Area, chrome: readonly Area[]): Insets {
  const insets = { top: BARE, right: BARE, bottom: BARE, left: BARE };
  const [width, height] = [map.right - map.left, map.bottom - map.top];
  for (const one of chrome) {
    if (one.right <= one.left || one.bottom <= one.top) continue;
    const edge = edgeOf(one);
    const covered = {
      top: one.bottom - map.top,
      right: map.right - one.left,
      bottom: map.bottom - one.top,
      left: one.right - map.left,
    };
    insets[edge] = Math.max(insets[edge], Math.round(covered[edge]) + GAP);
  }
  return insets;

  function edgeOf(one: Area): keyof Insets {
    const [across, down] = [one.right - one.left, one.bottom - one.top];
    const isSide = (down > across || down > height * 0.6) && across < width * 0.8;
    const [x, y] = [(one.left + one.right) / 2, (one.top + one.bottom) / 2];
    if (isSide) return x < map.left + width / 2 ? 'left' : 'right';
    return y < map.top + height / 2 ? 'top' : 'bottom';
  }
}

/** Tells the insets of the map's screen now, and whenever its chrome comes, goes or changes its size; the answer ends that. */
export function watchInsets(screen: HTMLElement, tell: (insets: Insets) => void): () => void {
  let told = '';
  const measure = (): void => {
    const chrome = [...screen.querySelectorAll(CHROME)].map((one) => one.getBoundingClientRect());
    const insets = insetsOf(screen.getBoundingClientRect(), chrome);
    if (told === JSON.stringify(insets)) return;
    told = JSON.stringify(insets);
    tell(insets);
  };
  const sizes = new ResizeObserver(measure);
  const watch = (): void => {
    sizes.disconnect();
    for (const one of [screen, ...screen.querySelectorAll(CHROME)]) sizes.observe(one);
    measure();
  };
  const comings = new MutationObserver(watch);
  for (const one of [screen, ...screen.querySelectorAll('.map-behind')]) comings.observe(one, { childList: true });
  watch();
  return () => {
    sizes.disconnect();
    comings.disconnect();
  };
}

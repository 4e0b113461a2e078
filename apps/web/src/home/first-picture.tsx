import { afterPaint, paintEarly } from '../shell/before-react.ts';
import { drawOnce } from '../shell/first-draw/draw-once.ts';
import { beginStage } from '../shell/first-draw/stage.ts';
import type { Place } from '../shell/screen.ts';
import { HomeScreen } from './home-screen.tsx';
import type { Library } from './library/library.ts';
import { beginLibrary } from './library/use-library.ts';
import { measureFirst } from './maps/use-list-window.ts';

// The maps that home lists stand on the page before React does, drawn by home's own components (shell/first-draw). React draws them once more
// when it has come, in the same places, and takes over what was begun meanwhile.

/** Draws home with its maps for the person who is here, and resolves when it is painted, or is not to be had soon. */
export async function firstPicture(place: Place, page: HTMLElement): Promise<void> {
  // What lies in the trash is asked for by React.
  if (place.kind === 'trash') return;
  await paintEarly(async (person, isLate) => {
    const library = beginLibrary(person);
    await known(library);
    // Where there are none the first one is begun, which needs React.
    if (isLate() || library.getSnapshot().maps.length === 0) return;
    show(library, place, page);
    await afterPaint();
  });
}

/** Resolves when there is something to show, or nothing to be had. */
function known({ getSnapshot, subscribe }: Library): Promise<void> {
  const isKnown = () => getSnapshot().kind !== 'loading' || getSnapshot().trouble !== null;
  return new Promise((resolve) => {
    if (isKnown()) return resolve();
    const unsubscribe = subscribe(() => {
      if (!isKnown()) return;
      unsubscribe();
      resolve();
    });
  });
}

function show(library: Library, place: Place, page: HTMLElement): void {
  const drawHome = (into: Element) => drawOnce(<HomeScreen place={place} query="" />, into);
  const draw = (into: Element): void => {
    drawHome(into);
    const list = into.querySelector<HTMLElement>('.maps');
    // How many fit is only known of a list that stands.
    if (list === null || !measureFirst(list)) return;
    into.replaceChildren();
    drawHome(into);
  };
  const stage = beginStage(page, { draw, isOurs: (element) => element.closest('.cell, .folder-row') !== null });
  // What this device had kept is shown first; what the server says follows.
  stage.whenOver(library.subscribe(() => stage.redraw()));
}

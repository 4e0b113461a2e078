import type { PersonId } from '@bough/base';
import { keptPerson } from '../api/kept-person.ts';
import { askSession } from '../api/session.ts';
import { drawOnce } from '../shell/first-draw/draw-once.ts';
import { beginStage } from '../shell/first-draw/stage.ts';
import type { Place } from '../shell/screen.ts';
import { HomeScreen } from './home-screen.tsx';
import type { Library } from './library/library.ts';
import { beginLibrary } from './library/use-library.ts';
import { measureFirst } from './maps/use-list-window.ts';

// The maps that home lists stand on the page before React does, drawn by home's own components (shell/first-draw). React draws them once more
// when it has come, in the same places, and takes over what was begun meanwhile.

/** Maps that are not there by then are waited for by home, which says so. */
const PATIENCE_MS = 1_000;

/** Draws home with its maps for the person who is here, and resolves when it is painted, or is not to be had soon. */
export async function firstPicture(place: Place, page: HTMLElement): Promise<void> {
  // What lies in the trash is asked for by React.
  if (place.kind === 'trash') return;
  let isLate = false;
  const patience = new Promise<void>((resolve) => {
    setTimeout(() => {
      isLate = true;
      resolve();
    }, PATIENCE_MS);
  });
  const begin = async (): Promise<void> => {
    const person = keptPerson()?.person.id ?? (await whoIsHere());
    if (person === null || isLate) return;
    const library = beginLibrary(person);
    await known(library);
    // Where there are none the first one is begun, which needs React.
    if (isLate || library.getSnapshot().maps.length === 0) return;
    show(library, place, page);
    // The frame that paints it, the next one, before which it is seen, and the moment after that.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0))));
  };
  await Promise.race([begin(), patience]);
}

async function whoIsHere(): Promise<PersonId | null> {
  const session = await askSession();
  return session.kind === 'known' ? (session.facts.person?.id ?? null) : null;
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

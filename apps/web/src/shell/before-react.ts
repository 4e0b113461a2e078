import type { PersonId } from '@bough/base';
import { keptPerson } from '../api/kept-person.ts';
import { askSession } from '../api/session.ts';

// What a map and home have in common that paint before React has come.

/** What is not there by then is waited for by its screen, which says so. */
const PATIENCE_MS = 1_000;

/** Resolves when the picture is painted for the person who is here, or is not to be had soon; from then on `isLate` says so. */
export async function paintEarly(paint: (person: PersonId, isLate: () => boolean) => Promise<void>): Promise<void> {
  let isLate = false;
  const patience = new Promise<void>((resolve) => {
    setTimeout(() => {
      isLate = true;
      resolve();
    }, PATIENCE_MS);
  });
  const begin = async (): Promise<void> => {
    const person = keptPerson()?.person.id ?? (await personHere());
    if (person !== null && !isLate) await paint(person, () => isLate);
  };
  await Promise.race([begin(), patience]);
}

/** Resolves after the frame that paints what has changed, the next one, before which it is seen, and the moment after that. */
export async function afterPaint(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0))));
}

async function personHere(): Promise<PersonId | null> {
  const session = await askSession();
  return session.kind === 'known' ? (session.facts.person?.id ?? null) : null;
}

import { keep, readKept } from './kept.ts';

/** What is about this device and nobody in particular. Everything else that the page keeps is the person's. */
const OF_THE_DEVICE = new Set(['theme', 'language', 'sort', 'look', 'keys', 'key-adds'].map((name) => `bough.${name}`));
/** Stands while somebody leaves, and is the last to go: by then no other tab takes what it reads for theirs. */
const LEFT = 'bough.left';

/** Removes all that is remembered of a person, and says so to the other tabs. */
export function forgetKept(): void {
  keep(LEFT, '1');
  forgetNames();
  keep(LEFT, null);
}

/** Calls when somebody has left in another tab, and what this one wrote while it had not heard of it is gone too. */
export function onLeft(leave: () => void): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== LEFT || newValue !== null) return;
    // Whoever is here by now came after them.
    if (readKept('bough.person') === null) forgetNames();
    leave();
  });
}

function forgetNames(): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith('bough.') && name !== LEFT && !OF_THE_DEVICE.has(name)) localStorage.removeItem(name);
    }
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

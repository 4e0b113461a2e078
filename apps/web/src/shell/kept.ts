// What this device remembers of the page under a name. A browser that keeps nothing (a private window, a full disk) forgets it with the page.

/** What is kept under the name; null: nothing. */
export function readKept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps the text under the name; null: nothing any more. */
export function keep(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // It is as it was said until the page is closed.
  }
}

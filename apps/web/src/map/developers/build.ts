import { HEADERS } from '@bough/contracts';

// Which build a page is of: the page's document names the files that its screens begin with, and each has the hash of what is in it.

const FILES = /<meta name="bough-screens" content="([^"]*)"/;

/** A short name of the build; null: the page was not built. */
export function buildOf(html: string): string | null {
  const [, files] = FILES.exec(html) ?? [];
  if (files === undefined) return null;
  let hash = 0x811c9dc5;
  for (const letter of files) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** The build that is open here. */
export function ownBuild(): string | null {
  return buildOf(document.querySelector('meta[name="bough-screens"]')?.outerHTML ?? '');
}

/** What the server would give a new page now, and what it speaks. */
export interface ServerVersion {
  readonly build: string | null;
  readonly protocol: string | null;
}

/** Asks the server; null: it does not answer. */
export async function askVersion(): Promise<ServerVersion | null> {
  try {
    const response = await fetch('/', { cache: 'no-store' });
    return { build: buildOf(await response.text()), protocol: response.headers.get(HEADERS.protocol) };
  } catch {
    return null;
  }
}

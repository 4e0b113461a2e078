// .mm has dialects: what Freeplane, FreeMind and Coggle each understand of it.

export type Dialect = 'freeplane' | 'freemind' | 'coggle';

/** What each program looks for in the first line, and must find there: before it, nothing may stand. */
export const VERSIONS: Readonly<Record<Dialect, string>> = {
  freeplane: 'freeplane 1.7.0',
  freemind: '1.0.1',
  coggle: '0.9.0',
};

/** Freeplane's mark of a node that is not connected to the one above. */
export const FREE_NODE = '<hook NAME="FreeNode"/>';

const POINTS_PER_PIXEL = 0.75;

/** A distance of Freeplane's in pixels; 0 where there is none. */
export function pixelsOf(quantity: string | undefined): number {
  const found = /^\s*(-?\d+(?:\.\d+)?)\s*(px|pt)?\s*$/.exec(quantity ?? '');
  const value = Number(found?.[1] ?? 0);
  return found?.[2] === 'pt' ? value / POINTS_PER_PIXEL : value;
}

/** The name of the hook that shows an image beside a node. */
export const EXTERNAL = 'ExternalObject';

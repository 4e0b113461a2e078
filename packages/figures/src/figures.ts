import type { PathData } from '@bough/scene';
import type { FormulaFigure } from './formulas/formula-figure.ts';
import type { IconSet } from './icons/icon-set.ts';

/**
 * Icons and formulas as paths. What was never asked for is not there: it is fetched or made then, and whoever listens hears of it, so
 * that a map without any costs nothing. Formulas are made one at a time and the oldest are forgotten.
 */
export interface Figures {
  /** Lines in a square of 24; null: there is none, or not yet. */
  icon(name: string): PathData | null;
  /** null: it cannot be read, or not yet. */
  formula(source: string, isBlock: boolean): FormulaFigure | null;
  /** Calls when something that was asked for has come. Answers how to stop. */
  subscribe(listener: () => void): () => void;
  /** Resolves when nothing that was asked for is on its way any more; true: something has come since the last call. */
  settle(): Promise<boolean>;
}

const MOST_FORMULAS = 5_000;
const LONGEST = 2_000;

/** Figures of one page or of one export. */
export function createFigures(): Figures {
  const made = new Map<string, FormulaFigure | null>();
  const listeners = new Set<() => void>();
  let icons: IconSet | null = null;
  let hasNews = false;
  let work: Promise<void> | null = null;
  let wantsIcons = false;
  const wanted = new Map<string, { readonly source: string; readonly isBlock: boolean }>();

  const run = async (): Promise<void> => {
    if (wantsIcons && icons === null) {
      // The code that reads them comes with the first one too.
      icons = await import('./icons/icon-set.ts').then((code) => code.loadIcons()).catch(() => null);
      [wantsIcons, hasNews] = [false, hasNews || icons !== null];
    }
    if (wanted.size > 0) {
      const setter = await import('./formulas/set-formula.ts').catch(() => null);
      for (const [key, { source, isBlock }] of wanted) {
        if (setter !== null) {
          made.set(key, await setter.setFormula(source, isBlock));
          hasNews = true;
        }
        wanted.delete(key);
      }
      thin(made);
    }
  };
  const start = (): void => {
    work ??= run().finally(() => {
      work = null;
      if (hasNews) for (const listener of listeners) listener();
      if (wanted.size > 0 || (wantsIcons && icons === null)) start();
    });
  };
  return {
    icon(name) {
      if (icons !== null) return icons.path(name);
      wantsIcons = true;
      start();
      return null;
    },
    formula(source, isBlock) {
      if (source.length > LONGEST) return null;
      const key = `${isBlock ? '$$' : '$'}${source}`;
      const known = made.get(key);
      if (known !== undefined) return known;
      wanted.set(key, { source, isBlock });
      start();
      return null;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async settle() {
      while (work !== null) await work;
      const had = hasNews;
      hasNews = false;
      return had;
    },
  };
}

/** Of too many the oldest go. */
function thin(made: Map<string, unknown>): void {
  for (const key of made.keys()) {
    if (made.size <= MOST_FORMULAS) return;
    made.delete(key);
  }
}

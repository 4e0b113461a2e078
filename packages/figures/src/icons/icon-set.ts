import { isRecord } from '@bough/base';
import type { PathData } from '@bough/scene';
import { iconPath, type IconShape, iconTexts } from './icon-path.ts';

/** An icon as people look for it. */
export interface IconName {
  readonly name: string;
  /** All words by which it is found, its name first. */
  readonly words: string;
  /** Its lines as path data of SVG, in a square of 24. */
  readonly lines: readonly string[];
}

/** Icons by name: lines of the set's own width 2 in a square of 24. */
export interface IconSet {
  /** null: there is none of this name. */
  path(name: string): PathData | null;
  readonly names: readonly string[];
  lines(name: string): readonly string[];
}

let loading: Promise<IconSet> | null = null;

/** The set, fetched when the first icon is wanted; a failed attempt is made anew at the next call. */
export function loadIcons(): Promise<IconSet> {
  loading ??= import('lucide-static/icon-nodes.json', { with: { type: 'json' } }).then(
    ({ default: nodes }: { default: unknown }) => iconSet(nodes),
    (failure: unknown) => {
      loading = null;
      throw failure;
    },
  );
  return loading;
}

/** Every icon with the words by which it is found, by name. */
export async function loadIconNames(): Promise<readonly IconName[]> {
  const [set, { default: tags }] = await Promise.all([
    loadIcons(),
    import('lucide-static/tags.json', { with: { type: 'json' } }) as Promise<{ default: unknown }>,
  ]);
  const known = isRecord(tags) ? tags : {};
  return set.names.map((name) => {
    const more = known[name];
    const words = Array.isArray(more) ? more.filter((word) => typeof word === 'string') : [];
    return { name, words: [name.replaceAll('-', ' '), ...words].join(' '), lines: set.lines(name) };
  });
}

function iconSet(nodes: unknown): IconSet {
  const known = new Map(Object.entries(isRecord(nodes) ? nodes : {}));
  const made = new Map<string, PathData | null>();
  return {
    names: [...known.keys()].toSorted(),
    lines(name) {
      const shapes = known.get(name);
      return Array.isArray(shapes) && shapes.every(isShape) ? (iconTexts(shapes) ?? []) : [];
    },
    path(name) {
      const before = made.get(name);
      if (before !== undefined) return before;
      const shapes = known.get(name);
      const path = Array.isArray(shapes) && shapes.every(isShape) ? iconPath(shapes) : null;
      made.set(name, path);
      return path;
    },
  };
}

function isShape(value: unknown): value is IconShape {
  return Array.isArray(value) && typeof value[0] === 'string' && isRecord(value[1]);
}

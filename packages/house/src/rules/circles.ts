/** No circle of imports stands between the files of a part: who follows one file down never comes back to where he began. */

import { posix } from 'node:path';
import type { House } from '../sources/house.ts';
import type { Finding, Rule } from './rule.ts';

interface Edge {
  readonly to: string;
  readonly line: number;
}

/** Fails once for each circle. Imports of types count, and those that run later: a reader has to follow them as well. */
export const noCircles: Rule = {
  name: 'circles',
  find: (house) => {
    const edges = edgesOf(house);
    return tangles([...edges.keys()], (path) => (edges.get(path) ?? []).map((edge) => edge.to)).map((tangle) =>
      describe(shortestCircle(tangle, edges), edges),
    );
  },
};

function edgesOf(house: House): Map<string, readonly Edge[]> {
  const known = new Set(house.sources.map((source) => source.path));
  return new Map(
    house.sources.map(({ path, source }) => [
      path,
      source.imports.flatMap(({ specifier, line }) => {
        if (specifier === null || !specifier.startsWith('.')) return [];
        const to = posix.normalize(posix.join(posix.dirname(path), specifier));
        return known.has(to) ? [{ to, line }] : [];
      }),
    ]),
  );
}

/** The groups of files each of which reaches all the others of its group, by Tarjan's algorithm, without calls that nest as deep as imports do. */
function tangles(paths: readonly string[], next: (path: string) => readonly string[]): (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const found: string[][] = [];
  const enter = (path: string) => {
    order.set(path, order.size);
    lowest.set(path, order.size - 1);
    open.push(path);
    isOpen.add(path);
    return { path, left: [...next(path)] };
  };
  for (const start of paths) {
    if (order.has(start)) continue;
    const walk = [enter(start)];
    for (let top = walk.at(-1); top !== undefined; top = walk.at(-1)) {
      const to = top.left.pop();
      const low = lowest.get(top.path) ?? 0;
      if (to !== undefined) {
        if (!order.has(to)) walk.push(enter(to));
        else if (isOpen.has(to)) lowest.set(top.path, Math.min(low, order.get(to) ?? 0));
        continue;
      }
      walk.pop();
      const parent = walk.at(-1);
      if (parent !== undefined) lowest.set(parent.path, Math.min(lowest.get(parent.path) ?? 0, low));
      if (low !== order.get(top.path)) continue;
      const group = open.splice(open.indexOf(top.path));
      for (const path of group) isOpen.delete(path);
      if (group.length > 1 || next(top.path).includes(top.path)) found.push(group.toSorted());
    }
  }
  return found;
}

/** The fewest files of the group that make a circle, the first one by name in front. */
function shortestCircle(group: readonly string[], edges: ReadonlyMap<string, readonly Edge[]>): readonly string[] {
  const circles = group.flatMap((start) => {
    let ways = [[start]];
    for (const seen = new Set<string>(); ways.length > 0;) {
      const longer: string[][] = [];
      for (const way of ways) {
        for (const { to } of edges.get(way.at(-1) ?? start) ?? []) {
          if (to === start) return [way];
          if (seen.has(to) || !group.includes(to)) continue;
          seen.add(to);
          longer.push([...way, to]);
        }
      }
      ways = longer;
    }
    return [];
  });
  return circles.toSorted((a, b) => a.length - b.length)[0] ?? group;
}

function describe(circle: readonly string[], edges: ReadonlyMap<string, readonly Edge[]>): Finding {
  const [file = '', second = file] = circle;
  const line = edges.get(file)?.find((edge) => edge.to === second)?.line ?? 1;
  return {
    file,
    line,
    says: `imports in a circle: ${[...circle, file].map((path) => posix.basename(path)).join(' > ')}. Move what both need to a file of its own.`,
  };
}

/**
 * SPEC.md and the tests speak of the same rules. A rule is a line that begins `**MAP-7** `; a test keeps it when its name begins
 * `[MAP-7] ` (several rules: `[MAP-7] [MAP-8] `). Tests of one package may keep a rule of another: a contract suite does.
 */

import type { House } from '../sources/house.ts';
import { isTestFile } from '../sources/house.ts';
import type { Finding, Rule } from './rule.ts';

const RULE = /^\*\*([A-Z][A-Z0-9]*-\d+)\*\* /;
const NAME = /^((?:\[[A-Z][A-Z0-9]*-\d+\] ?)+)/;

interface Place {
  readonly file: string;
  readonly line: number;
}

/** Fails on a rule that no test names, on a test that names an unknown rule, and on a package without SPEC.md. */
export const specifications: Rule = {
  name: 'specifications',
  find: (house) => {
    const rules = rulesOf(house);
    const names = namesOf(house);
    return [...twice(rules), ...untested(rules, names), ...unknown(rules, names), ...unspecified(house)];
  },
};

function rulesOf(house: House): Map<string, Place[]> {
  const found = new Map<string, Place[]>();
  for (const { path, text } of house.files) {
    if (!path.endsWith('/SPEC.md')) continue;
    for (const [index, line] of text.split('\n').entries()) {
      const id = RULE.exec(line)?.[1];
      if (id !== undefined) add(found, id, { file: path, line: index + 1 });
    }
  }
  return found;
}

function namesOf(house: House): Map<string, Place[]> {
  const found = new Map<string, Place[]>();
  for (const { path, source } of house.sources) {
    if (!isTestFile(path)) continue;
    for (const { text, line } of source.literals) {
      for (const [, id] of (NAME.exec(text)?.[1] ?? '').matchAll(/\[([^\]]+)\]/g)) {
        if (id !== undefined) add(found, id, { file: path, line });
      }
    }
  }
  return found;
}

function add(places: Map<string, Place[]>, id: string, place: Place): void {
  const known = places.get(id);
  if (known === undefined) places.set(id, [place]);
  else known.push(place);
}

function twice(rules: ReadonlyMap<string, readonly Place[]>): Finding[] {
  return [...rules].flatMap(([id, places]) =>
    places.slice(1).map((place) => ({ ...place, says: `rule ${id} stands a second time.` })),
  );
}

function untested(rules: ReadonlyMap<string, readonly Place[]>, names: ReadonlyMap<string, unknown>): Finding[] {
  return [...rules].flatMap(([id, [place]]) =>
    place === undefined || names.has(id)
      ? []
      : [{ ...place, says: `rule ${id} has no test: none is named "[${id}] ...".` }],
  );
}

function unknown(rules: ReadonlyMap<string, unknown>, names: ReadonlyMap<string, readonly Place[]>): Finding[] {
  return [...names].flatMap(([id, places]) =>
    rules.has(id)
      ? []
      : places.slice(0, 1).map((place) => ({ ...place, says: `names rule ${id}, which no SPEC.md has.` })),
  );
}

function unspecified(house: House): Finding[] {
  return house.parts
    .filter(({ folder }) => folder.startsWith('packages/') && hasFile(house, `${folder}/src/index.ts`))
    .filter(({ folder }) => !hasFile(house, `${folder}/SPEC.md`))
    .map(({ folder, name }) => ({ file: `${folder}/SPEC.md`, line: 1, says: `${name} has no SPEC.md.` }));
}

function hasFile(house: House, path: string): boolean {
  return house.files.some((file) => file.path === path);
}

/** What each package.json may declare: the walls of the table, seen before any import is written. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, Rule } from '../rules/rule.ts';
import type { House, Part } from '../sources/house.ts';
import { HOUSE, nameOf, OUTSIDE } from './table.ts';

/** Fails on a declared part that the table does not allow, on a part without a floor, and on a wrong name or `runs`. */
export const floorsOfManifests: Rule = {
  name: 'floors of package.json',
  find: (house) => house.parts.flatMap((part) => objections(house, part).map((says) => at(house, part, says))),
};

function objections(house: House, part: Part): { says: string; about: string }[] {
  const { manifest, floor } = part;
  if (manifest === null) {
    return floor === null
      ? []
      : [{ says: `${part.folder} stands in the table of floors but has no package.json.`, about: '' }];
  }
  const found: { says: string; about: string }[] = [];
  const object = (about: string, says: string): number => found.push({ about, says });
  if (manifest.name !== part.name) object(manifest.name, `is named ${manifest.name}; its folder says ${part.name}.`);
  if (floor === null && part.folder !== HOUSE && !OUTSIDE.includes(part.folder)) {
    object(manifest.name, `${part.name} is missing in the table of floors.`);
  }
  if (floor !== null && manifest.runs !== floor.runs) {
    object('"runs"', `says that it runs ${manifest.runs ?? 'nowhere'}; the table of floors says ${floor.runs}.`);
  }
  if (floor !== null && !extendsPreset(house, part, floor.runs)) {
    object('', `${part.folder}/tsconfig.json must extend the preset tsconfig.${floor.runs}.json.`);
  }
  for (const name of manifest.dependencies.keys()) {
    const says = objectionTo(house, part, name, false);
    if (says !== null) object(`"${name}"`, says);
  }
  for (const name of manifest.devDependencies.keys()) {
    const says = objectionTo(house, part, name, true);
    if (says !== null) object(`"${name}"`, says);
  }
  return found;
}

function objectionTo(house: House, part: Part, name: string, forTests: boolean): string | null {
  if (!name.startsWith('@bough/')) return null;
  const target = house.parts.find((other) => other.name === name);
  if (target === undefined) return `declares ${name}, which is no part of the house.`;
  if (target.folder === HOUSE)
    return forTests ? null : `declares ${name} for running code: it belongs to devDependencies.`;
  if (part.folder === HOUSE) return `declares ${name}: the house itself imports no part.`;
  if (target.folder.startsWith('apps/')) return `declares the app ${name}: apps are never imported.`;
  if (target.floor === null) return `declares ${name}, which nobody imports.`;
  if (part.floor === null) return null;
  const allowed = forTests
    ? target.floor.floor < part.floor.floor
    : part.floor.mayImport.includes(nameOf(target.folder));
  return allowed ? null : `declares ${name}, which the table of floors does not give it.`;
}

function extendsPreset(house: House, part: Part, runs: string): boolean {
  const path = join(house.root, part.folder, 'tsconfig.json');
  return existsSync(path) && readFileSync(path, 'utf8').includes(`house/presets/tsconfig.${runs}.json"`);
}

function at(house: House, part: Part, { says, about }: { says: string; about: string }): Finding {
  const file = `${part.folder}/package.json`;
  const lines = house.files.find((each) => each.path === file)?.text.split('\n') ?? [];
  const line = about === '' ? -1 : lines.findIndex((each) => each.includes(about));
  return { file, line: Math.max(line, 0) + 1, says };
}

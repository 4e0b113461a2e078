/** Which imports the floors allow: judges every import of every source by the table, the manifests and the public entries. */

import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import type { Finding, Rule } from '../rules/rule.ts';
import { isTestFile, type House, type Part } from '../sources/house.ts';
import type { Import } from '../sources/source.ts';
import { FOLDERS, HOUSE, nameOf, OUTSIDE } from './table.ts';

/** Fails on imports that go up, sideways, round the public entries, into an app, or to something undeclared. */
export const floorsOfImports: Rule = {
  name: 'floors',
  find: (house) =>
    house.sources.flatMap(({ path, part, source }) =>
      part === null
        ? []
        : source.imports.flatMap((each) => judge({ house, path, part, forTests: isTestFile(path) }, each)),
    ),
};

interface Importer {
  readonly house: House;
  readonly path: string;
  readonly part: Part;
  readonly forTests: boolean;
}

function judge(importer: Importer, each: Import): Finding[] {
  const says = objection(importer, each);
  return says === null ? [] : [{ file: importer.path, line: each.line, says }];
}

function objection(importer: Importer, { specifier, typeOnly }: Import): string | null {
  const { part, path, forTests } = importer;
  if (specifier === null) {
    return part.floor === null || forTests ? null : 'computes what it imports, so nobody can see which wall it passes.';
  }
  if (specifier.startsWith('.')) return objectionToPath(importer, specifier);
  if (specifier.startsWith('/') || /^[a-z]+:\/\//.test(specifier)) {
    return `imports ${specifier}: imports name a package or a file of their own part.`;
  }
  if (specifier.startsWith('@bough/')) return objectionToPart(importer, specifier);
  if (isBuiltin(specifier) && !specifier.startsWith('@')) {
    const barred = part.floor !== null && part.floor.runs !== 'node' && !forTests;
    return barred ? `imports ${specifier}, but ${part.name} runs ${part.floor.runs}: take a port instead.` : null;
  }
  return objectionToPackage(part, specifier, forTests || typeOnly || path.startsWith(`${HOUSE}/`));
}

function objectionToPath(importer: Importer, specifier: string): string | null {
  const { house, path, part } = importer;
  const target = posix.normalize(posix.join(posix.dirname(path), specifier));
  if (target === part.folder || target.startsWith(`${part.folder}/`)) return objectionToFolder(importer, target);
  const owner = house.parts.find((other) => target.startsWith(`${other.folder}/`));
  return `reaches by path into ${owner?.folder ?? target}: import ${owner?.name ?? 'a package'} by its name and public entry.`;
}

function objectionToFolder({ path, part, forTests }: Importer, target: string): string | null {
  const folders = FOLDERS[part.folder];
  const from = folderOf(part, path);
  const to = folderOf(part, target);
  if (folders === undefined || from === null || to === null || from === to || forTests) return null;
  const allowed = folders[from];
  if (allowed === undefined) return `stands in src/${from}, which is missing in the table of folders.`;
  if (allowed.includes(to)) return null;
  return `imports src/${to}, a wall: the table of folders gives src/${from} ${listOf(allowed)} only.`;
}

/** The folder of `src` that the file stands in, as the table names it; null for what stands in `src` itself or beside it. */
function folderOf(part: Part, path: string): string | null {
  const [src, ...inside] = path.slice(part.folder.length + 1).split('/');
  if (src !== 'src' || inside.length < 2) return null;
  const named = Object.keys(FOLDERS[part.folder] ?? {});
  return named.find((folder) => inside.join('/').startsWith(`${folder}/`)) ?? inside[0] ?? null;
}

function objectionToPart(importer: Importer, specifier: string): string | null {
  const [, short = '', ...rest] = specifier.split('/');
  const name = `@bough/${short}`;
  const target = importer.house.parts.find((part) => part.name === name);
  if (target === undefined) return `imports ${name}, which is no part of the house.`;
  if (target === importer.part) return `imports its own part by name: use a relative path.`;
  return (
    objectionToFloor(importer, target) ??
    objectionToEntry(target, rest, importer.forTests) ??
    objectionToPackage(importer.part, specifier, importer.forTests)
  );
}

function objectionToFloor({ part, forTests }: Importer, target: Part): string | null {
  if (target.folder === HOUSE) {
    return forTests || part.floor === null ? null : `imports ${target.name}, which only tests and tool configs may.`;
  }
  if (target.folder.startsWith('apps/')) {
    return `imports the app ${target.name}: an app is reached through its public door (HTTP) only.`;
  }
  if (OUTSIDE.includes(target.folder)) return `imports ${target.name}, which stands outside: nobody imports it.`;
  if (target.floor === null) return `imports ${target.name}, which is missing in the table of floors.`;
  if (part.folder === HOUSE) return `imports ${target.name}: the house itself imports no part.`;
  if (part.floor === null) return null;
  const [from, to] = [part.floor.floor, target.floor.floor];
  if (to > from) return `imports ${target.name} upward, from floor ${from} to floor ${to}: an arrow points down only.`;
  if (to === from) return `imports ${target.name} sideways, both stand on floor ${from}: an arrow points down only.`;
  if (forTests || part.floor.mayImport.includes(nameOf(target.folder))) return null;
  return `imports ${target.name}, a wall: the table of floors gives ${part.name} ${listOf(part.floor.mayImport)} only.`;
}

function objectionToEntry(target: Part, rest: readonly string[], forTests: boolean): string | null {
  const entry = rest.length === 0 ? '.' : `./${rest.join('/')}`;
  if (target.manifest?.entries.includes(entry) !== true) {
    return `imports ${target.name}/${rest.join('/')}, a file behind the public entries ${listOf(target.manifest?.entries ?? [])}.`;
  }
  return entry === './testing' && !forTests ? `imports ${target.name}/testing, which only tests may.` : null;
}

function objectionToPackage(part: Part, specifier: string, devIsEnough: boolean): string | null {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  if (part.manifest?.dependencies.has(name) === true) return null;
  // Its scripts are run by the program of that name, which brings its modules; what is declared is their types.
  if (name === 'k6' && devIsEnough && part.manifest?.devDependencies.has('@types/k6') === true) return null;
  if (part.manifest?.devDependencies.has(name) === true) {
    return devIsEnough
      ? null
      : `imports ${name}, declared for tests only: move it to dependencies of ${part.folder}/package.json.`;
  }
  return `imports ${name}, undeclared: ${part.folder}/package.json does not list it.`;
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.join(', ');
}

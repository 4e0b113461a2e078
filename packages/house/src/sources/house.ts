/** The house as its rules see it: every part with its manifest, every file with its text; nothing under node_modules is read. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FLOORS, nameOf, OUTSIDE, type Floor } from '../floors/table.ts';
import { parseSource, type Source } from './source.ts';

/** What the rules read of a package.json. */
export interface Manifest {
  readonly name: string;
  readonly dependencies: ReadonlyMap<string, string>;
  readonly devDependencies: ReadonlyMap<string, string>;
  /** The public entries, as written: `.`, `./testing`. */
  readonly entries: readonly string[];
  readonly runs: string | null;
}

/** A folder with code of its own: a package, an app, or one of the parts outside the floors. */
export interface Part {
  readonly folder: string;
  readonly name: string;
  /** Null where the folder has no package.json. */
  readonly manifest: Manifest | null;
  /** Null for the house itself and for the parts outside the floors. */
  readonly floor: Floor | null;
}

/** One tracked text file, by its path from the root with forward slashes. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
  readonly part: Part | null;
}

/** Everything the rules look at. */
export interface House {
  readonly root: string;
  readonly parts: readonly Part[];
  readonly files: readonly TextFile[];
  /** The parsed TypeScript and JavaScript files. */
  readonly sources: readonly (TextFile & { readonly source: Source })[];
}

const UNREAD = new Set(['node_modules', '.git', 'dist', 'data', 'coverage', 'test-results', 'playwright-report']);
const TEXT =
  /(\.(ts|tsx|mts|js|mjs|cjs|json|md|ya?ml|css|html|svg|sh|toml)|\/(Dockerfile[^/]*|run|\.npmrc|\.gitignore))$/;
const SOURCE = /\.(ts|tsx|mts|js|mjs|cjs)$/;

/** Reads the house that stands at `root`. */
export function readHouse(root: string): House {
  const parts = readParts(root);
  const files = listFiles(root, '').map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
    part: parts.find((part) => path.startsWith(`${part.folder}/`)) ?? null,
  }));
  const sources = files.filter((file) => SOURCE.test(file.path)).map(withSource);
  return { root, parts, files, sources };
}

/** Whether a file is only there for tests and tools: tests, their support, tool configs, and scripts that people run by hand. */
export function isTestFile(path: string): boolean {
  return /\.test\.tsx?$|\/src\/testing\/|\.config\.m?ts$|\/scripts\/|^(e2e|load|infra)\//.test(path);
}

/** Parses when first asked: not every rule looks at every source. */
function withSource(file: TextFile): House['sources'][number] {
  let source: Source | null = null;
  return {
    ...file,
    get source() {
      source ??= parseSource(file.path, file.text);
      return source;
    },
  };
}

function readParts(root: string): Part[] {
  const grouped = ['packages', 'apps'].flatMap((group) => foldersIn(root, group));
  return [...grouped, ...OUTSIDE.filter((folder) => existsSync(join(root, folder)))].map((folder) => ({
    folder,
    name: `@bough/${nameOf(folder)}`,
    manifest: readManifest(join(root, folder, 'package.json')),
    floor: FLOORS.find((floor) => floor.folder === folder) ?? null,
  }));
}

function foldersIn(root: string, group: string): string[] {
  if (!existsSync(join(root, group))) return [];
  return readdirSync(join(root, group), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${group}/${entry.name}`);
}

function readManifest(path: string): Manifest | null {
  if (!existsSync(path)) return null;
  const json = asRecord(JSON.parse(readFileSync(path, 'utf8')));
  const runs = asRecord(json['bough'])['runs'];
  return {
    name: typeof json['name'] === 'string' ? json['name'] : '',
    dependencies: asVersions(json['dependencies']),
    devDependencies: asVersions(json['devDependencies']),
    entries: Object.keys(asRecord(json['exports'])),
    runs: typeof runs === 'string' ? runs : null,
  };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function asVersions(value: unknown): Map<string, string> {
  return new Map(Object.entries(asRecord(value)).map(([name, version]) => [name, String(version)]));
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return UNREAD.has(entry.name) ? [] : listFiles(root, path);
      return entry.isFile() && TEXT.test(`/${path}`) ? [path] : [];
    });
}

import { beforeAll, describe, expect, test } from 'vitest';
import { formatFinding, type Finding } from '../rules/rule.ts';
import { scratchCopy, scratchHouse } from '../scratch/scratch-house.ts';
import { readHouse } from '../sources/house.ts';
import { floorsDescribed } from './described.ts';
import { floorsOfImports } from './imports.ts';
import { floorsOfManifests } from './manifests.ts';
import { FLOORS, FOLDERS, nameOf } from './table.ts';

/** What is said of one package.json that somebody changed in a copy of what this project's parts declare. */
function judgeManifest(path: string, change: (text: string) => string): string[] {
  using scratch = scratchCopy((name) => name === 'package.json' || name.startsWith('tsconfig'));
  const before = readHouse(scratch.root).files.find((file) => file.path === path);
  scratch.write(path, change(before?.text ?? ''));
  const findings = floorsOfManifests.find(readHouse(scratch.root));
  return findings.filter((finding) => finding.file === path).map(formatFinding);
}

describe('the table of floors', () => {
  test('[HOUSE-1] every arrow of the table points down', () => {
    const floorOf = new Map(FLOORS.map((part) => [nameOf(part.folder), part.floor]));
    for (const part of FLOORS) {
      for (const target of part.mayImport)
        expect(floorOf.get(target), `${part.folder} -> ${target}`).toBeLessThan(part.floor);
    }
  });
});

describe('the table of folders', () => {
  test.each(Object.entries(FOLDERS))('[HOUSE-69] no two folders of %s know each other', (_part, folders) => {
    const below = (folder: string, known = new Set<string>()): ReadonlySet<string> => {
      // Each once: the ways through an order double with every folder.
      for (const other of folders[folder] ?? []) if (!known.has(other)) below(other, known.add(other));
      return known;
    };
    for (const folder of Object.keys(folders)) expect(below(folder)).not.toContain(folder);
    expect(Object.keys(folders)).toEqual(expect.arrayContaining(Object.values(folders).flat()));
  });
});

const badImports: readonly { title: string; path: string; text: string; says: string | null }[] = [
  {
    title: '[HOUSE-2] upward',
    path: 'packages/base/src/upward.ts',
    text: "\nimport { apply } from '@bough/map';\nexport const x = apply;\n",
    says: '2: imports @bough/map upward, from floor 0 to floor 1: an arrow points down only.',
  },
  {
    title: '[HOUSE-2] upward, though only for a type',
    path: 'packages/map/src/upward-though-only-for-a-type.ts',
    text: "export type X = import('@bough/sync').Frame;\n",
    says: '1: imports @bough/sync upward, from floor 1 to floor 3: an arrow points down only.',
  },
  {
    title: '[HOUSE-2] sideways',
    path: 'packages/map/src/sideways.ts',
    text: "export { x } from '@bough/scene';\n",
    says: '1: imports @bough/scene sideways, both stand on floor 1: an arrow points down only.',
  },
  {
    title: '[HOUSE-2] through a wall, though downward',
    path: 'packages/paint-svg/src/through-a-wall-though-downward.ts',
    text: "import '@bough/map';\n",
    says: '1: imports @bough/map, a wall: the table of floors gives @bough/paint-svg scene only.',
  },
  {
    title: '[HOUSE-2] undeclared',
    path: 'apps/gateway/src/undeclared.ts',
    text: "const x = await import('left-pad');\n",
    says: '1: imports left-pad, undeclared: apps/gateway/package.json does not list it.',
  },
  {
    title: '[HOUSE-2] declared for tests, used by running code',
    path: 'apps/mailer/src/declared-for-tests-used-by-running-code.ts',
    text: "import { SMTPServer } from 'smtp-server';\n",
    says: '1: imports smtp-server, declared for tests only: move it to dependencies of apps/mailer/package.json.',
  },
  {
    title: '[HOUSE-2] from an app into an app',
    path: 'apps/gateway/src/from-an-app-into-an-app.ts',
    text: "import { open } from '@bough/docstore';\n",
    says: '1: imports the app @bough/docstore: an app is reached through its public door (HTTP) only.',
  },
  {
    title: '[HOUSE-2] from the end-to-end tests into an app',
    path: 'e2e/from-the-end-to-end-tests-into-an-app.ts',
    text: "import { open } from '@bough/docstore';\n",
    says: '1: imports the app @bough/docstore: an app is reached through its public door (HTTP) only.',
  },
  {
    title: '[HOUSE-3] deep, behind the public entries',
    path: 'packages/map/src/deep-behind-the-public-entries.ts',
    text: "import { ok } from '@bough/base/src/result.ts';\n",
    says: '1: imports @bough/base/src/result.ts, a file behind the public entries ., ./testing.',
  },
  {
    title: '[HOUSE-3] deep, by path',
    path: 'packages/map/src/deep-by-path.ts',
    text: "import { ok } from '../../base/src/result.ts';\n",
    says: '1: reaches by path into packages/base: import @bough/base by its name and public entry.',
  },
  {
    title: '[HOUSE-3] a testing entry in running code',
    path: 'packages/map/src/a-testing-entry-in-running-code.ts',
    text: "import { seededRandom } from '@bough/base/testing';\n",
    says: '1: imports @bough/base/testing, which only tests may.',
  },
  {
    title: '[HOUSE-4] a built-in module where code runs anywhere',
    path: 'packages/map/src/a-built-in-module-where-code-runs-anywhere.ts',
    text: "import { readFileSync } from 'fs';\n",
    says: '1: imports fs, but @bough/map runs anywhere: take a port instead.',
  },
  {
    title: '[HOUSE-2] an import that nobody can read',
    path: 'apps/gateway/src/an-import-that-nobody-can-read.ts',
    text: 'export const load = (name: string) => import(name);\n',
    says: '1: computes what it imports, so nobody can see which wall it passes.',
  },
  {
    title: '[HOUSE-69] from a core into its view',
    path: 'packages/editor/src/core/deeper/from-a-core-into-its-view.ts',
    text: "import { Editor } from '../../view/editor.ts';\nexport const x = Editor;\n",
    says: '1: imports src/view, a wall: the table of folders gives src/core commands, clipboard only.',
  },
  {
    title: '[HOUSE-69] from a folder that nobody ruled',
    path: 'packages/editor/src/attic/from-a-folder-that-nobody-ruled.ts',
    text: "import '../core/next.ts';\n",
    says: '1: stands in src/attic, which is missing in the table of folders.',
  },
  {
    title: '[HOUSE-69] from what all rely on into a feature',
    path: 'apps/gateway/src/http/from-what-all-rely-on-into-a-feature.ts',
    text: "export type { Rooms } from '../features/rooms/rooms.ts';\n",
    says: '1: imports src/features/rooms, a wall: the table of folders gives src/http secrets, metadata, bus, limits, access, people only.',
  },
  {
    title: '[HOUSE-69] from a feature into an earlier one',
    path: 'apps/gateway/src/features/rooms/from-a-feature-into-an-earlier-one.ts',
    text: "import '../sessions/feature.ts';\nimport '../../http/app.ts';\nimport '../../failure.ts';\n",
    says: null,
  },
  {
    title: '[HOUSE-69] a feature that nobody ruled',
    path: 'apps/gateway/src/features/attic/a-feature-that-nobody-ruled.ts',
    text: "import '../rooms/feature.ts';\n",
    says: '1: stands in src/features, which is missing in the table of folders.',
  },
  {
    title: '[HOUSE-69] a test of the core may use all',
    path: 'packages/editor/src/core/may-use-all.test.ts',
    text: "import '../view/editor.ts';\n",
    says: null,
  },
  {
    title: '[HOUSE-2] good imports are left alone',
    path: 'packages/map/src/good-imports-are-left-alone.ts',
    text: "import { ok } from '@bough/base';\nimport './index.ts';\n",
    says: null,
  },
  {
    title: '[HOUSE-2] good imports are left alone',
    path: 'packages/map/src/good-imports-are-left-alone.test.ts',
    text: "import { seededRandom } from '@bough/base/testing';\n",
    says: null,
  },
];

describe('a deliberately bad import in a scratch copy', () => {
  let findings: readonly Finding[] = [];
  beforeAll(() => {
    using scratch = scratchCopy();
    for (const { path, text } of badImports) scratch.write(path, text);
    findings = floorsOfImports.find(readHouse(scratch.root));
  });

  test.each(badImports)('$title', ({ path, says }) => {
    const found = findings.filter((finding) => finding.file === path).map(formatFinding);
    expect(found).toEqual(says === null ? [] : [`${path}:${says}`]);
  });
});

describe('a deliberately bad package.json in a scratch copy', () => {
  test('[HOUSE-5] an upward dependency, declared', () => {
    const bad = (text: string): string =>
      text.replace('"@bough/base": "workspace:*"', '"@bough/base": "workspace:*",\n    "@bough/sync": "workspace:*"');
    expect(judgeManifest('packages/map/package.json', bad)).toEqual([
      expect.stringMatching(
        /^packages\/map\/package.json:\d+: declares @bough\/sync, which the table of floors does not give it.$/,
      ),
    ]);
  });

  test('[HOUSE-5] a part that the table does not know, and one that says it runs elsewhere', () => {
    using scratch = scratchHouse({
      'packages/attic/package.json': '{ "name": "@bough/attic" }',
      'packages/map/package.json': '{ "name": "@bough/map", "bough": { "runs": "node" } }',
      'packages/map/tsconfig.json': '{ "extends": "../house/presets/tsconfig.anywhere.json" }',
    });
    expect(floorsOfManifests.find(readHouse(scratch.root)).map(formatFinding)).toEqual([
      'packages/attic/package.json:1: @bough/attic is missing in the table of floors.',
      'packages/map/package.json:1: says that it runs node; the table of floors says anywhere.',
    ]);
  });

  test('[HOUSE-5] a package compiled with more than it may touch', () => {
    using scratch = scratchHouse({
      'packages/map/package.json': '{ "name": "@bough/map", "bough": { "runs": "anywhere" } }',
      'packages/map/tsconfig.json': '{ "extends": "../house/presets/tsconfig.node.json" }',
    });
    expect(floorsOfManifests.find(readHouse(scratch.root)).map(formatFinding)).toEqual([
      'packages/map/package.json:1: packages/map/tsconfig.json must extend the preset tsconfig.anywhere.json.',
    ]);
  });
});

describe('the map of the house in ARCHITECTURE.md', () => {
  test('[HOUSE-21] a part that is missing, on another floor, or invented', () => {
    using scratch = scratchHouse({
      'packages/base/src/a.ts': '',
      'packages/map/src/a.ts': '',
      'packages/scene/src/a.ts': '',
      'ARCHITECTURE.md': [
        '| floor | package | runs | |',
        '| 1 | packages/base | anywhere | x |',
        '| 1 | packages/scene | anywhere | x |',
        '| 4 | apps/attic | node | x |',
      ].join('\n'),
    });
    expect(floorsDescribed.find(readHouse(scratch.root)).map(formatFinding)).toEqual([
      'ARCHITECTURE.md:4: apps/attic is not in the table of floors.',
      'ARCHITECTURE.md:2: packages/base stands on floor 0 and runs anywhere.',
      'ARCHITECTURE.md:1: packages/map is missing in the map of the house.',
    ]);
  });
});

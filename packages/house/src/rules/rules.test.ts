import { describe, expect, test } from 'vitest';
import { scratchHouse } from '../scratch/scratch-house.ts';
import { readHouse } from '../sources/house.ts';
import { noCircles } from './circles.ts';
import { installScripts, oneCatalog, reasonedDependencies } from './dependencies.ts';
import { failureCodes } from './failure-codes.ts';
import { formatFinding, type Rule } from './rule.ts';
import { sizes } from './sizes.ts';
import { everyTestRuns, namedExports, noHiddenClock, parsedIsUnknown, quietPackages } from './source-shapes.ts';
import { specifications } from './specifications.ts';
import { thisMachine, tracesOf } from './traces.ts';

function judge(rule: Rule, files: Readonly<Record<string, string>>): string[] {
  using scratch = scratchHouse(files);
  return rule.find(readHouse(scratch.root)).map(formatFinding);
}

describe('specifications and tests', () => {
  const spec = 'The map.\n\n**MAP-1** A map is a tree.\n**MAP-2** It has no cycle.\n';
  const tests = "test('[MAP-1] a tree', () => {});\ntest(`[MAP-2] no cycle of ${n}`, () => {});\n";

  test('[HOUSE-6] agree', () => {
    expect(judge(specifications, { 'packages/map/SPEC.md': spec, 'packages/map/src/a.test.ts': tests })).toEqual([]);
  });

  test('[HOUSE-6] one test keeps two rules, in the contract suite of another package', () => {
    const suite = "test('[MAP-1] [MAP-2] both', () => {});\n";
    expect(judge(specifications, { 'packages/map/SPEC.md': spec, 'packages/text/src/testing/a.ts': suite })).toEqual(
      [],
    );
  });

  test('[HOUSE-6] a rule without a test', () => {
    const files = { 'packages/map/SPEC.md': `${spec}**MAP-3** It is small.\n`, 'packages/map/src/a.test.ts': tests };
    expect(judge(specifications, files)).toEqual([
      'packages/map/SPEC.md:5: rule MAP-3 has no test: none is named "[MAP-3] ...".',
    ]);
  });

  test('[HOUSE-6] a test with an unknown rule', () => {
    const files = { 'packages/map/SPEC.md': spec, 'packages/map/src/a.test.ts': `${tests}test('[MAP-9] x', f);\n` };
    expect(judge(specifications, files)).toEqual([
      'packages/map/src/a.test.ts:3: names rule MAP-9, which no SPEC.md has.',
    ]);
  });

  test('[HOUSE-6] a rule that stands twice, and a package without rules', () => {
    const files = {
      'packages/map/SPEC.md': `${spec}**MAP-1** Again.\n`,
      'packages/map/src/a.test.ts': tests,
      'packages/text/src/index.ts': '',
    };
    expect(judge(specifications, files)).toEqual([
      'packages/map/SPEC.md:5: rule MAP-1 stands a second time.',
      'packages/text/SPEC.md:1: @bough/text has no SPEC.md.',
    ]);
  });
});

describe('failure codes', () => {
  const source = "fail({ code: 'blobs/refused' });\nfail({ code: 'blobs/gone' });\n";

  test('[HOUSE-7] neither documented nor raised', () => {
    const files = {
      'packages/blobs/src/a.ts': source,
      'packages/blobs/SPEC.md': 'Failures: `blobs/gone`.',
      'packages/blobs/src/a.test.ts': "expect(error.code).toBe('blobs/refused');",
    };
    expect(judge(failureCodes, files)).toEqual([
      'packages/blobs/src/a.ts:1: the code blobs/refused is not documented in packages/blobs/SPEC.md.',
      'packages/blobs/src/a.ts:2: no test raises the code blobs/gone.',
    ]);
  });

  test('[HOUSE-7] documented and raised', () => {
    const files = {
      'packages/blobs/src/a.ts': source,
      'packages/blobs/SPEC.md': '`blobs/gone` and `blobs/refused`.',
      'packages/blobs/src/a.test.ts': "['blobs/refused', 'blobs/gone'];",
    };
    expect(judge(failureCodes, files)).toEqual([]);
  });
});

describe('shapes of sources', () => {
  test('[HOUSE-8] a file of more than 400 lines', () => {
    expect(judge(sizes, { 'apps/web/src/a.css': '\n'.repeat(400), 'apps/web/src/b.css': '\n'.repeat(401) })).toEqual([
      'apps/web/src/b.css:401: 401 lines, of 400 at most: lift a concept out.',
    ]);
  });

  test('[HOUSE-68] files that import each other, for a type and later too', () => {
    const files = {
      'packages/map/src/a.ts': "\nimport { b } from './in/b.ts';\n",
      'packages/map/src/in/b.ts': "import type { C } from '../c.ts';\nimport '@bough/base';\n",
      'packages/map/src/c.ts': "export const later = () => import('./a.ts');\nimport './d.ts';\n",
      'packages/map/src/d.ts': "import './e.ts';\nimport './f.ts';\n",
      'packages/map/src/e.ts': "export { f } from './f.ts';\n",
      'packages/map/src/f.ts': '',
      'packages/text/src/self.ts': "import './self.ts';\n",
    };
    const mend = 'Move what both need to a file of its own.';
    expect(judge(noCircles, files)).toEqual([
      `packages/map/src/a.ts:2: imports in a circle: a.ts > b.ts > c.ts > a.ts. ${mend}`,
      `packages/text/src/self.ts:1: imports in a circle: self.ts > self.ts. ${mend}`,
    ]);
  });

  test('[HOUSE-68] of two circles through one file the shorter one is named', () => {
    const files = {
      'packages/map/src/a.ts': "import './b.ts';\n",
      'packages/map/src/b.ts': "import './c.ts';\n",
      'packages/map/src/c.ts': "import './a.ts';\nimport './d.ts';\n",
      'packages/map/src/d.ts': "import './c.ts';\n",
    };
    expect(judge(noCircles, files)).toEqual([expect.stringContaining('c.ts > d.ts > c.ts')]);
  });

  test('[HOUSE-9] export *', () => {
    expect(
      judge(namedExports, { 'packages/map/src/a.ts': "export * as x from './x.ts';\nexport * from './y.ts';\n" }),
    ).toEqual(['packages/map/src/a.ts:2: export * hides what is public: name each export.']);
  });

  test('[HOUSE-4] a hidden clock where code runs anywhere', () => {
    const text = 'const a = new Date();\nconst b = Date();\nconst c = new Date(0);\n';
    const files = { 'packages/map/src/a.ts': text, 'apps/gateway/src/a.ts': text };
    expect(judge(noHiddenClock, files)).toEqual([
      'packages/map/src/a.ts:1: new Date() reads the clock: take the port Clock of @bough/base.',
      'packages/map/src/a.ts:2: Date() reads the clock: take the port Clock of @bough/base.',
    ]);
  });

  test('[HOUSE-10] tests that do not run', () => {
    const text = "test.only('a', f);\ndescribe.each([1]).skip('b', f);\nit.todo('c');\nlist.only('d');\n";
    const says = 'every test runs; one that needs a server says so by describeWith of @bough/house/servers.';
    expect(judge(everyTestRuns, { 'packages/map/src/a.test.ts': text })).toEqual([
      `packages/map/src/a.test.ts:1: .only: ${says}`,
      `packages/map/src/a.test.ts:2: .skip: ${says}`,
      `packages/map/src/a.test.ts:3: .todo: ${says}`,
    ]);
  });

  test('[HOUSE-20] parsed and trusted', () => {
    const text =
      'const a = JSON.parse(t) as A;\nconst b = JSON.parse(t) as unknown;\nconst c = (await r.json()) as C;\n';
    const says = 'trusts what it parsed: take it as unknown and let a parser look at it.';
    expect(judge(parsedIsUnknown, { 'apps/web/src/a.ts': text, 'apps/web/src/a.test.ts': text })).toEqual([
      `apps/web/src/a.ts:1: ${says}`,
      `apps/web/src/a.ts:3: ${says}`,
    ]);
  });

  test('[HOUSE-9] a library that prints', () => {
    const files = { 'packages/map/src/a.ts': 'console.log(1);\n', 'packages/map/src/a.test.ts': 'console.log(1);\n' };
    expect(judge(quietPackages, files)).toEqual(['packages/map/src/a.ts:1: prints: a library answers instead.']);
  });
});

describe('dependencies', () => {
  const manifest =
    '{\n  "dependencies": {\n    "ws": "^8.0.0",\n    "jose": "catalog:",\n    "@bough/map": "^1.0.0"\n  }\n}';

  test('[HOUSE-11] a version outside the catalog', () => {
    expect(judge(oneCatalog, { 'apps/gateway/package.json': manifest })).toEqual([
      'apps/gateway/package.json:3: ws is "^8.0.0": write "catalog:".',
      'apps/gateway/package.json:5: @bough/map is "^1.0.0": write "workspace:*".',
    ]);
  });

  test('[HOUSE-12] a dependency that ships without a reason', () => {
    const files = {
      'apps/gateway/package.json': manifest,
      'ARCHITECTURE.md': '- `jose`: tokens, standards in full.\n',
    };
    expect(judge(reasonedDependencies, files)).toEqual([
      'apps/gateway/package.json:3: ws ships, but ARCHITECTURE.md does not name it with a reason.',
    ]);
  });

  test('[HOUSE-13] install scripts, unless refused', () => {
    expect(judge(installScripts, { 'pnpm-workspace.yaml': 'packages:\n' })).toEqual([
      'pnpm-workspace.yaml:1: says nothing of install scripts: write "strictDepBuilds: true".',
    ]);
    expect(
      judge(installScripts, { 'pnpm-workspace.yaml': 'strictDepBuilds: true\ndangerouslyAllowAllBuilds: true\n' }),
    ).toEqual(['pnpm-workspace.yaml:2: allows every install script: name them under allowBuilds.']);
    expect(
      judge(installScripts, { 'pnpm-workspace.yaml': 'strictDepBuilds: true\nallowBuilds:\n  x: true\n' }),
    ).toEqual([]);
  });
});

describe('traces of a machine', () => {
  // Joined from parts: no file of the project names a registry, this one neither.
  const publicHost = ['proxy', 'golang', 'org'].join('.');
  const npmrc = 'registry=https://somebody:secret@packages.example.test:8443/npm/\n';
  const machine = thisMachine('/srv/checkout/', '/home/somebody', { GOPROXY: `https://${publicHost},direct` }, npmrc);

  test('[HOUSE-14] its folders and registries are known, public registries are none of them', () => {
    expect(machine).toEqual({
      folders: ['/srv/checkout', '/home/somebody'],
      hosts: [publicHost, 'packages.example.test'],
    });
    const files = { 'README.md': `Go modules come from ${publicHost}.` };
    expect(judge(tracesOf(machine), files)).toEqual([]);
  });

  test('[HOUSE-14] a folder, a registry, a tarball', () => {
    const files = {
      'README.md': 'Run it\nin /home/somebody/bough.',
      'infra/Dockerfile': 'RUN npm config set registry https://packages.example.test/npm',
      'pnpm-lock.yaml': 'a:\n  resolution: {tarball: https://example.test/a.tgz}\n',
    };
    expect(judge(tracesOf(machine), files)).toEqual([
      'README.md:2: names a folder of this machine: /home/somebody',
      'infra/Dockerfile:1: names a registry of this machine: packages.example.test',
      'pnpm-lock.yaml:2: names a package by address, not by version: tarball:',
    ]);
  });
});

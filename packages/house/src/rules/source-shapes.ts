/** What the linter of this version cannot say about sources. */

import type { VisitorObject } from 'oxc-parser';
import { isTestFile, type House } from '../sources/house.ts';
import { walk } from '../sources/source.ts';
import type { Finding, Rule } from './rule.ts';

type Report = (offset: number, says: string) => void;
type Scanned = House['sources'][number];

function ruleOver(name: string, visitors: (file: Scanned, report: Report) => VisitorObject | null): Rule {
  return {
    name,
    find: (house) => {
      const found: Finding[] = [];
      for (const file of house.sources) {
        const report: Report = (offset, says) =>
          void found.push({ file: file.path, line: file.source.lineAt(offset), says });
        const each = visitors(file, report);
        if (each !== null) walk(file.source.program, each);
      }
      return found;
    },
  };
}

/** Fails on `export *`: an index is a table of contents. */
export const namedExports = ruleOver('named exports', (_file, report) => ({
  ExportAllDeclaration: (node) => {
    if (node.exported === null) report(node.start, 'export * hides what is public: name each export.');
  },
}));

/** Fails on `new Date()` and `Date()` where code runs anywhere: they read the clock. */
export const noHiddenClock = ruleOver('no hidden clock', ({ part }, report) => {
  if (part?.floor?.runs !== 'anywhere') return null;
  const says = 'reads the clock: take the port Clock of @bough/base.';
  return {
    NewExpression: (node) => {
      if (isNamed(node.callee, 'Date') && node.arguments.length === 0) report(node.start, `new Date() ${says}`);
    },
    CallExpression: (node) => {
      if (isNamed(node.callee, 'Date')) report(node.start, `Date() ${says}`);
    },
  };
});

const TESTERS = new Set(['test', 'it', 'describe', 'suite', 'bench']);
const SILENT = new Set(['only', 'skip', 'todo', 'skipIf', 'runIf', 'fixme', 'fails', 'fail']);

/** Fails on tests that do not run, or that make others not run. A suite that needs a server says so by `describeWith`. */
export const everyTestRuns = ruleOver('every test runs', ({ path }, report) => {
  if (path.startsWith('packages/house/src/servers/')) return null;
  return {
    MemberExpression: (node) => {
      if (node.computed || node.property.type !== 'Identifier' || !SILENT.has(node.property.name)) return;
      if (!TESTERS.has(rootName(node.object))) return;
      const says = 'every test runs; one that needs a server says so by describeWith of @bough/house/servers.';
      report(node.start, `.${node.property.name}: ${says}`);
    },
  };
});

/** Fails on a console in a package: libraries answer, they do not print. */
export const quietPackages = ruleOver('quiet packages', ({ path, part }, report) => {
  if (part?.floor === null || part?.folder.startsWith('packages/') !== true || isTestFile(path)) return null;
  return {
    MemberExpression: (node) => {
      if (isNamed(node.object, 'console')) report(node.start, 'prints: a library answers instead.');
    },
  };
});

/** Fails on `JSON.parse(text) as T` in running code: what comes from outside is unknown until a parser has looked. */
export const parsedIsUnknown = ruleOver('what was parsed is unknown', ({ path, part }, report) => {
  if (part?.floor === null || isTestFile(path)) return null;
  return {
    TSAsExpression: (node) => {
      if (isUnknown(node.typeAnnotation) || !isJsonParse(node.expression)) return;
      report(node.start, 'trusts what it parsed: take it as unknown and let a parser look at it.');
    },
  };
});

function isUnknown(node: Named): boolean {
  return node.type === 'TSUnknownKeyword';
}

function isJsonParse(node: Called): boolean {
  if (node.type === 'AwaitExpression' && node.argument) return isJsonParse(node.argument);
  const callee = node.type === 'CallExpression' ? node.callee : undefined;
  const method = callee?.property?.name;
  return method === 'json' || (method === 'parse' && callee?.object?.name === 'JSON');
}

interface Called extends Named {
  readonly argument?: Called | null;
  readonly callee?: Called;
  readonly object?: Called;
  readonly property?: Named;
}

interface Named {
  readonly type: string;
  readonly name?: unknown;
}

function isNamed(node: Named, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

interface Rooted extends Named {
  readonly object?: Rooted;
  readonly callee?: Rooted;
}

function rootName(node: Rooted): string {
  const inner = node.object ?? node.callee;
  if (inner !== undefined) return rootName(inner);
  return typeof node.name === 'string' ? node.name : '';
}

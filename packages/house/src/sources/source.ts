/** One source file, parsed: what it imports, what it writes as text, and its tree for the rules that need more. */

import { parseSync, Visitor, type Program, type VisitorObject } from 'oxc-parser';

/** One import, export-from, dynamic import or import type. */
export interface Import {
  /** Null when a dynamic import computes what it loads. */
  readonly specifier: string | null;
  readonly line: number;
  readonly typeOnly: boolean;
}

/** A string or the beginning of a template, as the program sees it. */
export interface Literal {
  readonly text: string;
  readonly line: number;
}

/** A parsed file. */
export interface Source {
  readonly imports: readonly Import[];
  readonly literals: readonly Literal[];
  readonly program: Program;
  readonly lineAt: (offset: number) => number;
}

/** Parses a TypeScript or JavaScript file; throws, with the place, what cannot be parsed. */
export function parseSource(path: string, text: string): Source {
  const parsed = parseSync(path, text, { preserveParens: false });
  const lineAt = lineFinder(text);
  const error = parsed.errors[0];
  if (error !== undefined) {
    throw new Error(`${path}:${lineAt(error.labels[0]?.start ?? 0)}: cannot be parsed: ${error.message}`);
  }
  const { program } = parsed;
  const imports = importsOf(parsed.module, program, text, lineAt);
  return { imports, literals: literalsOf(program, lineAt), program, lineAt };
}

/** Walks the whole tree with the given visitors. */
export function walk(program: Program, visitors: VisitorObject): void {
  new Visitor(visitors).visit(program);
}

type Module = ReturnType<typeof parseSync>['module'];

function importsOf(module: Module, program: Program, text: string, lineAt: (offset: number) => number): Import[] {
  const found: Import[] = [];
  for (const each of module.staticImports) {
    const typeOnly = each.entries.length > 0 && each.entries.every((entry) => entry.isType);
    found.push({ specifier: each.moduleRequest.value, line: lineAt(each.start), typeOnly });
  }
  for (const each of module.staticExports) {
    const from = each.entries.find((entry) => entry.moduleRequest !== null)?.moduleRequest ?? null;
    const typeOnly = each.entries.every((entry) => entry.isType);
    if (from !== null) found.push({ specifier: from.value, line: lineAt(each.start), typeOnly });
  }
  for (const each of module.dynamicImports) {
    const written = text.slice(each.moduleRequest.start, each.moduleRequest.end).trim();
    const literal = /^(['"`])([^'"`$]*)\1$/.exec(written);
    found.push({ specifier: literal?.[2] ?? null, line: lineAt(each.start), typeOnly: false });
  }
  walk(program, {
    TSImportType: (node) => found.push({ specifier: node.source.value, line: lineAt(node.start), typeOnly: true }),
  });
  return found;
}

function literalsOf(program: Program, lineAt: (offset: number) => number): Literal[] {
  const found: Literal[] = [];
  walk(program, {
    Literal: (node) => {
      if (typeof node.value === 'string') found.push({ text: node.value, line: lineAt(node.start) });
    },
    TemplateLiteral: (node) => {
      const first = node.quasis[0];
      if (first !== undefined) found.push({ text: first.value.cooked ?? first.value.raw, line: lineAt(node.start) });
    },
  });
  return found;
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let line = starts.findLastIndex((start) => start <= offset);
    if (line === -1) line = 0;
    return line + 1;
  };
}

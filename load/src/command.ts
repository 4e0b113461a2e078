import { readdir } from 'node:fs/promises';
import { type Benchmark, guarded, holds, type Report } from './benchmark.ts';
import { bringFullStack } from './bough/full-stack.ts';
import { bringPage } from './bough/page.ts';
import type { StackKind } from './bough/stand.ts';
import { printedFigure, rounded } from './verdicts.ts';
import { type CommandName, readWanted, usageOf } from './wanted-run.ts';

/** A command that runs what stands in a folder: `npm run bench`, `npm run load`. */
export interface Command {
  /** Each file in it exports a `benchmark`. */
  readonly folder: URL;
  readonly command: CommandName;
  readonly title: string;
}

/** What the files of the folder export. */
export async function loadAll(folder: URL): Promise<readonly Benchmark[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const found: Benchmark[] = [];
  for (const file of files.toSorted()) {
    const module: unknown = await import(new URL(file, folder).href);
    if (isBenchModule(module)) found.push(module.benchmark);
    else throw new Error(`${file} exports no benchmark`);
  }
  return found;
}

function isBenchModule(module: unknown): module is { readonly benchmark: Benchmark } {
  return typeof module === 'object' && module !== null && 'benchmark' in module;
}

/** Rows of a table, the first is the head. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths: number[] = [];
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  for (const row of rows) console.log(`  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd());
}

function print(command: CommandName, name: string, report: Report): boolean {
  printTable(report.table);
  console.log('');
  for (const figure of report.figures) console.log(printedFigure(figure));
  const figures = Object.fromEntries(report.figures.map((figure) => [figure.name, rounded(figure.value)]));
  const { a, b, ratio } = report;
  console.log(
    JSON.stringify({
      [command]: name,
      a: rounded(a),
      b: rounded(b),
      ratio: rounded(ratio),
      ...figures,
      ...report.facts,
    }),
  );
  return report.figures.every(holds);
}

/** Brings what it runs on; answers why it cannot run there, null when it can. */
async function whyNot(
  { name, isForStacks, needsFullStack, needsPage }: Benchmark,
  stack: StackKind,
): Promise<string | null> {
  if (stack === 'full' || needsFullStack === true) {
    if (isForStacks !== true && needsFullStack !== true) return `${name} runs on the embedded stack only.`;
    const why = await bringFullStack((line) => console.log(line));
    if (why !== null) return why;
  }
  return needsPage === true ? await bringPage() : null;
}

/**
 * Without a name: lists all. With one: runs it, prints its table, each figure with whether it holds, and last one line of
 * JSON. Answers the exit code: 1 when it cannot run, or a figure falls short of its bar; with `--guard`, as `npm test` runs it, of its guard.
 * 2, with one sentence, when the words are not understood: nothing is started then.
 */
export async function runCommand(
  { folder, command, title }: Command,
  words: readonly string[],
  refuse: (sentence: string) => void = (sentence) => console.error(sentence),
): Promise<number> {
  const wanted = readWanted(command, words);
  if (!wanted.ok) {
    refuse(wanted.error);
    return 2;
  }
  const benchmarks = await loadAll(folder);
  const { name, guard, stack } = wanted.value;
  if (name === null) {
    console.log(`${title} (${usageOf(command)}):`);
    printTable(benchmarks.map((one) => [one.name, one.what]));
    return 0;
  }
  const chosen = benchmarks.find((one) => one.name === name);
  if (chosen === undefined) {
    refuse(`There is no "${name}"; there are: ${benchmarks.map((one) => one.name).join(', ')}.`);
    return 2;
  }
  const why = await whyNot(chosen, stack);
  if (why !== null) {
    refuse(why);
    return 1;
  }
  console.log(`${chosen.name}: ${chosen.what}`);
  const quick = guard || wanted.value.quick;
  const report = await chosen.run({ quick, guard, stack, say: (line) => console.log(`  ${line}`) });
  const figures = guard ? report.figures.map(guarded) : report.figures;
  return print(command, chosen.name, { ...report, figures }) ? 0 : 1;
}

import { readdir } from 'node:fs/promises';
import { type Benchmark, type Figure, holds, type Report } from './benchmark.ts';

// `npm run bench` lists the benchmarks, `npm run bench -- NAME [--quick]` runs one: its table, each figure with whether it
// holds, and last one line of JSON. Exit code 1 when a figure falls short of its bar.

const benchesFolder = new URL('./benches/', import.meta.url);

async function loadAll(): Promise<readonly Benchmark[]> {
  const files = (await readdir(benchesFolder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const found: Benchmark[] = [];
  for (const file of files.toSorted()) {
    const module: unknown = await import(new URL(file, benchesFolder).href);
    if (isBenchModule(module)) found.push(module.benchmark);
    else throw new Error(`load/src/benches/${file} exports no benchmark`);
  }
  return found;
}

function isBenchModule(module: unknown): module is { readonly benchmark: Benchmark } {
  return typeof module === 'object' && module !== null && 'benchmark' in module;
}

function printTable(rows: readonly (readonly string[])[]): void {
  const widths: number[] = [];
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  for (const row of rows) console.log(`  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd());
}

function verdict(figure: Figure): string {
  const value = `${round(figure.value)} ${figure.unit}`.trim();
  if (figure.bar === undefined) return `  ${figure.name}: ${value}`;
  const bar = 'atMost' in figure.bar ? `at most ${figure.bar.atMost}` : `at least ${figure.bar.atLeast}`;
  return `  ${holds(figure) ? 'holds' : 'FALLS SHORT'}: ${figure.name}: ${value} (bar: ${bar})`;
}

function round(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}

function print(name: string, report: Report): boolean {
  printTable(report.table);
  console.log('');
  for (const figure of report.figures) console.log(verdict(figure));
  const figures = Object.fromEntries(report.figures.map((figure) => [figure.name, round(figure.value)]));
  const { a, b, ratio } = report;
  console.log(
    JSON.stringify({ bench: name, a: round(a), b: round(b), ratio: round(ratio), ...figures, ...report.facts }),
  );
  return report.figures.every(holds);
}

async function main(args: readonly string[]): Promise<number> {
  const benchmarks = await loadAll();
  const name = args.find((arg) => !arg.startsWith('--'));
  if (name === undefined) {
    console.log('Benchmarks (npm run bench -- NAME [--quick]):');
    printTable(benchmarks.map((one) => [one.name, one.what]));
    return 0;
  }
  const chosen = benchmarks.find((one) => one.name === name);
  if (chosen === undefined) {
    console.error(`There is no benchmark "${name}"; there are: ${benchmarks.map((one) => one.name).join(', ')}.`);
    return 1;
  }
  console.log(`${chosen.name}: ${chosen.what}`);
  const report = await chosen.run({ quick: args.includes('--quick'), say: (line) => console.log(`  ${line}`) });
  return print(chosen.name, report) ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));

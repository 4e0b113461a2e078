import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { branchesOf, countsIn, type FunctionRanges } from './branches.ts';

/** How many branches of a file there are, and the lines of those that no test went. */
export interface FileCoverage {
  readonly path: string;
  readonly branches: number;
  readonly missed: readonly number[];
}

/** What the reports of V8 in the folder `reports` say of the sources below `folder`, which is told from `root`; tests are none of them. */
export function coverageOf(root: string, folder: string, reports: string): FileCoverage[] {
  const scripts = readdirSync(reports).flatMap((name) => scriptsIn(readFileSync(join(reports, name), 'utf8')));
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).toSorted();
  return sources.map((name) => {
    const file = join(root, folder, name);
    const url = pathToFileURL(file).href;
    const counts = scripts.filter((script) => script.url === url).map(({ functions }) => countsIn(functions));
    const branches = branchesOf(file, readFileSync(file, 'utf8'));
    const missed = branches.filter(({ taken }) => counts.every((countAt) => taken(countAt) === 0));
    return {
      path: join(folder, name),
      branches: branches.length,
      missed: missed.map(({ line }) => line).toSorted((a, b) => a - b),
    };
  });
}

/** The share of all branches that was gone, from 0 to 1. */
export function shareOf(files: readonly FileCoverage[]): number {
  const all = files.reduce((sum, { branches }) => sum + branches, 0);
  const missed = files.reduce((sum, file) => sum + file.missed.length, 0);
  return all === 0 ? 0 : 1 - missed / all;
}

/** One line for each file that has branches nobody went, and one for all of them. */
export function describeCoverage(files: readonly FileCoverage[]): string {
  const lines = files
    .filter(({ missed }) => missed.length > 0)
    .map(({ path, branches, missed }) => `${path}: ${missed.length} of ${branches}, lines ${missed.join(' ')}`);
  const all = files.reduce((sum, { branches }) => sum + branches, 0);
  return [...lines, `${(100 * shareOf(files)).toFixed(1)} % of ${all} branches`].join('\n');
}

interface Script {
  readonly url: string;
  readonly functions: FunctionRanges;
}

function scriptsIn(text: string): Script[] {
  const report: unknown = JSON.parse(text);
  if (!isRecord(report) || !Array.isArray(report['result'])) throw new Error('not a report of V8');
  return report['result'].filter(isScript);
}

function isScript(value: unknown): value is Script {
  return isRecord(value) && typeof value['url'] === 'string' && Array.isArray(value['functions']);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

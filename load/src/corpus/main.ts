import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { checkFile, type CorpusOutcome } from './check-file.ts';

// npm run corpus -- FOLDER: takes every file below the folder through reading, writing and reading again. Exit code 1 when one
// crashed, came back different, or lost something without a word.

const COLUMNS = ['format', 'items', 'roots', 'links', 'notes', 'icons', 'repaired', 'lost'] as const;

function main(folder: string | undefined): number {
  if (folder === undefined || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    process.stderr.write(
      'Usage: npm run corpus -- FOLDER\nReads every mind map below the folder, writes it, and reads it again.\n',
    );
    return 2;
  }
  const root = resolve(folder);
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  let bad = 0;
  let refused = 0;
  print('file', [...COLUMNS]);
  for (const file of files) {
    const outcome = checkFile(file, readFileSync(file));
    print(relative(root, file), cellsOf(outcome));
    if (outcome.kind === 'refused') refused++;
    const problem = outcome.kind === 'read' ? outcome.problem : outcome.kind === 'crashed' ? outcome.message : null;
    if (problem !== null) {
      bad++;
      process.stdout.write(`    ${problem}\n`);
    }
  }
  process.stdout.write(
    `\n${files.length} files, ${refused} refused with a reason, ${bad} crashed or lost something in silence.\n`,
  );
  return bad === 0 ? 0 : 1;
}

function cellsOf(outcome: CorpusOutcome): string[] {
  if (outcome.kind === 'refused') return [`refused: ${outcome.message}`];
  if (outcome.kind === 'crashed') return ['crashed'];
  const { items, roots, links, notes, icons } = outcome.tally;
  return [outcome.format, ...[items, roots, links, notes, icons, outcome.repaired, outcome.lost].map(String)];
}

function print(name: string, cells: readonly string[]): void {
  process.stdout.write(`${name.padEnd(56)} ${cells.map((cell) => cell.padStart(9)).join(' ')}\n`);
}

process.exitCode = main(process.argv[2]);

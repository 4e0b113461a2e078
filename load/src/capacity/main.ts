import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readResults } from '../results/results-file.ts';
import { capacityPage } from './page.ts';

// npm run capacity: writes docs/capacity.md from what load/RESULTS.md says.

const RESULTS = fileURLToPath(new URL('../../RESULTS.md', import.meta.url));
const PAGE = fileURLToPath(new URL('../../../docs/capacity.md', import.meta.url));

try {
  writeFileSync(PAGE, capacityPage(readResults(readFileSync(RESULTS, 'utf8'))));
  console.log('docs/capacity.md is written from load/RESULTS.md.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

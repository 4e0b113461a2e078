import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFile } from '@bough/formats';

// node read-hostile.ts FOLDER: reads every file of the folder, one after the other, as the page's thread that reads files does.
// Prints what came of each, and the most memory that it took.

const [, , folder = '.'] = process.argv;
const seen: Record<string, string> = {};
for (const name of readdirSync(folder).toSorted()) {
  const read = readFile(name, readFileSync(join(folder, name)));
  seen[name] = read.ok ? `${read.value.draft.items.length} items` : read.error.reason;
}
process.stdout.write(JSON.stringify({ seen, mostMib: Math.round(process.resourceUsage().maxRSS / 1024) }));

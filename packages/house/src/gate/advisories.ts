/** npm run advisories: asks the registry of npm for the holes of every locked version, and brings the list in the project up to date. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../servers/places.ts';
import { broughtUpToDate, holesIn, LIST, lockedVersions, readList } from '../audit/advisories.ts';
import { askRegistry } from '../audit/ask-registry.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const locked = lockedVersions(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8'));
const before = readList(root);
const configured = (await run('npm', ['config', 'get', 'registry'])).output.trim().split('\n').at(-1) ?? '';
const date = new Date().toISOString().slice(0, 10);
try {
  const answered = await askRegistry(configured, locked);
  const source = `The registry of npm, asked for every locked version, beside what was kept before. ${answered.length} answered.`;
  const list = broughtUpToDate(before, answered, { date, source });
  writeFileSync(join(root, LIST), `${JSON.stringify(list, null, 2)}\n`);
  const holes = holesIn(locked, list);
  for (const hole of holes) console.log(hole);
  console.log(
    `${LIST} is of ${date}: ${list.advisories.length} holes are known, ${holes.length} are to be mended or accepted.`,
  );
  process.exitCode = holes.length > 0 ? 1 : 0;
} catch (error) {
  const why = error instanceof Error ? error.message : String(error);
  console.error(
    `The registry does not say which holes are known (${why}). The list stays as it was, of ${before.date}.`,
  );
  process.exitCode = 1;
}

import { readFileSync, writeFileSync } from 'node:fs';
import { SETTINGS_FILES } from './settings-documents.ts';

// Writes the tables of settings into docs/settings.md and the README, and the list of their names.

for (const [path, written] of Object.entries(SETTINGS_FILES)) {
  const file = new URL(`../../${path}`, import.meta.url);
  writeFileSync(file, written(readFileSync(file, 'utf8')));
}
